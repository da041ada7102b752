import Core
import Observation
import TestSupport
import Testing

@testable import Feed

struct PostListTests {
  @Test func `Of posts with the same identifier the first is kept`() {
    let repeated = Post(id: "3", author: Post.sample(1).author, text: "", createdAt: .sample)
    #expect(Array(PostList([.sample(3), .sample(2), repeated])) == [.sample(3), .sample(2)])
  }

  @Test(arguments: [1, Branch.width + 1])
  func `Posts inserted in any order stand as in a sorted array`(count: Int) {
    var numbers = SeededGenerator(seed: 5)
    let sorted = (0..<2_000).reversed().map { Post.sample($0) }
    var (list, shuffled) = (PostList([]), sorted.shuffled(using: &numbers)[...])
    while !shuffled.isEmpty {
      list.insert(Array(shuffled.prefix(count)))
      shuffled = shuffled.dropFirst(count)
    }
    #expect(list.count == sorted.count)
    #expect(list.indices.map { list[$0] } == sorted)
    #expect(list == PostList(sorted))
    #expect(list.hashValue == PostList(sorted).hashValue)
    #expect(list != PostList(Array(sorted.dropLast())))
    #expect(list != PostList(sorted.dropLast() + [Post.sample(-1)]))
  }

  @Test func `A post is found, replaced, removed and put back at its position`() {
    var numbers = SeededGenerator(seed: 6)
    var (list, expected) = (PostList((0..<1_000).map { .sample($0) }), (0..<1_000).map { Post.sample($0) })
    for round in 0..<1_000 {
      let number = Int.random(in: 0..<1_000, using: &numbers)
      var post = Post.sample(number)
      post.likes = round
      let change = Int.random(in: 0..<2, using: &numbers) == 0 ? post : nil
      list.set(change, at: post.position)
      expected.removeAll { $0.id == post.id }
      if let change { expected.append(change) }
      #expect(list.post(at: post.position) == change)
      if round % 100 == 0 { #expect(Array(list) == expected.sorted(by: Post.newestFirst)) }
    }
    #expect(list == PostList(expected))
    #expect(list.indices.map { list[$0] } == Array(list))
    for post in expected { list.set(nil, at: post.position) }
    #expect(list.isEmpty)
    #expect(list.post(at: Post.sample(1).position) == nil)
    list.set(.sample(1), at: Post.sample(1).position)
    #expect(Array(list) == [.sample(1)])
    #expect(list.post(at: Post.sample(0).position) == nil)
    #expect(list.post(at: Post.sample(2).position) == nil)
  }
}

@MainActor
struct FeedCostTests {
  private nonisolated static let count = 30_000

  /// A quarter of the bytes that a copy of the list would take, without its posts.
  private nonisolated static func quarterOfCopy(of count: Int) -> Int { count * MemoryLayout<Branch.Child>.stride / 4 }

  /// A post with an identifier that is long enough for its comparisons to be counted.
  private nonisolated static func post(_ number: Int) -> Post {
    let post = Post.sample(number)
    return Post(
      id: "identifier-\(number)", author: post.author, text: post.text, createdAt: post.createdAt)
  }

  /// A Store that shows many posts, of which an observer keeps each state.
  private func store(page: FeedPage) async -> (FeedStore, KeptState) {
    let first = FeedPage(posts: (0..<Self.count).map { Self.post(Self.count * 2 - $0) }, nextCursor: "first")
    let store = FeedStore(useCase: FeedUseCase(repository: TwoPages(first: first, second: page)), messages: .japanese)
    await store.load()
    return (store, KeptState(store))
  }

  @Test(.enabled(if: Work.countsMemory))
  func `A page or a post copies a few branches of 30,000 posts while an observer keeps the previous state`()
    async throws
  {
    let (store, kept) = await store(page: FeedPage(posts: (1...20).map { .sample($0) }, nextCursor: "second"))
    let page = await Work.counted { await store.loadMore() }
    let post = await Work.counted { store.show(posted: .sample(Self.count * 3)) }
    #expect(store.state.content?.posts.count == Self.count + 21)
    #expect(kept.changes == 3)
    #expect(page.allocatedBytes <= Self.quarterOfCopy(of: Self.count))
    #expect(post.allocatedBytes <= Self.quarterOfCopy(of: Self.count))
  }

  @Test(.enabled(if: Work.countsMemory))
  func `A like and a deletion copy a few branches each, and compare no more than a search in a sorted list does`()
    async throws
  {
    let (store, kept) = await store(page: .sample([]))
    let id = Self.post(Self.count * 3 / 2).id
    let like = await Work.counted { await store.react(.like, to: id) }
    let deletion = await Work.counted { await store.react(.delete, to: id) }
    #expect(store.state.content?.posts.count == Self.count - 1)
    #expect(kept.changes == 6)
    #expect(like.allocatedBytes <= Self.quarterOfCopy(of: Self.count))
    #expect(deletion.allocatedBytes <= Self.quarterOfCopy(of: Self.count))
    for work in [like, deletion] { #expect(work.comparisons <= 100) }
  }

  @Test(.enabled(if: Work.countsMemory))
  func `A list that grew page by page copies a few branches too`() async throws {
    var list = PostList([])
    for page in 0..<500 { list.insert((0..<20).map { .sample(page * 20 + $0) }) }
    let kept = list
    let work = await Work.counted { list.insert([.sample(10_000)]) }
    #expect(list.count == kept.count + 1)
    #expect(work.allocatedBytes <= Self.quarterOfCopy(of: list.count))
  }

  @Test func `No action leaves the main actor, on the whole way to the backend and back`() async {
    let feed = await ServedFeed()
    let work = await Work.counted {
      await feed.store.load()
      await feed.store.loadMore()
      await feed.store.refresh()
      await feed.outbox.post(text: "Hello")
      await feed.store.select(timeline: .list("swift"))
    }
    #expect(feed.posts.count == 8)
    #expect(work.globalJobs == 0)
  }
}

private struct TwoPages: FeedRepository {
  let first: FeedPage
  let second: FeedPage

  func page(_ request: FeedPageRequest) -> FeedPage { request.cursor == nil ? first : second }
  func react(_ reaction: Reaction, to id: Post.ID) -> Post? { reaction == .delete ? nil : .sample(0) }
}

/// An observer that keeps the state it was last notified of, as a view does.
@MainActor
private final class KeptState {
  private(set) var changes = 0
  private var state: FeedState
  private let store: FeedStore

  init(_ store: FeedStore) {
    self.store = store
    state = store.state
    observe()
  }

  private func observe() {
    withObservationTracking {
      state = store.state
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        self?.changes += 1
        self?.observe()
      }
    }
  }
}
