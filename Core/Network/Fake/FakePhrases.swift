/// The people and the words that generated posts are made of.
enum FakePhrases {
  static let authors: [Author] = [
    ("花子", "hanako"), ("Grace", "grace_codes"), ("次郎", "jiro"), ("Linus B.", "linusb"), ("さくら🌸", "sakura_m"),
    ("Amélie", "amelie"), ("健太", "kenta_dev"), ("ليلى", "layla"), ("Noa נועה", "noa"), ("佐藤 美咲", "misaki"),
    ("Tom", "tom1984"), ("山田屋", "yamadaya"), ("Priya", "priya_k"), ("Zoë & Max", "zoemax"), ("민준", "minjun"),
    ("Ōtani fan", "homerun17"),
  ].enumerated().map { Author(id: "author-\($0.offset + 1)", name: $0.element.0, screenName: $0.element.1) }

  /// The text of a post, at most 250 characters, so that a mention fits in front.
  static func text(from random: inout SplitMix64) -> String {
    switch random.next(below: 20) {
    case 0..<8: sentence(japanese, &random)
    case 8..<14: sentence(english, &random)
    case 14..<16: random.pick(short)
    case 16: random.pick(rightToLeft)
    case 17: paragraph(japanese, &random, separator: "")
    case 18: paragraph(english, &random, separator: " ")
    default: "\(sentence(english, &random))\n\nhttps://example.com/\(random.next(below: 9_000) + 1_000)"
    }
  }

  private static func sentence(_ words: Words, _ random: inout SplitMix64) -> String {
    random.pick(words.openings) + random.pick(words.topics) + random.pick(words.closings)
  }

  private static func paragraph(_ words: Words, _ random: inout SplitMix64, separator: String) -> String {
    var text = sentence(words, &random)
    while true {
      let next = separator + sentence(words, &random)
      guard text.count + next.count <= 250 else { return text }
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
    closings: ["。", "！", "。楽しかった😊", "。また明日。", "、最高すぎる✨", "。疲れた…", "。おすすめです！", "🍛"])

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

  private static let rightToLeft = [
    "صباح الخير يا أصدقاء ☀️", "شربت القهوة وبدأت العمل.", "اليوم كتبت أول برنامج بلغة Swift!", "שבת שלום לכולם 🕊️",
    "סוף סוף סיימתי את הספר.", "מי בא לים מחר?",
  ]
}
