import Core
import MyPage
import StoreExploring
import Testing

@MainActor
struct CancellationTests {
  nonisolated static let cells: [(Action, Situation, MyPageState?)] = [
    (.load, .idle, .loading), (.load, .error, .loading), (.load, .saved, nil), (.load, .unsaved, nil),
    (.save, .idle, .unsaved(.saving, form: .typed)), (.save, .error, .unsaved(.saving, form: .typed)),
    (.save, .unsaved, .unsaved(.saving, form: .typed)), (.save, .saved, .saved(.saving, form: .typed)),
    (.delete, .saved, .saved(.deleting)), (.delete, .unsaved, .unsaved(.deleting)),
  ]

  @Test(arguments: cells)
  func `A cancelled action restores the state, silently, and can be repeated`(
    action: Action, situation: Situation, during: MyPageState?
  ) async throws {
    let page = try await MyPageHarness(situation)
    let before = page.store.state
    let states = during.map { [before, $0, before, $0, before] } ?? [before]
    try await page.expect(states) {
      for _ in 1...2 {
        let started = page.start(action)
        #expect(page.waiting == 1)
        started.cancel()
        try await started.finish()
      }
    }
    #expect(page.waiting == 0)
  }
}
