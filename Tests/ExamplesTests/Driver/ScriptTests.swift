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

  // MARK: Words

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
  ])
  func `A line is split as in a shell`(line: String, words: [String]) throws {
    #expect(try ShellWords(line).words == words)
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["x", "''", "\\x"])
  func `A word of megabytes is read in linear time`(part: String) throws {
    let line = String(repeating: part, count: 1_000_000)
    #expect(try ShellWords(line).words.map(\.count) == [part == "''" ? 0 : 1_000_000])
  }

  // MARK: Errors

  private nonisolated static let failUsage = "Usage: fail METHOD PATH KIND [TIMES]"

  @Test(arguments: [
    (
      "lgoin taro@example.com password123",
      "Unknown action “lgoin”. Available: login, signup, login-with, restore, logout, dismiss, feed, mypage, open, "
        + "relaunch, fail, expect."
    ),
    (
      "feed lod",
      "Unknown action “lod” after “feed”. Available: load, refresh, more, timeline, post, compose, dismiss."
    ),
    ("mypage", "Missing action after “mypage”. Available: load, save, delete, dismiss."),
    (#"feed post "half a line"#, "The quote \" at column 11 is not closed."),
    ("feed load now", "Unexpected argument 'now'. Usage: feed load"),
    (
      "open https://example.com",
      "The value 'https://example.com' is invalid for '<link>': Unknown link. Available: \(DeepLink.forms.joined(separator: ", ")). Usage: open focal://…"
    ),
    ("login taro@example.com", "Missing password. Usage: login EMAIL PASSWORD"),
    ("login", "Invalid arguments. Usage: login EMAIL PASSWORD"),
    ("login --pass a b", "Invalid arguments. Usage: login EMAIL PASSWORD Arguments that begin with - go after --."),
    (
      #"feed post "-5°C this morning""#,
      #"Invalid arguments. Usage: feed post "TEXT" [--reply-to ID] Arguments that begin with - go after --."#
    ),
    (
      "expect feed ready",
      "Unknown state “ready” of feed. Available: idle, loading, loaded, empty, notAuthorized, error. "
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

  @Test(arguments: ["fail GET /v1/me banana", "fail GOT /v1/me 503", "login-with gogle", "expect shop open"])
  func `A word that is not one of a list is reported with the list`(line: String) async throws {
    let failure = try #require(await driver.play(line))
    #expect(failure.error.kind == .usage)
    #expect(failure.error.message.contains("Please provide one of"))
  }

  @Test func `The help option of an action shows its help`() async throws {
    let failure = try #require(await driver.play("feed post --help"))
    #expect(failure.error.message.contains("Sends a post."))
  }

  @Test func `A fault at an unknown route is a failure`() async throws {
    let failure = try #require(await driver.play("fail PUT /v1/posts 503"))
    #expect(failure.error.kind == .failed)
    #expect(failure.error.message.hasPrefix("PUT /v1/posts is not a route. Available: POST /v1/login, "))
  }

  @Test(arguments: [
    ("expect auth signedIn 花子", "Expected auth signedIn 花子; found auth signedIn 太郎."),
    ("expect auth signedOut", "Expected auth signedOut; found auth signedIn 太郎."),
  ])
  func `An expectation that does not hold says what was found`(line: String, message: String) async {
    let failure = await driver.play("login taro@example.com password123\n\(line)")
    #expect(failure == ScriptFailure(line: 2, error: ScriptError(message, kind: .failed)))
  }

  // MARK: Playing

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `Lines end as on any system`(end: String) async {
    let script = ["restore", "", "login taro@example.com password123", "expect auth signedIn 太郎", ""]
    #expect(await driver.play(script.joined(separator: end)) == nil)
  }

  @Test(arguments: ["\u{2028}", "\u{0B}", "\u{85}"])
  func `Other line separators of Unicode do not end a line`(separator: String) async {
    #expect(await driver.play("mypage save \"\(separator)\" 1\nexpect auth signedOut") == nil)
  }

  @Test func `A relaunched app keeps its user`() async {
    let script = """
      login-with facebook
      relaunch
      expect auth signedIn 太郎
      expect feed idle
      logout
      relaunch
      expect auth signedOut
      """
    #expect(await driver.play(script) == nil)
  }

  @Test func `Two runs with the same state folder share their user`() async throws {
    let folder = try TemporaryFolder()
    let storages = try DriverOptions.parse(["--state", folder.url.appending(path: "a/b").path]).storages
    #expect(await driver.play("login taro@example.com password123", storages: storages) == nil)
    #expect(try folder.fileNames == ["a"])
    let second = DriverBackend.embedded(session: try #require(try await storages.session.load()))
    let player = Player(
      second.environment(.english, storages: storages), faults: second.faults,
      transcript: driver.transcript(json: true))
    await player.launch()
    #expect(player.state(of: .auth) == StateText(name: "signedIn", text: "太郎"))
  }

  // MARK: Sources

  private func script(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> String {
    let file = folder.url.appending(path: "script")
    try Data(bytes).write(to: file)
    return file.path
  }

  @Test func `A script is UTF-8, with or without a byte order mark`() throws {
    let folder = try TemporaryFolder()
    #expect(try ScriptSource(script([0xEF, 0xBB, 0xBF] + "logout".utf8, in: folder)).text() == "logout")
    #expect(try ScriptSource(script([], in: folder)).text().isEmpty)
    let path = try script([0x66, 0xFF], in: folder)
    #expect(throws: ScriptError("Cannot read “\(path)”. It is not UTF-8.")) { try ScriptSource(path).text() }
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
    ("", "There is no such file."), ("/nowhere/at all", "There is no such file."), ("/", "It is a folder."),
  ])
  func `A missing file or a folder is not a script`(path: String, reason: String) {
    #expect(throws: ScriptError("Cannot read “\(path)”. \(reason)", kind: .noInput)) { try ScriptSource(path).text() }
  }
}
