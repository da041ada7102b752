import Core
import Feed
import StoreExploring
import Testing

/// What a page costs does not grow with what is already there.
@MainActor
struct PagingCostTests {
  private static let count = 100_000

  /// A Store that shows many posts; a post's number grows with time.
  private func feedWithManyPosts() async throws -> HeldFeed {
    let feed = HeldFeed()
    let first = Self.count * 2
    let page = FeedPage(posts: (0..<Self.count).map { Sample.post(first - $0) }, nextMaxID: "\(first)")
    try await feed.answer(await feed.start(.load), .success(page))
    return feed
  }

  /// Where the posts lie.
  private func address(_ feed: HeldFeed) -> UInt {
    feed.store.state.shownPosts.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  private func loadMore(_ feed: HeldFeed, _ page: FeedPage) async throws {
    try await feed.answer(await feed.start(.loadMore), .success(page))
  }

  /// How often the posts are moved: when there is no more room, and then for as many again.
  @Test func `100 pages on top of 100,000 posts move them once at most`() async throws {
    let feed = try await feedWithManyPosts()
    var addresses = [address(feed)]
    for number in 0..<100 {
      let newest = Self.count - number * 20
      let page = FeedPage(
        posts: (0..<20).map { Sample.post(newest - $0) }, nextMaxID: "\(newest - 19)")
      try await loadMore(feed, page)
      if address(feed) != addresses.last { addresses.append(address(feed)) }
    }
    #expect(feed.store.state.shownPosts.count == Self.count + 2_000)
    #expect(addresses.count <= 2)
  }

  @Test func `a post, a repeated page and a failure do not move them at all`() async throws {
    let feed = try await feedWithManyPosts()
    try await loadMore(feed, Sample.page([100], next: 100))
    let before = address(feed)
    let cancelled = await feed.start(.select)
    cancelled.cancel()
    try await cancelled.finish()
    let post = await feed.start(.post)
    try feed.sending.succeed(with: Sample.post(Self.count * 2 + 1))
    try await post.finish()
    try await loadMore(feed, Sample.page([100, 99], next: 99))
    try await feed.answer(await feed.start(.loadMore), .failure(.noNetwork))
    try await feed.answer(await feed.start(.refresh), .failure(.noNetwork))
    #expect(feed.store.state.shownPosts.count == Self.count + 3)
    #expect(address(feed) == before)
  }
}
