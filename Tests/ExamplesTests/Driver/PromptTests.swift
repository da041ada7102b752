import Core
import ExampleApp
import Foundation
import Synchronization
import Testing

@testable import Driver

@MainActor
struct PromptTests {
  let driver = PlayedDriver()

  /// Types lines at a prompt, and answers with its complaints and the failure that it ends with.
  private func type(_ lines: [String], to player: Player) async -> (complaints: [String], failure: ScriptError?) {
    var rest = lines[...]
    var complaints: [String] = []
    let prompt = Prompt(
      readLine: { rest.popFirst() }, write: { driver.append($0) }, complain: { complaints.append($0) })
    let failure = await prompt.run(player)
    return (complaints, failure)
  }

  @Test func `a prompt goes on after a line that fails, and ends with the first failure`() async {
    let end = await type(
      ["expect auth signedIn", "feed lod", "feed dismiss"], to: driver.makePlayer(.english, json: true))
    #expect(
      end.complaints == [
        "expected auth signedIn, found auth signedOut",
        "“lod” is no action of feed. There is load, refresh, more, timeline, post, compose, dismiss.",
      ])
    #expect(end.failure == ScriptError("expected auth signedIn, found auth signedOut", kind: .failed))
    #expect(
      driver.text == """
        Type an action, such as: login taro@example.com. The end of input (Ctrl-D) leaves.
        focal> focal> focal> focal>\u{20}

        """)
  }

  @Test func `a prompt where every line is played ends without a failure`() async {
    let end = await type(["", "# nothing", "feed dismiss"], to: driver.makePlayer(.english, json: true))
    #expect(end.complaints.isEmpty)
    #expect(end.failure == nil)
  }

  @Test func `an account that was locked opens again while the clock goes on`() async {
    let clock = Mutex(DriverBackend.tourDate)
    let backend = DriverBackend.embedded(now: { clock.withLock { $0 } })
    let player = Player(
      backend.environment(.english), faults: backend.faults, transcript: driver.transcript(json: true))
    let wrong = Array(repeating: "login taro@example.com wrong", count: 5)
    let locked = await type(wrong + ["login taro@example.com password123", "expect auth error"], to: player)
    #expect(locked.failure == nil)
    clock.withLock { $0 += 31 }
    let open = await type(["login taro@example.com password123", "expect auth signedIn 太郎"], to: player)
    #expect(open.failure == nil)
  }
}
