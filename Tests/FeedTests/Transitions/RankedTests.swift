import Core
import Feed
import StoreExploring
import Testing

/// A timeline whose order is the server's.
@MainActor
struct RankedTests {
  private func ranked(_ numbers: [Int], next: Int?) -> FeedPage {
    FeedPage(posts: numbers.map { .sample($0) }, nextCursor: next.map(String.init), order: .ranked)
  }

  private func feed() async throws -> FeedHarness {
    let feed = FeedHarness()
    try await feed.finish(feed.start(.load), .success(ranked([3, 5, 4], next: 1)))
    return feed
  }

  private func ids(_ feed: FeedHarness) -> [String] { feed.store.state.posts.map(\.id) }

  @Test func `A ranked timeline keeps the order of the server from page to page, without repeated posts`() async throws
  {
    let feed = try await feed()
    #expect(feed.store.state == .loaded(FeedContent(ranked([3, 5, 4], next: 1))))
    try await feed.finish(feed.start(.loadMore), .success(ranked([9, 5, 1], next: 2)))
    try await feed.finish(feed.start(.loadMore), .success(ranked([8, 2], next: nil)))
    #expect(ids(feed) == ["3", "5", "4", "9", "1", "8", "2"])
  }

  @Test func `A refresh replaces all pages of a ranked timeline, and one that becomes ranked`() async throws {
    for feed in [try await feed(), try await FeedHarness(.loaded)] {
      try await feed.finish(feed.start(.refresh), .success(ranked([4, 6, 3], next: 7)))
      #expect(feed.store.state == .loaded(FeedContent(ranked([4, 6, 3], next: 7))))
    }
  }

  @Test func `A refresh by date replaces a ranked timeline`() async throws {
    let feed = try await feed()
    try await feed.finish(feed.start(.refresh), .success(.sample([4, 6, 3], next: 7)))
    #expect(feed.store.state == .loaded([6, 4, 3], next: 7))
  }

  @Test func `What the user sends stands on top of a ranked timeline`() async throws {
    let feed = try await feed()
    feed.store.show(posted: .sample(2))
    feed.store.show(posted: .sample(6))
    #expect(ids(feed) == ["6", "2", "3", "5", "4"])
  }

  @Test func `A like that is answered during a refresh stays with its post, where the new page has it`() async throws {
    let feed = try await feed()
    let refresh = feed.start(.refresh)
    let like = feed.start("like") { await $0.react(.like, to: "5") }
    var liked = Post.sample(5)
    (liked.likes, liked.isLiked) = (1, true)
    try feed.likes.succeed(with: liked)
    try await like.finish()
    try await feed.finish(refresh, .success(ranked([4, 3, 5], next: 7)))
    #expect(ids(feed) == ["4", "3", "5"])
    #expect(feed.store.state.posts.map(\.isLiked) == [false, false, true])
  }
}
