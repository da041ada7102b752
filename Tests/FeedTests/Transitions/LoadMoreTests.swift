import Core
import Feed
import StoreExploring
import Testing

/// `loadMore()` while posts are shown.
@MainActor
struct LoadMoreTests {
  @Test func `older posts come below, to the end`() async throws {
    let feed = try await HeldFeed(.loaded)
    try await feed.expect([
      .posts([5, 4, 3], next: 3), .posts([5, 4, 3], next: 3, .loadingMore), .posts([5, 4, 3, 2], next: 2),
      .posts([5, 4, 3, 2], next: 2, .loadingMore), .posts([5, 4, 3, 2, 1]),
    ]) {
      for page in [Sample.page([2], next: 2), Sample.page([1])] {
        let older = try #require(feed.store.state.shownPosts.last)
        let action = feed.start(.loadMore)
        #expect(feed.paging.calls == [FeedPageRequest(timeline: "home", maxID: older.id)])
        try await feed.answer(action, .success(page))
      }
    }
  }

  @Test func `after a failure the posts stay, a notice says why, and the same page can be asked for`() async throws {
    let feed = try await HeldFeed(.loaded)
    try await feed.expect(
      [.posts([5, 4, 3], next: 3), .posts([5, 4, 3], next: 3, .loadingMore), .posts([5, 4, 3], next: 3)],
      notices: [nil, Sample.offlineRead]
    ) {
      try await feed.answer(feed.start(.loadMore), .failure(.noNetwork))
    }
    feed.start(.loadMore)
    #expect(feed.paging.calls == [FeedPageRequest(timeline: "home", maxID: "3")])
    try await feed.end()
  }

  @Test func `posts that came before do not come twice, and late ones find their place`() async throws {
    let feed = try await HeldFeed(.loadingMore)
    let content = FeedContent(
      FeedPage(posts: [7, 5, 4, 3, 2].map { Sample.post($0) }, nextMaxID: "2"), timelines: Sample.timelines())
    try await feed.expect([.posts([5, 4, 3], next: 3, .loadingMore), .loaded(content)]) {
      try await feed.answer(try feed.pending, .success(Sample.page([4, 3, 7, 2, 3], next: 2)))
    }
  }

  @Test func `an empty page that is not the last goes on to the next`() async throws {
    let feed = try await HeldFeed(.loadingMore)
    try await feed.expect([.posts([5, 4, 3], next: 3, .loadingMore), .posts([5, 4, 3], next: 2)]) {
      try await feed.answer(try feed.pending, .success(Sample.page([], next: 2)))
    }
  }

  @Test func `a server that repeats its cursor has come to its end`() async throws {
    let feed = try await HeldFeed(.loadingMore)
    try await feed.expect([.posts([5, 4, 3], next: 3, .loadingMore), .posts([5, 4, 3])]) {
      try await feed.answer(try feed.pending, .success(Sample.page([5, 4, 3], next: 3)))
      try await feed.start(.loadMore).finish()
    }
    #expect(feed.waiting == 0)
  }
}
