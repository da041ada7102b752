import Core
import Feed
import Foundation

/// Pages of 20 posts onto timelines that are longer and longer, and one new post on top of them.
@MainActor
enum Paging {
  private static let group = "Paging"
  private static let sizes = [1_000, 100_000, 1_000_000]
  /// How many pages, and how many posts, a timeline gets in one round.
  private static let count = 20

  enum Watching: String, CaseIterable {
    case nobody = "FeedStore"
    case reading = "FeedStore, an observer reads the state each time"
    case keeping = "FeedStore, an observer keeps the previous state"
  }

  static func figures(rounds: Int) async -> [Figure] {
    var samples = [[PagingSamples]](
      repeating: Array(repeating: PagingSamples(), count: 1 + Watching.allCases.count), count: sizes.count)
    var long = await sizes.dropFirst().asyncMap { await makeSubjects($0) }
    for round in 0..<rounds {
      for (index, size) in sizes.enumerated() {
        // The short one is made anew, so that it stays short.
        let subjects = index == 0 ? await makeSubjects(size) : long[index - 1]
        for (place, subject) in subjects.enumerated() where place < 3 || round < 5 {
          await subject.measure(count, &samples[index][place])
        }
      }
    }
    long = []
    return figures(of: samples)
  }

  private static func makeSubjects(_ size: Int) async -> [TimelineSubject] {
    let first = SamplePosts.page(below: TimelineSubject.firstNumber, count: size)
    return await [.plain(first)] + Watching.allCases.asyncMap { await .store(first, $0) }
  }

  private static func figures(of samples: [[PagingSamples]]) -> [Figure] {
    let variants = ["plain Swift"] + Watching.allCases.map(\.rawValue)
    var figures: [Figure] = []
    for (work, values) in [("20 posts onto", \PagingSamples.pages), ("1 post on top of", \PagingSamples.posts)] {
      for (index, size) in sizes.enumerated() {
        let medians = samples[index].map { $0[keyPath: values].median }
        for (place, variant) in variants.enumerated() {
          figures.append(
            Figure(
              group: group, work: "\(work) \(size.formatted())", variant: variant, value: medians[place], unit: "ns",
              ratio: place == 0 ? nil : medians[place] / medians[0]))
        }
      }
      for (place, variant) in variants.enumerated() {
        let (shortest, longest) = (samples[0][place][keyPath: values], samples[sizes.count - 1][place][keyPath: values])
        let isJudged = place == 1 || place == 2
        figures.append(
          Figure(
            group: group, work: "\(work) 1,000,000 against 1,000", variant: variant, value: longest.median, unit: "ns",
            ratio: longest.median / shortest.median, bound: isJudged ? 1.5 : nil))
      }
    }
    return figures
  }
}

/// How many nanoseconds each page and each post took.
struct PagingSamples {
  var pages: [Double] = []
  var posts: [Double] = []
}

/// A timeline of some length that gets more posts.
@MainActor
struct TimelineSubject {
  static let firstNumber = 10_000_000

  private let feed: ImmediateFeed
  private let loadMore: @MainActor () async -> Void
  private let post: @MainActor () async -> Void
  private let position: Position

  private final class Position {
    var oldest: Int
    var newest: Int
    var kept: FeedState?

    init(oldest: Int, newest: Int) {
      self.oldest = oldest
      self.newest = newest
    }
  }

  static func plain(_ first: FeedPage) async -> TimelineSubject {
    let feed = ImmediateFeed(first: first)
    let plain = PlainFeed(feed)
    await plain.load()
    return TimelineSubject(
      feed: feed, loadMore: { await plain.loadMore() }, post: { await plain.post(text: "Hello") },
      position: Position(oldest: firstNumber - first.posts.count, newest: firstNumber))
  }

  static func store(_ first: FeedPage, _ watching: Paging.Watching) async -> TimelineSubject {
    let feed = ImmediateFeed(first: first)
    let store = feed.store
    await store.load()
    let position = Position(oldest: firstNumber - first.posts.count, newest: firstNumber)
    switch watching {
    case .nobody: break
    case .reading: Watcher().watch { if case .loaded(let content) = store.state { _ = content.posts.count } }
    case .keeping: Watcher().watch { position.kept = store.state }
    }
    return TimelineSubject(
      feed: feed, loadMore: { await store.loadMore() }, post: { await store.post(text: "Hello") }, position: position)
  }

  /// Measures each page and each post alone, in nanoseconds: an array that grows now and then moves.
  func measure(_ count: Int, _ samples: inout PagingSamples) async {
    let clock = ContinuousClock()
    feed.put((0..<count).map { SamplePosts.page(below: position.oldest - $0 * 20, count: 20) }.reversed())
    for _ in 0..<count { samples.pages.append(await clock.measure { await loadMore() } / .nanoseconds(1)) }
    position.oldest -= count * 20
    feed.put((0..<count).map { SamplePosts.post(position.newest + $0) }.reversed())
    for _ in 0..<count { samples.posts.append(await clock.measure { await post() } / .nanoseconds(1)) }
    position.newest += count
  }
}

extension Sequence {
  @MainActor
  fileprivate func asyncMap<Value>(_ transform: @MainActor (Element) async -> Value) async -> [Value] {
    var values: [Value] = []
    for element in self { values.append(await transform(element)) }
    return values
  }
}
