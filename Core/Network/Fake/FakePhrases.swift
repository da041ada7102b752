/// The authors and the phrases of generated posts, in several scripts.
enum FakePhrases {
  private enum Language {
    case japanese, english, arabic, hebrew
  }

  static let authors: [Author] = people.enumerated().map { offset, person in
    Author(id: "author-\(offset + 1)", name: person.name, screenName: person.screenName)
  }

  private static let people: [(name: String, screenName: String, language: Language)] = [
    ("花子", "hanako", .japanese), ("Grace", "grace_codes", .english), ("次郎", "jiro", .japanese),
    ("Linus B.", "linusb", .english), ("さくら🌸", "sakura_m", .japanese), ("Amélie", "amelie", .english),
    ("健太", "kenta_dev", .japanese), ("ليلى", "layla", .arabic), ("佐藤 美咲", "misaki", .japanese),
    ("נועה", "noa", .hebrew), ("Tom", "tom1984", .english), ("山田屋", "yamadaya", .japanese),
    ("Priya", "priya_k", .english), ("鈴木", "suzuki_ichi", .japanese), ("Zoë & Max", "zoemax", .english),
    ("ゆうこ", "yuuko", .japanese),
  ]

  /// The text of a post by an author, at most 250 characters, so that a mention fits in front.
  static func text(by author: Author, from random: inout SeededGenerator) -> String {
    let language = zip(authors, people).first { $0.0 == author }?.1.language ?? .english
    switch (random.next(below: 20), language) {
    case (0..<3, _): return random.pick(short)
    case (_, .arabic): return random.pick(arabic)
    case (_, .hebrew): return random.pick(hebrew)
    case (3..<5, .japanese): return paragraph(japanese, &random, separator: "")
    case (3..<5, .english): return paragraph(english, &random, separator: " ")
    case (5, .japanese): return "\(sentence(japanese, &random))\n\n\(link(&random))"
    case (5, .english): return "\(sentence(english, &random))\n\n\(link(&random))"
    case (_, .japanese): return sentence(japanese, &random)
    case (_, .english): return sentence(english, &random)
    }
  }

  private static func link(_ random: inout SeededGenerator) -> String {
    "https://example.com/\(random.next(below: 9_000) + 1_000)"
  }

  private static func sentence(_ words: Words, _ random: inout SeededGenerator) -> String {
    random.pick(words.openings) + random.pick(words.topics) + random.pick(words.closings)
  }

  private static func paragraph(_ words: Words, _ random: inout SeededGenerator, separator: String) -> String {
    let limit = random.next(below: 2) == 0 ? 250 : 120
    var text = sentence(words, &random)
    while true {
      let next = separator + sentence(words, &random)
      guard text.count + next.count <= limit else { return text }
      text += next
    }
  }

  private struct Words {
    let openings: [String]
    let topics: [String]
    let closings: [String]
  }

  private static let japanese = Words(
    openings: ["今日は", "朝から", "やっと", "久しぶりに", "会社の近くで", "電車の中で", "子どもと一緒に", "昨日の夜、"],
    topics: [
      "新しい喫茶店に行った", "Swiftの並行処理を勉強した", "カレーを作った", "桜を見てきた", "ずっと雨だった", "設計の本を読み終えた",
      "古いテストを直した", "富士山が見えた", "猫に起こされた", "リファクタリングが終わった",
    ],
    closings: ["。", "！", "。楽しかった😊", "。また明日。", "。最高すぎる✨", "。もう夜か…", "。おすすめです！", "🎶"])

  private static let english = Words(
    openings: [
      "Finally, ", "Today ", "Note to self: ", "Good morning! ", "Unpopular opinion: ", "Two coffees later, ", "",
      "In other news, ",
    ],
    topics: [
      "the tests pass on Linux", "I read about clean architecture", "my cat found the keyboard",
      "we shipped version 2", "the train is late again", "naming things is still hard", "the garden is in bloom",
      "that bug was a missing await", "small files are easy to love", "the sea was calm",
    ],
    closings: [".", "!", " 🎉", ". Who else?", " ☕️", ". More tomorrow.", " — at last.", ". Ask me anything."])

  private static let short = [
    "👍", "おはよう", "lol", "👨‍👩‍👧‍👦🏖️", "はい", "🇯🇵⚽️🇧🇷", "ありがとう！", "same", "⭐️⭐️⭐️", "眠い", "Café?", "🤔",
  ]

  private static let arabic = [
    "صباح الخير يا أصدقاء ☀️", "شربت القهوة وبدأت العمل.", "اليوم كتبت أول برنامج بلغة Swift!", "الجو جميل هذا المساء.",
    "من يقرأ كتابًا جيدًا الآن؟", "انتهيت من العمل، شكرًا للجميع 🙏",
  ]

  private static let hebrew = [
    "שבת שלום לכולם 🕊️", "סוף סוף סיימתי את הספר.", "מי בא לים מחר?", "בוקר טוב! קפה ראשון ☕️",
    "היום תיקנתי 3 באגים ב-Swift.", "הגשם לא מפסיק.",
  ]
}
