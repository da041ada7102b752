import Feed
import StoreExploring
import Testing

/// The cells of the table that say "ignored".
@MainActor
struct IgnoredActionTests {
  nonisolated static let cells: [(FeedAction, FeedSituation)] = [
    (.load, [.loading, .loaded, .refreshing, .loadingMore, .posting]),
    (.refresh, [.loading, .refreshing, .posting]),
    (.loadMore, [.idle, .empty, .error, .notAuthorized, .loading, .refreshing, .loadingMore, .posting]),
    (.post, [.loading, .posting]),
  ].flatMap { (action: FeedAction, situations: [FeedSituation]) in situations.map { (action, $0) } }

  @Test(arguments: cells)
  func `an ignored action returns at once, asks nobody and changes nothing`(
    action: FeedAction, situation: FeedSituation
  ) async throws {
    let feed = try await HeldFeed(situation)
    let waiting = feed.waiting
    await feed.expect([feed.store.state]) {
      let ignored = feed.start(action)
      #expect(ignored.hasReturned)
    }
    #expect(feed.waiting == waiting)
    try await feed.end()
  }

  @Test func `what went on before goes on after an ignored action`() async throws {
    let feed = try await HeldFeed(.loading)
    let loading = try feed.pending
    try await feed.expect([.loading, .posts([2, 1])]) {
      feed.start(.load)
      feed.start(.post)
      try await feed.answer(loading, .success(Sample.page([2, 1])))
    }
    #expect(feed.store.draft == nil)
  }

  @Test func `there is nothing more to load at the end`() async throws {
    let feed = HeldFeed()
    try await feed.answer(feed.start(.load), .success(Sample.page([2, 1])))
    try await feed.expect([.posts([2, 1])]) { try await feed.start(.loadMore).finish() }
    #expect(feed.waiting == 0)
  }
}
