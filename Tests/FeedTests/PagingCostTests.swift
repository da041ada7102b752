import Core
import Observation
import StoreExploring
import Testing

@testable import Feed

/// What a page or a post costs does not grow with what is already there: what is counted is work, and not time.
@MainActor
struct PagingCostTests {
  private static let count = 100_000

  /// Where the two halves of the posts lie.
  private struct Places: Hashable {
    let top: UInt
    let bottom: UInt

    init(_ posts: PostList) {
      top = posts.top.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      bottom = posts.bottom.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }

  /// A Store that shows many posts; a post's number grows with time.
  private func feedWithManyPosts() async throws -> HeldFeed {
    let feed = HeldFeed()
    let first = Self.count * 2
    let page = FeedPage(posts: (0..<Self.count).map { Sample.post(first - $0) }, nextMaxID: "\(first)")
    try await feed.answer(feed.start(.load), .success(page))
    return feed
  }

  private func posts(_ feed: HeldFeed) throws -> PostList {
    try #require(feed.store.state.content).posts
  }

  private func loadMore(_ feed: HeldFeed, _ page: FeedPage) async throws {
    try await feed.answer(feed.start(.loadMore), .success(page))
  }

  private func post(_ feed: HeldFeed, _ number: Int) async throws {
    let action = feed.start(.post)
    try feed.sending.succeed(with: Sample.post(number))
    try await action.finish()
  }

  /// How often the posts are moved: when there is no more room, and then for as many again.
  @Test func `100 pages below 100,000 posts move them once at most`() async throws {
    let feed = try await feedWithManyPosts()
    var places: Set = [Places(try posts(feed))]
    for number in 0..<100 {
      let newest = Self.count - number * 20
      let page = FeedPage(
        posts: (0..<20).map { Sample.post(newest - $0) }, nextMaxID: "\(newest - 19)")
      try await loadMore(feed, page)
      places.insert(Places(try posts(feed)))
    }
    #expect(try posts(feed).count == Self.count + 2_000)
    #expect(places.count <= 2)
  }

  @Test func `100 posts on top of 100,000 move none of them`() async throws {
    let feed = try await feedWithManyPosts()
    let before = Places(try posts(feed))
    for number in 1...100 { try await post(feed, Self.count * 2 + number) }
    let posts = try posts(feed)
    #expect(posts.first == Sample.post(Self.count * 2 + 100))
    #expect([posts.top.count, posts.bottom.count] == [100, Self.count])
    #expect(Places(posts).bottom == before.bottom)
  }

  @Test func `a post, a repeated page and a failure do not move the posts at all`() async throws {
    let feed = try await feedWithManyPosts()
    try await loadMore(feed, Sample.page([100], next: 100))
    try await post(feed, Self.count * 2 + 1)
    let before = Places(try posts(feed))
    try await loadMore(feed, Sample.page([100, 99], next: 99))
    try await feed.answer(feed.start(.loadMore), .failure(.noNetwork))
    try await feed.answer(feed.start(.refresh), .failure(.noNetwork))
    let cancelled = feed.start(.select)
    cancelled.cancel()
    try await cancelled.finish()
    #expect(try posts(feed).count == Self.count + 3)
    #expect(Places(try posts(feed)) == before)
  }

  @Test func `a page and a post tell an observer twice each, however many posts there are`() async throws {
    let feed = try await feedWithManyPosts()
    let changes = Changes()
    changes.watch(feed.store)
    try await loadMore(feed, Sample.page([100], next: 100))
    #expect(changes.count == 2)
    try await post(feed, Self.count * 2 + 1)
    #expect(changes.count == 4)
  }
}

/// How often an observer is told of a new state; it keeps none.
@MainActor
private final class Changes {
  private(set) var count = 0

  func watch(_ store: FeedStore) {
    withObservationTracking {
      _ = store.state.activity
    } onChange: { [self] in
      MainActor.assumeIsolated {
        count += 1
        watch(store)
      }
    }
  }
}
