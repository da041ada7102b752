import Foundation
import Testing

@testable import Driver

@MainActor
struct GraphTests {
  /// The pages are written by `focal graph auth > Features/Authentication/Authentication.docc/StateMachine.md`, and so
  /// on.
  @Test(arguments: [(StoreName.auth, "Authentication"), (.feed, "Feed"), (.mypage, "MyPage")])
  func `the documented state machine is the one of the Store, and no cell of it is unknown`(
    store: StoreName, feature: String
  ) async throws {
    let file = Document.top.appending(path: "Features/\(feature)/\(feature).docc/StateMachine.md")
    let page = await StateGraph(of: store).page
    #expect(try page == String(contentsOf: file, encoding: .utf8))
    #expect(!page.contains("never reached"))
  }
}
