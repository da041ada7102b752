import Core
import Feed
import StoreExploring
import TestSupport
import Testing

/// A refresh keeps the reader's place where the first page touches what is shown.
@MainActor
struct RefreshTests {
  /// What is shown, the first page, and what is shown then with the number of new posts.
  struct Example: Sendable {
    var shown = [5, 4, 3]
    let page: [Int]
    let expected: [Int]
    var newPosts = 0
    var next = 3
  }

  @Test(arguments: [
    Example(page: [8, 7, 6, 5], expected: [8, 7, 6, 5, 4, 3], newPosts: 3),
    Example(page: [6, 5, 4, 3, 2], expected: [6, 5, 4, 3, 2], newPosts: 1),
    Example(page: [5, 4], expected: [5, 4, 3]),
    // 4 was deleted.
    Example(page: [6, 5, 3], expected: [6, 5, 3], newPosts: 1),
    // 5 was deleted, and the page ends before 3.
    Example(page: [7, 4], expected: [7, 4, 3], newPosts: 1),
    // The page is out of order, so that what it lacks may come later.
    Example(page: [5, 6, 3], expected: [6, 5, 4, 3], newPosts: 1),
    // There may be posts between 7 and 5.
    Example(page: [8, 7], expected: [8, 7], next: 7), Example(page: [], expected: [], next: 9),
  ])
  func `The first page joins what is shown where they touch, and else takes its place`(example: Example) async throws {
    let feed = try await FeedHarness(.loaded)
    let next = example.next == 3 ? 30 : example.next
    try await feed.finish(feed.start(.refresh), .success(.sample(example.page, next: next)))
    let content = try #require(feed.store.state.content)
    #expect(feed.store.state.posts.map(\.id) == example.expected.map(String.init))
    #expect(content.unread == example.expected.prefix(example.newPosts).map(String.init))
    #expect(content.reading == .idle)
    #expect(content.nextCursor == "\(example.next)")
  }

  @Test func `The notice of a refresh that failed goes with the next one`() async throws {
    let feed = try await FeedHarness(.loaded)
    try await feed.finish(feed.start(.refresh), .failure(.noNetwork))
    #expect(feed.store.notice != nil)
    let refresh = feed.start(.refresh)
    #expect(feed.store.notice == nil)
    try await feed.finish(refresh, .success(.sample([5, 4, 3], next: 3)))
  }

  @Test func `A post with the date of the last one of the page stays, as the server may order the two otherwise`()
    async throws
  {
    let feed = FeedHarness()
    let (above, below) = (post("a"), post("b"))
    let shown = FeedPage(posts: [.sample(5), above, below], nextCursor: "1")
    try await feed.finish(feed.start(.load), .success(shown))
    let page = FeedPage(posts: [.sample(6), .sample(5), above], nextCursor: "2")
    try await feed.finish(feed.start(.refresh), .success(page))
    #expect(feed.store.state.posts.map(\.id) == ["6", "5", "b", "a"])
  }

  private func post(_ id: Post.ID) -> Post {
    Post(id: id, author: Post.sample(1).author, text: "", createdAt: Post.sample(4).createdAt)
  }

  @Test(arguments: [(1_001, "0"), (1_002, "9")])
  func `A page that reaches over more than 1,000 posts takes their place`(count: Int, cursor: String) async throws {
    let feed = FeedHarness()
    try await feed.finish(feed.start(.load), .success(.sample((1...count).reversed(), next: 0)))
    try await feed.finish(feed.start(.refresh), .success(.sample([count, 1], next: 9)))
    #expect(feed.store.state.posts.map(\.id) == ["\(count)", "1"])
    #expect(feed.store.state.content?.nextCursor == cursor)
  }

  @Test func `A page without a next one is the whole timeline`() async throws {
    let feed = try await FeedHarness(.loaded)
    try await feed.finish(feed.start(.refresh), .success(.sample([6, 5])))
    #expect(feed.store.state == .loaded([6, 5]))
  }

  @Test func `New posts are unread, but for the user’s own and deleted ones, until they are marked as read`()
    async throws
  {
    let feed = try await FeedHarness(.loaded)
    feed.store.show(posted: .sample(7))
    var unread: [[Post.ID]?] = []
    for page in [[8, 7, 6, 5], [8, 7, 6, 5], [9, 8, 6], [9, 6]] {
      try await feed.finish(feed.start(.refresh), .success(.sample(page, next: 30)))
      unread.append(feed.store.state.content?.unread)
    }
    #expect(unread == [["8", "6"], ["8", "6"], ["9", "8", "6"], ["9", "6"]])
    let delete = feed.start("delete") { await $0.react(.delete, to: "9") }
    #expect(feed.store.state.content?.unread == ["6"])
    try feed.deletions.succeed()
    try await delete.finish()
    feed.store.markRead()
    #expect(feed.store.state.content?.unread == [])
    try await feed.finish(feed.start(.refresh), .success(.sample([10, 6], next: 30)))
    #expect(feed.store.state.content?.unread == ["10"])
  }

  @Test func `A post of the user alone does not touch, because there may be others below it`() async throws {
    let feed = try await FeedHarness(.loaded)
    feed.store.show(posted: .sample(9))
    try await feed.finish(feed.start(.refresh), .success(.sample([9, 8, 7], next: 7)))
    #expect(feed.store.state == .loaded([9, 8, 7], next: 7))
  }

  @Test func `A post sent during a refresh stays, although the page lacks it`() async throws {
    let feed = try await FeedHarness(.refreshing)
    let refresh = try feed.last
    feed.store.show(posted: .sample(9))
    try await feed.finish(refresh, .success(.sample([8, 5, 4], next: 4)))
    #expect(feed.store.state.posts.map(\.id) == ["9", "8", "5", "4", "3"])
    try await feed.finish(feed.start(.refresh), .success(.sample([8, 5, 4], next: 4)))
    #expect(feed.store.state.posts.map(\.id) == ["8", "5", "4", "3"])
  }

  @Test func `Paging goes on below after a refresh, and a post that came back is shown`() async throws {
    let feed = try await FeedHarness(.loaded)
    for page in [[6, 5, 3], [6, 5, 4, 3]] {
      try await feed.finish(feed.start(.refresh), .success(.sample(page, next: 30)))
    }
    #expect(feed.store.state.posts.map(\.id) == ["6", "5", "4", "3"])
    let more = feed.start(.loadMore)
    #expect(feed.pages.calls == [FeedPageRequest(cursor: "3")])
    try await feed.finish(more, .success(.sample([2, 1])))
    #expect(feed.store.state.posts.count == 6)
    #expect(!feed.store.state.hasMore)
    try await feed.finish(feed.start(.refresh), .success(.sample([7, 6, 5], next: 5)))
    #expect(feed.store.state.posts.count == 7)
    #expect(!feed.store.state.hasMore)
  }

  @Test func `Posts above the first page that came late with an older page do not hide a gap`() async throws {
    let feed = try await FeedHarness(.loadingMore)
    try await feed.finish(feed.last, .success(.sample([8, 2], next: 2)))
    try await feed.finish(feed.start(.refresh), .success(.sample([9, 8], next: 8)))
    #expect(feed.store.state == .loaded([9, 8], next: 8))
  }
}
