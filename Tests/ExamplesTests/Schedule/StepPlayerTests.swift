import Core
import Foundation
import TestSupport
import Testing

@testable import Driver

/// `play --step`: what a terminal shows of each step, and the files that it reads and writes.
@MainActor
struct StepPlayerTests {
  private static let race = "login taro@example.com password123\nlogout\nanswer 1\n"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  /// Plays a text, and returns what the terminal shows.
  private func play(_ text: String, isHasty: Bool = false, record: String? = nil) async throws(ScriptError) -> String {
    let shown = Log<String>()
    let player = StepPlayer(
      language: .english, isHasty: isHasty, record: record, transcript: { shown.append($0.text()) })
    try await player.play(text, named: "race.txt")
    return shown.values.joined()
  }

  @Test func `Each step is shown with what it does and the calls that wait`() async throws {
    #expect(
      try await play("login taro@example.com password123\nanswer 1 offline\nback 2\nlogout") == """

          › launch
            screen                FOCAL Architecture Demo  [Email] [Password] (Sign Up) (Sign in with Apple) (Sign in with \
        Facebook) (Sign in with Google) (Sign In)

          › login ••••••••
            auth    signedOut     → loading
            screen                FOCAL Architecture Demo  [Email] [Password] Loading…
              open
                1. POST /v1/login — answered, 401, 503, malformed, offline, timeout, lost
              running
                "login taro@example.com password123"

          › POST /v1/login answers offline
            auth    loading       → error          Check your network connection.
            screen                FOCAL Architecture Demo  ! Check your network connection.  [Email] \
        [Password] (Sign Up) (Sign in with Apple) (Sign in with Facebook) (Sign in with Google) (Sign In)

          › back to launch

          › logout

        """)
  }

  @Test func `A recording is written, is played again, and says where another app differs`() async throws {
    _ = try await play(Self.race, record: path("race.json"))
    let recording = try String(contentsOfFile: path("race.json"), encoding: .utf8)
    let again = try await play(recording)
    #expect(again.contains("› POST /v1/login answers answered"))
    let error = await #expect(throws: ScriptError.self) { try await play(recording, isHasty: true) }
    #expect(
      error?.message.hasPrefix("race.txt: Step 4, “POST /v1/login answers answered”, does something else") == true)
    #expect(error?.kind == .failed)
  }

  @Test func `A script and a test are written, by the ending of the file`() async throws {
    _ = try await play(Self.race, record: path("race.txt"))
    let script = try String(contentsOfFile: path("race.txt"), encoding: .utf8)
    #expect(script == "login taro@example.com password123\nlogout\nanswer \"POST /v1/login\" answered\n")
    _ = try await play(script, record: path("Race.swift"))
    #expect(try String(contentsOfFile: path("Race.swift"), encoding: .utf8).contains("explorer.replay(["))
  }

  @Test(arguments: [
    ("login taro@example.com password123\nanswer 2", "race.txt:2: No such call is open: 2. Open: \"POST /v1/login\"."),
    (
      "login taro@example.com password123\nanswer 1 404",
      "race.txt:2: POST /v1/login does not get the answer “404”. "
        + "Available: answered, 401, 503, malformed, offline, timeout, lost."
    ),
    ("back 2", "race.txt:1: There is no step -1. Steps: 1."),
    ("expect auth error", "race.txt:1: Expected auth error; found auth signedOut."),
    ("{", "race.txt: It is not a recording, or it is cut: there is no JSON with a “version”."),
  ])
  func `A line that cannot be carried out is an error with its number`(script: String, message: String) async {
    await #expect(throws: ScriptError(message, kind: script == "{" ? .usage : .failed)) { try await play(script) }
  }

  @Test func `The steps before a failed line are written, and a file that cannot be is told before the first`()
    async throws
  {
    await #expect(throws: ScriptError.self) { try await play("logout\nanswer 1", record: path("steps.txt")) }
    #expect(try String(contentsOfFile: path("steps.txt"), encoding: .utf8) == "logout\n")
    for nowhere in [path("no folder/steps.txt"), folder.url.path] {
      await #expect(
        throws: ScriptError("Cannot write “\(nowhere)”. Is there such a folder, and may you write to it?")
      ) { try await play("logout", record: nowhere) }
    }
  }

  @Test func `A prompt takes steps, and goes on after a line that fails`() async throws {
    let shown = Log<String>()
    var lines = ["logn", "login taro@example.com password123", "answer 1 503", "quit"]
    let player = StepPlayer(
      language: .english, isHasty: false, record: path("prompt.txt"), transcript: { shown.append($0.text()) })
    let prompt = Prompt(
      readLine: { _ in lines.isEmpty ? nil : lines.removeFirst() }, write: { _ in }, printError: { shown.append($0) })
    await #expect(throws: ScriptError.self) { try await player.play(from: prompt) }
    #expect(shown.values.joined().contains("auth    loading       → error"))
    #expect(shown.values.contains { $0.hasPrefix("Unknown action “logn”.") })
    let script = try String(contentsOfFile: path("prompt.txt"), encoding: .utf8)
    #expect(script == "login taro@example.com password123\nanswer \"POST /v1/login\" 503\n")
  }

  @Test func `A line of the scheduler is refused where calls are answered by themselves`() async {
    let driver = PlayedDriver()
    #expect(await driver.play("answer 1")?.error == ScriptError("Calls are answered by themselves without --step."))
  }
}
