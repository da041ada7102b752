import Core
import Feed
import StoreExploring
import Testing

/// `refresh()` while posts are shown.
@MainActor
struct RefreshTests {
  @Test func `the first page comes in place of all posts`() async throws {
    let feed = try await HeldFeed(.loaded)
    try await feed.expect([
      .posts([5, 4, 3], next: 3), .posts([5, 4, 3], next: 3, .refreshing), .posts([8, 7], next: 7),
    ]) {
      let action = feed.start(.refresh)
      #expect(feed.paging.calls == [FeedPageRequest(timeline: "home")])
      try await feed.answer(action, .success(Sample.page([8, 7], next: 7)))
    }
  }

  @Test func `a timeline whose posts are all gone is empty`() async throws {
    let feed = try await HeldFeed(.refreshing)
    try await feed.expect([.posts([5, 4, 3], next: 3, .refreshing), .empty(Sample.timelines())]) {
      try await feed.answer(try feed.pending, .success(Sample.page([])))
    }
  }

  @Test func `after a failure the posts stay and a notice says why`() async throws {
    let feed = try await HeldFeed(.refreshing)
    try await feed.expect(
      [.posts([5, 4, 3], next: 3, .refreshing), .posts([5, 4, 3], next: 3)], notices: [nil, Sample.offlineRead]
    ) {
      try await feed.answer(try feed.pending, .failure(.noNetwork))
    }
  }

  @Test func `refresh wins over older posts, which are dropped when they come first`() async throws {
    let feed = try await HeldFeed(.loadingMore)
    let more = try feed.pending
    try await feed.expect([
      .posts([5, 4, 3], next: 3, .loadingMore), .posts([5, 4, 3], next: 3, .refreshing), .posts([8], next: 8),
    ]) {
      let refresh = feed.start(.refresh)
      try feed.paging.succeed(with: Sample.page([2, 1]), call: 0)
      try await more.finish()
      try await feed.answer(refresh, .success(Sample.page([8], next: 8)))
    }
  }

  @Test(arguments: [Result<FeedPage, FeedError>.success(Sample.page([2, 1])), .failure(.noNetwork)])
  func `refresh wins over older posts, which are dropped when they come last`(
    late: Result<FeedPage, FeedError>
  ) async throws {
    let feed = try await HeldFeed(.loadingMore)
    let more = try feed.pending
    try await feed.expect([
      .posts([5, 4, 3], next: 3, .loadingMore), .posts([5, 4, 3], next: 3, .refreshing), .posts([8], next: 8),
    ]) {
      let refresh = feed.start(.refresh)
      try feed.paging.succeed(with: Sample.page([8], next: 8), call: 1)
      try await refresh.finish()
      try feed.paging.answer(late)
      try await more.finish()
    }
  }
}
