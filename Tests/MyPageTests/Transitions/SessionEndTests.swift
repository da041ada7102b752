import Core
import MyPage
import StoreExploring
import Testing

/// The end of the session leaves as a Route, once, and never as a notice.
@MainActor
struct SessionEndTests {
  nonisolated static let cells: [(MyPageAction, MyPageSituation, [MyPageState])] = [
    (.load, .saved, [.saved()]),
    (
      .save, .unsaved,
      [.unsaved(), .unsaved(.saving, form: MyPageAction.input), .unsaved(form: MyPageAction.input)]
    ),
    (.delete, .saved, [.saved(), .saved(.deleting), .saved()]),
  ]

  @Test(arguments: cells)
  func `what is shown stays`(
    action: MyPageAction, situation: MyPageSituation, states: [MyPageState]
  ) async throws {
    let page = try await HeldMyPage(situation)
    try await page.expect(states, routes: [.sessionEnded]) {
      try await page.fail(page.start(action), with: .sessionEnded)
    }
  }

  @Test(arguments: [MyPageAction.save, .delete])
  func `an overtaken fetch that notices says so, once`(action: MyPageAction) async throws {
    let page = try await HeldMyPage(.fetching)
    let fetch = try page.pending
    let later = page.start(action)
    try await page.expect([page.store.state, .saved()], routes: [.sessionEnded]) {
      try page.reading.fail(with: .sessionEnded)
      try await fetch.finish()
      try await page.fail(later, with: .cancelled)
    }
  }

  @Test(arguments: [true, false])
  func `of two calls that the server refuses one is the end and the other is silent`(
    isFirstReleased: Bool
  ) async throws {
    let page = try await ServedMyPage(holdsCalls: true)
    let load = page.start { await $0.load() }
    try page.held.release()
    try await load.finish()
    page.backend.endSessions()
    let fetch = page.start { await $0.load() }
    let save = page.start { await $0.save(name: "太郎", gender: 1) }
    try page.held.release(call: isFirstReleased ? 0 : 1)
    try await (isFirstReleased ? fetch : save).finish()
    try page.held.release()
    try await (isFirstReleased ? save : fetch).finish()
    #expect(page.routes == [.sessionEnded])
    #expect(page.store.notice == nil)
    #expect(!page.flags.isSaved(for: "user-1"))
  }
}
