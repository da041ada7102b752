import MyPage
import StoreExploring
import Testing

/// The cells of the table that say "ignored".
@MainActor
struct IgnoredActionTests {
  nonisolated static let cells: [(MyPageAction, MyPageSituation)] = [
    (.load, [.loading, .fetching, .saving, .deleting]),
    (.save, [.idle, .error, .loading, .saving, .deleting]),
    (.delete, [.idle, .error, .loading, .saving, .deleting]),
  ].flatMap { (action: MyPageAction, situations: [MyPageSituation]) in situations.map { (action, $0) } }

  @Test(arguments: cells)
  func `an ignored action returns at once, asks nobody and changes nothing`(
    action: MyPageAction, situation: MyPageSituation
  ) async throws {
    let page = try await HeldMyPage(situation)
    let waiting = page.waiting
    await page.expect([page.store.state]) {
      let ignored = page.start(action)
      #expect(ignored.hasReturned)
    }
    #expect(page.waiting == waiting)
    try await page.end()
  }

  @Test func `what went on before goes on after an ignored action`() async throws {
    let page = try await HeldMyPage(.loading)
    let loading = try page.pending
    try await page.expect([.loading, .saved()]) {
      for action in MyPageAction.allCases { page.start(action) }
      try page.reading.succeed(with: Sample.saved)
      try await loading.finish()
    }
  }
}
