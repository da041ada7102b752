import ArgumentParser
import Core
import ExampleApp
import Foundation
import TestSupport
import Testing

@testable import Driver

@MainActor
struct ScriptTests {
  let driver = PlayedDriver()

  @Test(arguments: [
    (#"feed post "two words" --reply-to 7"#, ["feed", "post", "two words", "--reply-to", "7"]),
    (#"a 'b "c"' "d \"e\" \\ \f 'g'" h\ i"#, ["a", #"b "c""#, #"d "e" \ \f 'g'"#, "h i"]),
    (#"save "" 1"#, ["save", "", "1"]),
    ("  tabs\tand  spaces ", ["tabs", "and", "spaces"]),
    ("feed load # and more", ["feed", "load"]),
    ("a#b \"\"#c", ["a#b", "#c"]),
    ("# a comment", []),
    ("", []),
    (#"mypage save "👨‍👩‍👧‍👦" 3"#, ["mypage", "save", "👨‍👩‍👧‍👦", "3"]),
    ("end\\", ["end"]),
    (#"feed post $'two\nlines, it\'s \\' $HOME"#, ["feed", "post", "two\nlines, it's \\", "$HOME"]),
  ])
  func `A line is split as in a shell`(line: String, words: [String]) throws {
    #expect(try ShellWords(line).words == words)
  }

  @Test(arguments: [
    ["feed", "post", "two words"], ["a'b", "c\"d\\", "", "#", "👨‍👩‍👧‍👦", "\u{3000}"], [],
    ["two\nlines", "it's\r\n\\n\r", "$'x'", "$", "\u{2028}"],
  ])
  func `Words that are joined to a line are split into the same`(words: [String]) throws {
    #expect(try ShellWords(ShellWords.line(words)).words == words)
  }

  private nonisolated static let failUsage = "Usage: fail METHOD PATH KIND [TIMES]"

  @Test(arguments: [
    (
      "lgoin taro@example.com password123",
      "Unknown action “lgoin”. Did you mean “login”? Available: login, signup, login-with, restore, logout, delete-account, dismiss, feed, mypage, open, "
        + "show, relaunch, fail, expect, answer, cancel, back, wrong."
    ),
    (
      "feed lod",
      "Unknown action “lod” after “feed”. Did you mean “load”? Available: load, refresh, more, timeline, thread, draft, post, retry, discard, "
        + "like, unlike, delete, compose, read, dismiss."
    ),
    ("feed post \(String(repeating: "x", count: 10_240))", "The line has more than 10 KiB."),
    (#"feed post "half a line"#, "The quote \" at column 11 is not closed."),
    (
      "open https://example.com",
      "The value 'https://example.com' is invalid for '<link>': Unknown link. Available: \(DeepLink.forms.joined(separator: ", ")). Usage: open focal://…"
    ),
    ("login taro@example.com", "Missing password. Usage: login EMAIL PASSWORD"),
    ("login --pass a b", "Invalid arguments. Usage: login EMAIL PASSWORD Arguments that begin with - go after --."),
    (
      #"feed post "-5°C this morning""#,
      #"Invalid arguments. Usage: feed post "TEXT" [--reply-to ID] [--key KEY] Arguments that begin with - go after --."#
    ),
    (
      "expect feed ready",
      "Unknown state “ready” of feed. Available: idle, loading, loaded, empty, notAuthorized, error. "
        + "Usage: expect STORE STATE [TEXT]"
    ),
    (
      "expect auth \(String(repeating: "x", count: 300))",
      "Unknown state “\(String(repeating: "x", count: 39))…” of auth. Available: loading, signedIn, signedOut, error. "
        + "Usage: expect STORE STATE [TEXT]"
    ),
    ("fail GET v1/me offline", "Expected a path that begins with “/”. \(failUsage)"),
    ("fail GET /v1/me 503 0", "Expected TIMES from 1 to 1000000. \(failUsage)"),
    ("fail GET /v1/me 503 1000001", "Expected TIMES from 1 to 1000000. \(failUsage)"),
  ])
  func `A line that cannot be read is reported with its number and the word, and nothing is played`(
    line: String, message: String
  ) async {
    let failure = await driver.play("feed load # first\n\n\(line)\nlogout")
    #expect(failure == ScriptFailure(line: 3, error: ScriptError(message)))
    #expect(driver.text.isEmpty)
  }

  @Test(arguments: [
    ("expect feed laoded", "“loaded”"), ("mypgae load", "“mypage”"), ("signup-with google", nil),
    ("like @1", "“feed like”"), ("load", "“feed load” or “mypage load”"), ("unlik @1", "“feed unlike”"),
    ("feed retyr 1", "“retry”"), ("x", nil), ("help", nil), ("feed frobnicate", nil),
    ("delte-acount", "“delete-account”"),
  ])
  func `An action that is misspelled, or without its first word, is suggested, and nothing that is far from it`(
    line: String, suggestion: String?
  ) async {
    let message = await driver.play(line)?.error.message
    #expect(message?.contains("Available: ") == true)
    #expect(message?.firstMatch(of: /Did you mean (.*)\?/).map { String($0.1) } == suggestion)
  }

  @Test(arguments: [
    ("", "logi", ["login", "login-with"]), ("feed", "", nil), ("feed", "re", ["refresh", "retry", "read"]),
    ("login-with", "", ["apple", "facebook", "google"]), ("login-with google", "", []), ("feed load", "", []),
    ("feed lod", "", []),
  ])
  func `The words of an action are completed, and nothing where anything can follow`(
    line: String, prefix: String, completions: [String]?
  ) {
    let completed = Grammar.completions(of: prefix, after: line.split(separator: " ").map(String.init))
    #expect(completed == completions ?? Grammar.commands.filter { $0.words[0] == "feed" }.map { $0.words[1] })
  }

  @Test(arguments: [("fail GET /v1/me banana", "offline"), ("fail GOT /v1/me 503", "DELETE")])
  func `A word that is not one of a list is reported with the list`(line: String, listed: String) async {
    let error = await driver.play(line)?.error
    #expect(error?.kind == .usage)
    #expect(error?.message.contains("'\(listed)'") == true)
  }

  @Test func `The help option of an action shows its help`() async throws {
    let failure = try #require(await driver.play("feed post --help"))
    #expect(failure.error.message.contains("Sends a post."))
  }

  @Test func `A fault at an unknown route is a failure of its line`() async {
    let failure = await driver.play("logout\nfail PUT /v1/posts 503")
    #expect(failure?.line == 2)
    #expect(failure?.error.kind == .failed)
    #expect(failure?.error.message.hasPrefix("PUT /v1/posts is not a route. Available: POST /v1/login, ") == true)
  }

  @Test(arguments: [
    ("\n", 3), ("\r\n", 3), ("\r", 3), ("\u{2028}", 1), ("\u{0B}", 1), ("\u{85}", 1),
  ])
  func `Lines end as on any system, and at no other separator of Unicode`(separator: String, line: Int) async {
    let failure = await driver.play("logout\(separator)\(separator)mypage save \(separator)")
    #expect(failure?.line == line)
    #expect(await driver.play("login taro@example.com password123\(separator)") == nil)
  }

  @Test func `Two runs with the same state folder share their user`() async throws {
    let folder = try TemporaryFolder()
    let options = try DriverOptions.parse(["--state", folder.url.appending(path: "a/b").path])
    let storages = options.storages(now: { .sample })
    #expect(await driver.play("login taro@example.com password123", storages: storages) == nil)
    #expect(try folder.fileNames == ["a"])
    let second = DriverBackend.embedded(storage: storages.session)
    let player = Player(
      second.environment(.english, storages: storages), on: second,
      transcript: driver.transcript(json: true))
    #expect(player.root.screenText == "Loading…")
    await player.launch()
    #expect(
      driver.text.hasSuffix(
        #"{"store":"auth","action":"restore","from":"signedOut","to":"signedIn","text":"太郎"}"# + "\n"))
  }

  @Test func `A script is UTF-8, with or without a byte order mark`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "script")
    for (bytes, text) in [([0xEF, 0xBB, 0xBF] + Data("logout".utf8), "logout"), (Data(), "")] {
      try bytes.write(to: file)
      #expect(try ScriptSource(file.path).text() == text)
    }
    try Data([0x66, 0xFF]).write(to: file)
    #expect(throws: ScriptError("Cannot read “\(file.path)”. It is not UTF-8.")) {
      try ScriptSource(file.path).text()
    }
  }

  @Test func `A named pipe is read to its end, and an endless device is refused`() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    Thread { try? Data("logout\n".utf8).write(to: URL(filePath: path)) }.start()
    #expect(try ScriptSource(path).text() == "logout\n")
    #expect(throws: ScriptError("Cannot read “/dev/zero”. It is larger than 16 MiB.")) {
      try ScriptSource("/dev/zero").text()
    }
  }

  @Test(arguments: [
    ("", "There is no such file."), ("/", "It is a folder."),
  ])
  func `A missing file or a folder is not a script`(path: String, reason: String) {
    #expect(throws: ScriptError("Cannot read “\(path)”. \(reason)", kind: .noInput)) { try ScriptSource(path).text() }
  }
}
