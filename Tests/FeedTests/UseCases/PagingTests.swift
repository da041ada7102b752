import Core
import Feed
import StoreExploring
import TestSupport
import Testing

/// Paging against a backend that makes mistakes.
@MainActor
struct PagingTests {
  private static let allMistakes = FakeMisbehavior.all.rawValue

  private func configuration(_ count: Int, seed: UInt64 = 7, mistakes: Int) -> FakeConfiguration {
    FakeConfiguration(
      timelines: [
        FakeTimeline(id: "home", title: "ホーム", postCount: count),
        FakeTimeline(id: "swift", title: "Swift", postCount: 9),
      ], seed: seed, misbehavior: FakeMisbehavior(rawValue: mistakes), now: { .sample })
  }

  @Test func `With every mix of mistakes no post is lost and none is shown twice`() async throws {
    let correct = await ServedFeed(configuration(65, mistakes: 0))
    let whole = try await correct.newestPosts()
    for mistakes in 0...Self.allMistakes {
      let feed = await ServedFeed(configuration(65, mistakes: mistakes))
      await feed.store.load()
      for _ in 0..<20 { await feed.store.loadMore() }
      #expect(feed.posts == whole, "\(mistakes)")
      #expect(!feed.store.state.hasMore)
      #expect(feed.store.notice == nil)
    }
  }

  @Test(arguments: [1, 2, 7, 8, 19, 20, 21, 40, 41])
  func `With all mistakes a timeline of any length ends`(count: Int) async throws {
    let feed = await ServedFeed(configuration(count, mistakes: Self.allMistakes))
    await feed.store.load()
    for _ in 0..<20 { await feed.store.loadMore() }
    #expect(feed.posts.count == count)
    #expect(!feed.store.state.hasMore)
  }

  @Test(arguments: UInt64(1)...10)
  func `After random actions nothing is in progress and nothing is lost`(seed: UInt64) async throws {
    var numbers = SeededGenerator(seed: seed)
    let mistakes = Int.random(in: 0...Self.allMistakes, using: &numbers)
    let feed = await ServedFeed(configuration(25, seed: seed, mistakes: mistakes), isHeld: true)
    var actions: [StartedAction] = []
    func start(_ action: @escaping @MainActor (FeedStore) async -> Void) {
      actions.append(StartedAction { await action(feed.store) })
    }
    func answerOne() async throws {
      guard let call = feed.held.calls.indices.randomElement(using: &numbers) else { return }
      if Int.random(in: 0..<5, using: &numbers) == 0 {
        try feed.held.fail(with: .requestFailed(.offline), call: call)
      } else {
        try feed.held.release(call: call)
      }
      for action in actions { await action.waitUntilSuspended() }
    }
    for step in 0..<60 {
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0: start { await $0.load() }
      case 1: start { await $0.refresh() }
      case 2, 3: start { await $0.loadMore() }
      case 4:
        let timeline = ["swift", nil].randomElement(using: &numbers) ?? nil
        start { await $0.select(timeline: timeline) }
      case 5: start { await $0.post(text: "Text \(step)") }
      case 6: actions.randomElement(using: &numbers)?.cancel()
      default: try await answerOne()
      }
      let posts = feed.posts
      #expect(zip(posts, posts.dropFirst()).allSatisfy(Post.newestFirst))
      #expect(Set(posts.map(\.id)).count == posts.count)
    }
    while !feed.held.calls.isEmpty { try await answerOne() }
    for action in actions { try await action.finish() }
    #expect(feed.store.state != .loading)
    if let content = feed.store.state.content { #expect(content.reading == .idle && !content.isPosting) }
    let newest = try await feed.newestPosts()
    start { await $0.select(timeline: nil) }
    for _ in 0..<20 {
      while !feed.held.calls.isEmpty {
        try feed.held.release()
        for action in actions { await action.waitUntilSuspended() }
      }
      start { await $0.loadMore() }
    }
    let lost = Set(newest).subtracting(feed.posts).map(\.text)
    #expect(lost.isEmpty)
    let texts = feed.posts.map(\.text).filter { $0.hasPrefix("Text ") }
    #expect(Set(texts).count == texts.count)
  }
}
