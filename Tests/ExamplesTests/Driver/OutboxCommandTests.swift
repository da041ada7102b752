import Core
import ExampleApp
import Feed
import Foundation
import TestSupport
import Testing

@testable import Driver

/// The commands for unsent posts, likes and deletions.
@MainActor
struct OutboxCommandTests {
  let driver = PlayedDriver()
  private let login = "login taro@example.com password123\nfeed load\n"

  @Test(arguments: [("feed retry 1", 0), ("feed discard 0", 1), ("feed discard 2", 1), ("feed retry -- -1", 1)])
  func `A number that no unsent post has is an error with the number of unsent posts`(line: String, unsent: Int) async {
    let failing = unsent > 0 ? "fail POST /v1/posts offline\nfeed post A\n" : ""
    let failure = await driver.play(login + failing + line)
    #expect(failure?.error.kind == .failed)
    #expect(failure?.error.message.hasPrefix("There is no unsent post ") == true)
    #expect(failure?.error.message.hasSuffix(". Unsent: \(unsent).") == true)
  }

  @Test func `Unsent posts are numbered from the oldest, and survive the end of the process in the state folder`()
    async throws
  {
    let folder = try TemporaryFolder()
    let storages = AppStorages.files(in: folder.url)
    let script = """
      fail POST /v1/posts offline 2
      feed post A
      feed post B
      relaunch
      feed load
      feed discard 1
      """
    #expect(await driver.play(login + script, storages: storages) == nil)
    #expect(try await storages.drafts.load(for: "user-1").unsent.map(\.text) == ["B"])
    #expect(driver.text.contains("1. A\n") && driver.text.contains("2. B\n"))
    #expect(await driver.play("feed load\nfeed retry 1", storages: .files(in: folder.url)) == nil)
    #expect(try await storages.drafts.load(for: "user-1") == Drafts())
    #expect(driver.text.hasSuffix("#138 · ♡0\n        B\n"))
  }

  @Test func `A deletion of the account whose response is lost leaves nothing once the server is reached again`()
    async throws
  {
    let folder = try TemporaryFolder()
    let script = """
      fail POST /v1/posts offline
      feed post A
      fail DELETE /v1/me lost
      delete-account password123
      expect auth signedIn
      relaunch
      expect auth signedOut
      """
    let storages = AppStorages.files(in: folder.url)
    #expect(await driver.play(login + script, storages: storages) == nil)
    #expect(try await storages.session.load() == nil)
    #expect(try await storages.drafts.load(for: "user-1") == Drafts())
  }

  @Test func `A post is named by its position on the timeline too`() async {
    let lines = "feed like @2\nopen focal://compose?reply_to=@2\nfeed post A --reply-to @2\nfeed compose --reply-to @1"
    #expect(
      await driver.play(login + "\(lines)\nfail DELETE /v1/posts/@3/like 503\nfeed unlike @3\nfeed delete @1") == nil)
    #expect(driver.text.components(separatedBy: "#132 · ♥7").count == 3)
    #expect(driver.text.components(separatedBy: "Reply @noa").count == 2)
    #expect(driver.text.contains("Replying to @noa: A") && driver.text.contains("Reply @taro"))
    #expect(driver.backend.requests.last?.path == "/v1/posts/138")
    for post in ["@0", "@21", "@x", "@"] {
      let failure = await driver.play(login + "feed like \(post)")
      #expect(failure?.error == ScriptError("There is no post \(post). Posts on the timeline: 20.", kind: .failed))
    }
    #expect(await driver.play("feed delete @1")?.error.message == "There is no post @1. Posts on the timeline: 0.")
  }

  @Test(arguments: ["like", "unlike", "delete"])
  func `A reaction to a post that the timeline does not show is an error`(action: String) async {
    let failure = await driver.play(login + "feed \(action) 999999")
    #expect(failure?.error == ScriptError("There is no post 999999. Posts on the timeline: 20.", kind: .failed))
  }

  @Test func `A thread is loaded by a command and by a link, and shown from its post on`() async {
    let script = "feed post A --reply-to @2\nfeed thread @3\nexpect feed loaded\nopen focal://post/@1\nfeed thread 999"
    #expect(await driver.play(login + script) == nil)
    #expect(driver.text.contains("→ loaded         Thread · "))
    #expect(driver.text.contains("Replying to @noa: A"))
    #expect(driver.text.contains("Couldn’t Load This post couldn’t be found."))
    #expect(
      driver.backend.requests.map(\.path).filter { $0.hasSuffix("/thread") } == [
        "/v1/posts/132/thread", "/v1/posts/132/thread", "/v1/posts/999/thread",
      ])
  }

  @Test func `A like is shown as a heart with a number`() async {
    #expect(await driver.play(login + "feed like 135\nfeed like 135\nfeed unlike 135") == nil)
    #expect(driver.text.components(separatedBy: "#135 · ♥").count == 3)
    #expect(driver.text.components(separatedBy: "#135 · ♡").count == 3)
  }
}
