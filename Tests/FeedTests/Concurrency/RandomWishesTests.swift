import Core
import Feed
import Foundation
import StoreExploring
import Testing

/// Many wishes in any order, answered in any order, some of them cancelled, some of them lost.
@MainActor
struct RandomWishesTests {
  @Test(arguments: UInt64(1)...60)
  func `in the end nothing goes on, order holds, and nothing is lost`(seed: UInt64) async throws {
    var random = SeededGenerator(state: seed)
    let misbehavior = FakeMisbehavior(rawValue: Int.random(in: 0...FakeMisbehavior.all.rawValue, using: &random))
    let now = Date(timeIntervalSince1970: 1_773_000_000)
    let feed = try await ServedFeed(
      FakeConfiguration(
        timelines: [
          FakeTimeline(id: "home", title: "ホーム", postCount: 25),
          FakeTimeline(id: "swift", title: "Swift", postCount: 12),
        ], misbehavior: misbehavior, now: { now }))
    feed.hold()
    var actions: [StartedAction] = []
    for step in 0..<60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: actions.append(feed.start { await $0.load() })
      case 1: actions.append(feed.start { await $0.refresh() })
      case 2, 3: actions.append(feed.start { await $0.loadMore() })
      case 4:
        let timeline = ["home", "swift"].randomElement(using: &random) ?? "home"
        actions.append(feed.start { await $0.select(timeline: timeline) })
      case 5: actions.append(feed.start { await $0.post(text: "Text \(step)") })
      case 6: actions.randomElement(using: &random)?.cancel()
      default: try await answerOne(of: feed, actions, &random)
      }
      check(feed)
    }
    while !feed.held.calls.isEmpty { try await answerOne(of: feed, actions, &random) }
    for action in actions { try await action.finish() }
    try await checkTheEnd(of: feed)
  }

  private func answerOne(
    of feed: ServedFeed, _ actions: [StartedAction], _ random: inout SeededGenerator
  ) async throws {
    guard let call = feed.held.calls.indices.randomElement(using: &random) else { return }
    if Int.random(in: 0..<5, using: &random) == 0 {
      try feed.held.fail(with: .requestFailed(.offline), call: call)
    } else {
      try feed.held.release(call: call)
    }
    for action in actions { await action.waitUntilSuspended() }
  }

  /// What holds at every moment.
  private func check(_ feed: ServedFeed) {
    let posts = feed.posts
    #expect(zip(posts, posts.dropFirst()).allSatisfy { Post.newestFirst($0, $1) })
    #expect(Set(posts.map(\.id)).count == posts.count)
  }

  /// What holds once nothing goes on: the state says so, and a refresh and all pages show the whole timeline.
  private func checkTheEnd(of feed: ServedFeed) async throws {
    check(feed)
    #expect(feed.store.state != .loading)
    if case .loaded(let content) = feed.store.state { #expect(content.activity == .none) }
    #expect(feed.routes == [])
    feed.release()
    await feed.store.select(timeline: "home")
    let whole = try await feed.newestPosts()
    await feed.loadToTheEnd()
    let shown = Set(feed.posts.map(\.id))
    #expect(whole.allSatisfy { shown.contains($0.id) })
    let texts = feed.posts.map(\.text).filter { $0.hasPrefix("Text ") }
    #expect(Set(texts).count == texts.count)
  }
}

/// Random numbers that are the same for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let mixed = (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return mixed ^ (mixed >> 33)
  }
}
