import Core
import Feed
import StoreExploring
import Testing

/// Cancelled work puts back the state from before, silently.
@MainActor
struct CancellationTests {
  nonisolated static let withoutPosts = FeedSituation.withoutPosts.flatMap { situation in
    [FeedAction.load, .refresh, .select, .post].map { ($0, situation) }
  }

  @Test(arguments: withoutPosts)
  func `without posts the state from before is back`(action: FeedAction, situation: FeedSituation) async throws {
    let feed = try await HeldFeed(situation)
    let before = feed.store.state
    try await feed.expect([before, .loading, before]) {
      let started = feed.start(action)
      started.cancel()
      try await started.finish()
    }
    #expect(feed.waiting == 0)
  }

  @Test(arguments: [
    (FeedAction.refresh, FeedState.posts([5, 4, 3], next: 3, .refreshing)),
    (.loadMore, .posts([5, 4, 3], next: 3, .loadingMore)), (.select, .loading),
    (.post, .posts([5, 4, 3], next: 3, .posting)),
  ])
  func `while posts are shown they stay`(action: FeedAction, during: FeedState) async throws {
    let feed = try await HeldFeed(.loaded)
    let before = feed.store.state
    try await feed.expect([before, during, before]) {
      let started = feed.start(action)
      started.cancel()
      try await started.finish()
    }
  }

  @Test(arguments: [FeedSituation.refreshing, .loadingMore])
  func `a choice that is taken back ends the reading that it overtook`(situation: FeedSituation) async throws {
    let feed = try await HeldFeed(situation)
    let reading = try feed.pending
    try await feed.expect([feed.store.state, .loading, .posts([5, 4, 3], next: 3)]) {
      let select = feed.start(.select)
      select.cancel()
      try await select.finish()
      try feed.paging.succeed(with: Sample.page([9]))
      try await reading.finish()
    }
  }

  @Test(arguments: [FeedSituation.refreshing, .loadingMore])
  func `a reading that is cancelled while a post is sent leaves the post alone`(
    situation: FeedSituation
  ) async throws {
    let feed = try await HeldFeed(situation)
    let reading = try feed.pending
    let before = feed.store.state
    try await feed.expect([before, .posts([5, 4, 3], next: 3, .posting), .posts([6, 5, 4, 3], next: 3)]) {
      let post = feed.start(.post)
      reading.cancel()
      try await reading.finish()
      try feed.sending.succeed(with: Sample.post(6))
      try await post.finish()
    }
  }

  @Test func `an overtaken action that is cancelled changes nothing`() async throws {
    let feed = try await HeldFeed(.loading)
    let load = try feed.pending
    try await feed.expect([.loading, .posts([2, 1], of: Sample.swift)]) {
      let select = feed.start(.select)
      load.cancel()
      try await load.finish()
      try await feed.answer(select, .success(Sample.page([2, 1])))
    }
  }

  @Test func `after a cancelled load the next one works`() async throws {
    let feed = try await HeldFeed(.loading)
    let load = try feed.pending
    load.cancel()
    try await load.finish()
    try await feed.expect([.idle, .loading, .posts([1])]) {
      try await feed.answer(feed.start(.load), .success(Sample.page([1])))
    }
  }

  @Test func `a cancelled post keeps its draft, so that sending it again is the same post`() async throws {
    let feed = try await HeldFeed(.posting)
    let post = try feed.pending
    post.cancel()
    try await post.finish()
    feed.start(.post)
    #expect(feed.sending.calls.map(\.idempotencyKey) == ["key-1"])
    try await feed.end()
  }
}
