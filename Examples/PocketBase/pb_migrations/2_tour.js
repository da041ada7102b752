// What the fake backend of the package has: the example user, the authors, three lists and their posts. It is here for
// the tour; an app of one’s own leaves this file out.
//
// IDENTITY_PROVIDER is the address of a stand-in for Google, with the endpoints /token and /user.
migrate((app) => {
  const save = (collection, values) => {
    const record = new Record(app.findCollectionByNameOrId(collection), values);
    app.save(record);
    return record.id;
  };
  const user = (name, username, password) =>
    save("users", { name, username, email: username + "@example.com", password, verified: true });

  const provider = $os.getenv("IDENTITY_PROVIDER");
  if (provider) {
    const users = app.findCollectionByNameOrId("users");
    users.oauth2.enabled = true;
    users.oauth2.providers = [{
      name: "google", clientId: "focal", clientSecret: "secret",
      tokenURL: provider + "/token", userInfoURL: provider + "/user",
    }];
    app.save(users);
  }
  user("太郎", "taro", "password123");
  const authors = [
    ["花子", "hanako"],
    ["Grace", "grace_codes"],
    ["次郎", "jiro"],
    ["Linus B.", "linusb"],
    ["Amélie", "amelie"],
    ["健太", "kenta_dev"],
    ["ليلى", "layla"],
    ["佐藤 美咲", "misaki"],
    ["נועה", "noa"],
    ["山田屋", "yamadaya"],
    ["Priya", "priya_k"],
    ["鈴木", "suzuki_ichi"],
    ["Zoë & Max", "zoemax"],
    ["ゆうこ", "yuuko"],
  ].map(([name, username]) => user(name, username, $security.randomString(30)));
  for (const [id, title] of [["home", "ホーム"], ["swift", "Swift"], ["quiet", "静かなリスト"]]) save("lists", { id, title });

  // Identifier, list, author, date, number of likes, the post replied to, text.
  const posts = [
    ["3", "home", 0, "2026-03-07 19:07:58.000Z", 8, "", "lol"],
    ["6", "home", 6, "2026-03-07 19:08:27.000Z", 0, "", "انتهيت من العمل، شكرًا للجميع 🙏"],
    ["9", "home", 0, "2026-03-07 19:08:53.000Z", 0, "", "久しぶりにずっと雨だった。"],
    ["12", "home", 3, "2026-03-07 19:09:19.000Z", 0, "", "Unpopular opinion: that bug was a missing await. More tomorrow."],
    ["15", "home", 5, "2026-03-07 19:09:42.000Z", 2, "", "朝からずっと雨だった。最高すぎる✨"],
    ["18", "home", 5, "2026-03-07 19:17:05.000Z", 2, "", "子どもと一緒にカレーを作った。最高すぎる✨"],
    ["21", "home", 3, "2026-03-07 19:19:21.000Z", 5, "", "Finally, the tests pass on Linux. More tomorrow."],
    ["24", "home", 9, "2026-03-07 19:22:09.000Z", 0, "", "電車の中でずっと雨だった。楽しかった😊今日はSwiftの並行処理を勉強した。また明日。今日は設計の本を読み終えた。楽しかった😊今日はずっと雨だった🎶やっと設計の本を読み終えた。また明日。今日は新しい喫茶店に行った。おすすめです！会社の近くでリファクタリングが終わった。また明日。久しぶりにSwiftの並行処理を勉強した！やっと富士山が見えた。また明日。昨日の夜、ずっと雨だった。また明日。朝から富士山が見えた。おすすめです！子どもと一緒にSwiftの並行処理を勉強した！"],
    ["27", "home", 11, "2026-03-07 19:42:36.000Z", 9, "", "電車の中で桜を見てきた。最高すぎる✨"],
    ["30", "home", 1, "2026-03-07 19:43:25.000Z", 7, "", "🤔"],
    ["33", "home", 5, "2026-03-07 20:29:39.000Z", 9, "18", "@kenta_dev 昨日の夜、新しい喫茶店に行った。また明日。"],
    ["36", "home", 8, "2026-03-07 20:31:51.000Z", 7, "12", "@linusb שבת שלום לכולם 🕊️"],
    ["39", "home", 7, "2026-03-07 20:32:24.000Z", 4, "", "今日はカレーを作った。おすすめです！"],
    ["42", "home", 0, "2026-03-07 21:00:01.000Z", 1, "", "やっと新しい喫茶店に行った。最高すぎる✨"],
    ["45", "home", 7, "2026-03-07 21:00:04.000Z", 1, "33", "@kenta_dev 電車の中で新しい喫茶店に行った。楽しかった😊"],
    ["48", "home", 13, "2026-03-07 21:18:45.000Z", 1, "", "昨日の夜、古いテストを直した。最高すぎる✨"],
    ["51", "home", 1, "2026-03-07 21:51:17.000Z", 1, "", "Good morning! the train is late again. Ask me anything. the sea was calm 🎉 Good morning! I read about clean architecture! Two coffees later, I read about clean architecture. Today my cat found the keyboard!"],
    ["54", "home", 7, "2026-03-07 22:11:10.000Z", 6, "", "やっと猫に起こされた🎶"],
    ["57", "home", 9, "2026-03-07 22:16:12.000Z", 0, "", "朝からリファクタリングが終わった🎶"],
    ["60", "home", 12, "2026-03-07 22:37:41.000Z", 7, "", "Finally, naming things is still hard ☕️"],
    ["63", "home", 7, "2026-03-07 22:37:49.000Z", 0, "", "子どもと一緒に設計の本を読み終えた。"],
    ["66", "home", 8, "2026-03-07 22:55:16.000Z", 8, "", "מי בא לים מחר?"],
    ["69", "home", 3, "2026-03-07 22:56:12.000Z", 0, "", "Two coffees later, the train is late again. Who else?"],
    ["72", "home", 0, "2026-03-07 23:24:42.000Z", 4, "", "電車の中で猫に起こされた。おすすめです！昨日の夜、設計の本を読み終えた。おすすめです！久しぶりに新しい喫茶店に行った。また明日。朝から設計の本を読み終えた。おすすめです！久しぶりにずっと雨だった。おすすめです！"],
    ["75", "home", 3, "2026-03-07 23:25:37.000Z", 8, "", "Today the tests pass on Linux. Ask me anything."],
    ["78", "home", 9, "2026-03-07 23:34:02.000Z", 2, "", "子どもと一緒にSwiftの並行処理を勉強した。おすすめです！"],
    ["81", "home", 9, "2026-03-07 23:54:48.000Z", 6, "78", "@yamadaya 朝からカレーを作った。楽しかった😊会社の近くでSwiftの並行処理を勉強した。久しぶりに新しい喫茶店に行った。もう夜か…昨日の夜、新しい喫茶店に行った。おすすめです！今日は猫に起こされた。また明日。朝から桜を見てきた。また明日。久しぶりに新しい喫茶店に行った。もう夜か…久しぶりにずっと雨だった！今日は富士山が見えた！今日はカレーを作った。もう夜か…やっとずっと雨だった。最高すぎる✨今日は設計の本を読み終えた！昨日の夜、新しい喫茶店に行った。おすすめです！"],
    ["84", "home", 10, "2026-03-07 23:54:54.000Z", 7, "", "Unpopular opinion: naming things is still hard. Ask me anything."],
    ["87", "home", 8, "2026-03-07 23:55:43.000Z", 3, "", "בוקר טוב! קפה ראשון ☕️"],
    ["90", "home", 6, "2026-03-08 00:38:12.000Z", 0, "", "الجو جميل هذا المساء."],
    ["93", "home", 4, "2026-03-08 00:39:04.000Z", 8, "", "はい"],
    ["96", "home", 2, "2026-03-08 01:21:37.000Z", 2, "", "子どもと一緒に桜を見てきた。もう夜か…"],
    ["99", "home", 13, "2026-03-08 02:32:39.000Z", 7, "", "朝から猫に起こされた🎶やっとSwiftの並行処理を勉強した。おすすめです！今日はリファクタリングが終わった。楽しかった😊電車の中でSwiftの並行処理を勉強した。もう夜か…今日は桜を見てきた。楽しかった😊"],
    ["102", "home", 4, "2026-03-08 02:32:48.000Z", 9, "66", "@noa Two coffees later, we shipped version 2 ☕️"],
    ["105", "home", 6, "2026-03-08 02:51:19.000Z", 5, "", "من يقرأ كتابًا جيدًا الآن؟"],
    ["108", "home", 10, "2026-03-08 02:52:09.000Z", 0, "", "Today the garden is in bloom. Who else?"],
    ["111", "home", 8, "2026-03-08 03:05:12.000Z", 2, "", "מי בא לים מחר?"],
    ["114", "home", 3, "2026-03-08 03:13:53.000Z", 2, "", "the sea was calm. More tomorrow. Unpopular opinion: naming things is still hard. Who else?"],
    ["117", "home", 6, "2026-03-08 03:14:00.000Z", 3, "", "👨‍👩‍👧‍👦🏖️"],
    ["120", "home", 9, "2026-03-08 03:34:12.000Z", 3, "", "子どもと一緒にカレーを作った。楽しかった😊"],
    ["123", "home", 13, "2026-03-08 03:43:28.000Z", 0, "", "会社の近くで猫に起こされた！\n\nhttps://example.com/4244"],
    ["126", "home", 4, "2026-03-08 04:10:54.000Z", 9, "114", "@linusb In other news, the tests pass on Linux. Ask me anything."],
    ["129", "home", 7, "2026-03-08 04:13:56.000Z", 0, "", "電車の中で桜を見てきた。おすすめです！"],
    ["132", "home", 8, "2026-03-08 04:20:38.000Z", 6, "", "היום תיקנתי 3 באגים ב-Swift."],
    ["135", "home", 11, "2026-03-08 04:21:00.000Z", 6, "", "今日は設計の本を読み終えた🎶久しぶりに猫に起こされた🎶朝からずっと雨だった。電車の中で新しい喫茶店に行った。久しぶりにリファクタリングが終わった🎶子どもと一緒にカレーを作った。もう夜か…朝から桜を見てきた。"],
    ["4", "swift", 4, "2026-03-08 03:19:07.000Z", 7, "", "Good morning! my cat found the keyboard ☕️"],
    ["7", "swift", 2, "2026-03-08 03:37:54.000Z", 1, "", "久しぶりに設計の本を読み終えた🎶"],
    ["10", "swift", 12, "2026-03-08 03:51:21.000Z", 4, "", "Good morning! the tests pass on Linux 🎉"],
    ["13", "swift", 5, "2026-03-08 03:52:15.000Z", 3, "", "会社の近くで富士山が見えた。"],
    ["16", "swift", 10, "2026-03-08 04:08:16.000Z", 5, "10", "@zoemax In other news, small files are easy to love!"],
    ["19", "swift", 6, "2026-03-08 04:08:21.000Z", 9, "", "الجو جميل هذا المساء."],
    ["22", "swift", 3, "2026-03-08 04:22:05.000Z", 7, "", "we shipped version 2 ☕️"],
  ];
  for (const [id, list, author, created, likes, reply, text] of posts) {
    save("posts", { id, list, author: authors[author], reply, text });
    app.db().newQuery("UPDATE posts SET created = {:created} WHERE id = {:id}").bind({ id, created }).execute();
    for (const user of authors.slice(0, likes)) save("likes", { post: id, user });
  }
}, (app) => {
  for (const name of ["users", "lists"]) app.truncateCollection(app.findCollectionByNameOrId(name));
});
