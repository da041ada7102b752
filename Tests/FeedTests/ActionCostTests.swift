import Core
import Feed
import Foundation
import Testing
import WorkCounting

/// What an action costs: work is counted, and not time.
@MainActor
struct ActionCostTests {
  private nonisolated static let count = 100_000

  /// A post whose identifier and text have to be compared to know that they are others.
  private static func post(_ number: Int) -> Post {
    Post(
      id: "\(1_000_000_000_000_000_000 + number)", author: Sample.author, text: "Post number \(number) of very many",
      createdAt: Date(timeIntervalSince1970: Double(number)))
  }

  /// A page of every second post, so that there is room for others between them.
  private static func page(below number: Int, count: Int = 20) -> FeedPage {
    FeedPage(posts: (1...count).map { post(number - $0 * 2) }, nextMaxID: "\(number - count * 2)")
  }

  /// A Store that shows many posts, and whose use cases answer at once: every page with one, every post with another.
  private func store(page: FeedPage, post: Post) async -> FeedStore {
    let first = Self.page(below: Self.count * 4, count: Self.count)
    var useCase = FeedUseCase(repository: HeldFeed.Repository())
    useCase.readTimelines = AnyUseCase { _ in [Sample.home, Sample.swift] }
    useCase.readPage = AnyUseCase { $0.maxID == nil ? first : page }
    useCase.sendPost = AnyUseCase { _ in post }
    let store = FeedStore(useCase: useCase)
    await store.load()
    return store
  }

  @Test func `no action leaves the main actor, on its whole way to the backend and back`() async throws {
    let feed = try await ServedFeed()
    let work = await Work.counted {
      await feed.store.load()
      await feed.store.loadMore()
      await feed.store.refresh()
      await feed.store.post(text: "Hello")
      await feed.store.select(timeline: "friends")
    }
    #expect(feed.posts.count > 1)
    #expect(work.globalJobs == 0)
  }

  @Test(.enabled(if: Work.countsMemory))
  func `a page below 100,000 posts looks at their end and not at all of them`() async throws {
    let store = await store(page: Self.page(below: Self.count * 2), post: Self.post(0))
    let work = await Work.counted { await store.loadMore() }
    #expect(store.state.shownPosts.count == Self.count + 20)
    #expect(work.comparisons <= 2_000)
  }

  @Test(.enabled(if: Work.countsMemory), arguments: [Self.count * 4 + 1, Self.count * 3 + 1])
  func `a post on top of 100,000 or among them is not compared with all of them`(_ number: Int) async throws {
    let store = await store(page: Self.page(below: 0), post: Self.post(number))
    let work = await Work.counted { await store.post(text: "Hello") }
    #expect(store.state.shownPosts.count == Self.count + 1)
    #expect(work.comparisons <= 500)
  }

  @Test(.enabled(if: Work.countsMemory))
  func `beginning to read and putting back what was there allocates next to nothing`() async throws {
    let store = await store(page: Self.page(below: Self.count * 2), post: Self.post(0))
    await store.select(timeline: "nowhere")
    let work = await Work.counted { await store.select(timeline: "nowhere") }
    #expect(store.state.shownPosts.count == Self.count)
    #expect(work.allocatedBytes <= 10_000)
    #expect(work.comparisons <= 100)
  }
}
