import Core
import MyPage
import StoreExploring
import Testing

/// Cancelled work puts back the state from before, silently.
@MainActor
struct CancellationTests {
  nonisolated static let cells: [(MyPageAction, MyPageSituation, MyPageState?)] = [
    (.load, .idle, .loading), (.load, .error, .loading), (.load, .saved, nil), (.load, .unsaved, nil),
    (.save, .unsaved, .unsaved(.saving, form: MyPageAction.input)),
    (.save, .saved, .saved(.saving, form: MyPageAction.input)),
    (.delete, .saved, .saved(.deleting)), (.delete, .unsaved, .unsaved(.deleting)),
  ]

  @Test(arguments: cells)
  func `the state from before is back`(
    action: MyPageAction, situation: MyPageSituation, during: MyPageState?
  ) async throws {
    let page = try await HeldMyPage(situation)
    let before = page.store.state
    try await page.expect(during.map { [before, $0, before] } ?? [before]) {
      let started = page.start(action)
      started.cancel()
      try await started.finish()
    }
    #expect(page.waiting == 0)
  }

  @Test func `after a cancelled action each action works`() async throws {
    for action in MyPageAction.allCases {
      let page = try await HeldMyPage(.saved)
      let cancelled = page.start(action)
      cancelled.cancel()
      try await cancelled.finish()
      for next in MyPageAction.allCases {
        let started = page.start(next)
        #expect(page.waiting == 1)
        started.cancel()
        try await started.finish()
      }
    }
  }
}
