import Core
import Foundation
import Testing

@testable import Driver

@MainActor
struct TranscriptTests {
  let driver = PlayedDriver()

  @Test(arguments: [false, true])
  func `No transcript shows a password, a token, the arguments of a sign-in or a comment`(json: Bool) async {
    let script = """
      login taro@secret.example wr0ng-secret
      signup hanako@secret.example n3w-secret
      logout # login taro@example.com secret
      login-with google
      logout
      login taro@example.com password123
      feed post "# 1"#2 #secret
      """
    #expect(await driver.play(script, json: json) == nil)
    for secret in ["secret", "password123", "google-taro"] { #expect(!driver.text.contains(secret)) }
    #expect(json || driver.text.contains("› login ••••••••\n"))
    #expect(json || driver.text.contains("› feed post \"# 1\"#2\n"))
  }

  @Test(arguments: [
    "login taro@example.com s3cret and more", "login --pass s3cret taro@example.com x", "signup a b s3cret",
    "login \"taro@example.com s3cret", "lgoin taro@example.com s3cret", "login,taro@example.com,s3cret",
    "\"login taro@example.com s3cret\"", "login taro@example.com -hs3cret", "restore login taro@example.com s3cret",
  ])
  func `No error repeats a password`(line: String) async throws {
    let failure = try #require(await driver.play(line))
    #expect(!failure.error.message.contains("s3cret"))
  }

  @Test func `JSON is one object for each transition and notice, and nothing else`() async {
    let script = """
      login taro@example.com password123
      mypage load
      mypage save x 1
      feed timeline quiet
      """
    #expect(await driver.play(script, language: .japanese, json: true) == nil)
    #expect(
      driver.text == """
        {"store":"auth","action":"login","from":"signedOut","to":"loading"}
        {"store":"auth","action":"login","from":"loading","to":"signedIn","text":"太郎"}
        {"store":"mypage","action":"load","from":"idle","to":"loading"}
        {"store":"mypage","action":"load","from":"loading","to":"loaded","text":"未登録"}
        {"store":"mypage","action":"save","from":"loaded","to":"loaded","text":"未登録"}
        {"store":"mypage","action":"save","notice":{"title":"登録失敗","text":"2文字以上10文字以下で登録してください"}}
        {"store":"feed","action":"timeline","from":"idle","to":"loading"}
        {"store":"feed","action":"timeline","from":"loading","to":"empty","text":"quiet"}

        """)
  }

  @Test func `Text has colors for a terminal`() {
    let entry = TranscriptEntry.transition(
      store: "auth", action: "login", from: "loading", to: "error", text: "No.")
    #expect(
      entry.text(on: Terminal(columns: 0, environment: ["TERM": "xterm"]))
        == "    \u{1B}[2mauth    loading       → \u{1B}[0m\u{1B}[31merror          \u{1B}[0mNo.\n")
  }

  @Test(arguments: [
    ([:], false, false), (["TERM": ""], false, false), (["TERM": "dumb"], false, false),
    (["TERM": "xterm"], true, true),
    (["TERM": "xterm", "NO_COLOR": ""], true, true), (["TERM": "xterm", "NO_COLOR": "1"], false, true),
  ])
  func `A terminal without a cursor has neither colors nor an editor, and NO_COLOR takes the colors`(
    environment: [String: String], isColored: Bool, movesCursor: Bool
  ) {
    let terminal = Terminal(columns: 80, environment: environment)
    #expect(terminal.isColored == isColored)
    #expect(terminal.movesCursor == movesCursor)
    #expect(terminal.width == 80)
    let file = Terminal(columns: nil, environment: environment)
    #expect(!file.isColored && !file.movesCursor && file.width == nil)
  }

  @Test(arguments: [
    ("one two three four five", nil, "one two three\nfour five"),
    ("  one  two three four", nil, "  one  two three\n      four"),
    ("- one two three four", 2, "- one two three\n  four"),
    ("one\n\ntwo three four five six", nil, "one\n\ntwo three four\nfive six"),
    ("\u{1B}[31mone two three\u{1B}[0m four", nil, "\u{1B}[31mone two three\u{1B}[0m\nfour"),
    ("https://example.com/a/long/path ends", nil, "https://example.com/a/long/path\nends"),
    ("日本語の長い文章です。終わり", nil, "日本語の長い文章\nです。終わり"), ("四文字の言葉だ長い。", nil, "四文字の言葉だ長\nい。"),
    ("ab 👋👋👋👋👋👋👋👋", nil, "ab 👋👋👋👋👋👋👋\n👋"),
  ])
  func `Text is wrapped between words, in Japanese between characters, and never before a period`(
    text: String, indent: Int?, wrapped: String
  ) {
    #expect(text.wrapped(to: 17, indent: indent) == wrapped)
    #expect(text.wrapped(to: nil, indent: indent) == text)
  }

  @Test func `Every line of a transcript fits the terminal`() async throws {
    let terminal = Terminal(columns: 60, environment: ["TERM": "xterm"])
    var text = ""
    let (wide, narrow) = (driver, PlayedDriver())
    try await Tour.builtIn.play(on: wide.driverBackend, language: .english, transcript: wide.transcript(json: false))
    try await Tour.builtIn.play(on: narrow.driverBackend, language: .english) { text += $0.text(on: terminal) }
    let plain = text.replacing(/\u{1B}\[[0-9]*m/, with: "")
    for line in plain.split(separator: "\n") {
      #expect(line.reduce(0) { $0 + ($1.isWide ? 2 : 1) } <= 60, "\(line)")
    }
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    #expect(words(plain).joined() == words(wide.text).joined())
  }

  @Test(arguments: [
    ("\u{1B}[31mx\n", #"\u{1B}[31mx\n"#), ("\u{7F}\u{9F}", #"\u{7F}\u{009F}"#),
    ("a\u{202E}b\u{2066}c\u{FEFF}", #"a\u{202E}b\u{2066}c\u{FEFF}"#), ("\u{2028}\u{E0041}", #"\u{2028}\u{000E0041}"#),
    ("👨‍👩‍👧‍👦 שלום می‌خواهم", "👨‍👩‍👧‍👦 שלום می‌خواهم"),
  ])
  func `Characters that control or deceive a terminal are escaped`(text: String, printable: String) {
    #expect(text.printable() == printable)
  }

  @Test func `JSON escapes the same characters and still decodes to them`() {
    let entry = TranscriptEntry.transition(
      store: "auth", action: "login", from: "loading", to: "error", text: "\u{7F}\u{202E}\u{E0041}\"/")
    #expect(
      entry.json == #"""
        {"store":"auth","action":"login","from":"loading","to":"error","text":"\u007f\u202e\udb40\udc41\"/"}

        """#)
  }

  @Test func `Long text and characters of many scalars are cut`() {
    #expect(String(repeating: "あ", count: 240).printable() == String(repeating: "あ", count: 240))
    #expect(String(repeating: "あ", count: 1_000_000).printable() == String(repeating: "あ", count: 239) + "…")
    #expect(("a" + String(repeating: "\u{301}", count: 15)).printable().unicodeScalars.count == 16)
    #expect(("a" + String(repeating: "\u{301}", count: 16) + "b").printable() == "…b")
    // The end of the character is not searched for.
    #expect(("a" + String(repeating: "\u{301}", count: 1_000_000) + "b").printable() == "…")
    #expect(("ab" + String(repeating: "\u{301}", count: 17)).printable(maximumCharacters: 1) == "…")
  }

  @Test func `A log that is not read neither blocks nor grows, and tells how much was dropped`() throws {
    let pipe = Pipe()
    let log = LogWriter(pipe.fileHandleForWriting)
    let line = String(repeating: "x", count: 200)
    for _ in 0..<5_000 { log.write(line) }
    log.finish(atMost: .milliseconds(1))
    let reader = FileLines(pipe.fileHandleForReading)
    var lines: [String] = []
    while lines.count < 5_000, lines.last?.hasSuffix("dropped.") != true { lines.append(try #require(reader.next())) }
    let dropped = try #require(lines.removeLast().split(separator: " ").first.flatMap { Int($0) })
    #expect(lines.count + dropped == 5_000)
    #expect((1_000...1_400).contains(lines.count))
    #expect(lines.allSatisfy { $0 == line })
    log.write("\u{1B}")
    log.finish()
    try pipe.fileHandleForWriting.close()
    #expect(reader.next() == #"\u{1B}"#)
  }

  @Test func `Text of users is escaped wherever it appears`() async {
    let failure = await driver.play(
      """
      signup "\u{1B}x@example.com" 123456
      mypage save "\u{1B}y" 1
      expect auth signedIn "\u{1B}z"
      """)
    #expect(failure?.error.message == #"Expected auth signedIn \u{1B}z; found auth signedIn \u{1B}x."#)
    #expect(driver.text.contains(#"Welcome, \u{1B}x"#))
    #expect(driver.text.contains(#"› mypage save "\u{1B}y" 1"#))
    #expect(!driver.text.contains("\u{1B}"))
  }

  @Test(arguments: [
    (
      "signup x 123456",
      "FOCAL Architecture Demo  ! 登録失敗: メールアドレスの形式が間違っています  [Email] [Password] (新規登録) "
        + "(Appleでサインイン) (Facebook Login) (Google Login) (ログイン)"
    ),
    (
      "login x y",
      "FOCAL Architecture Demo  ! メールアドレスまたはパスワードが間違っています。  [Email] [Password] (新規登録) "
        + "(Appleでサインイン) (Facebook Login) (Google Login) (ログイン)"
    ),
    ("login-with google\nopen focal://compose", "ようこそ、太郎さん  (ログアウト)  投稿する"),
    ("login-with google\nfeed compose --reply-to 7", "ようこそ、太郎さん  (ログアウト)  返信する #7"),
  ])
  func `The screen line shows what the tour does not`(script: String, screen: String) async {
    #expect(await driver.play(script, language: .japanese) == nil)
    #expect(driver.text.hasSuffix("    screen                \(screen)\n"))
  }
}

/// Reads a pipe line by line.
private final class FileLines {
  private let file: FileHandle
  private var bytes = Data()

  init(_ file: FileHandle) {
    self.file = file
  }

  func next() -> String? {
    while true {
      if let end = bytes.firstIndex(of: 10) {
        defer { bytes.removeSubrange(...end) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      guard case let part = file.availableData, !part.isEmpty else { return nil }
      bytes += part
    }
  }
}
