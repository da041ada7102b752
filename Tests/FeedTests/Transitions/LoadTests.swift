import Core
import Feed
import StoreExploring
import Testing

/// `load()`, and `refresh()` where no posts are shown, which is the same.
@MainActor
struct LoadTests {
  struct Outcome: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let page: Result<FeedPage, FeedError>
    let state: FeedState
    var routes: [FeedRoute] = []
  }

  nonisolated static let outcomes = [
    Outcome(testDescription: "posts", page: .success(Sample.page([2, 1])), state: .posts([2, 1])),
    Outcome(testDescription: "no posts", page: .success(Sample.page([])), state: .empty(Sample.timelines())),
    Outcome(testDescription: "offline", page: .failure(.noNetwork), state: .offline),
    Outcome(
      testDescription: "not authorized", page: .failure(.notAuthorized), state: .notAuthorized, routes: [.signIn]),
    Outcome(
      testDescription: "session ended", page: .failure(.sessionEnded), state: .notAuthorized,
      routes: [.sessionEnded]),
  ]

  @Test(arguments: FeedSituation.withoutPosts, outcomes)
  func `load goes through loading to what came of it`(situation: FeedSituation, outcome: Outcome) async throws {
    try await check(.load, situation, outcome)
  }

  @Test(arguments: FeedSituation.withoutPosts, outcomes)
  func `refresh without posts is load`(situation: FeedSituation, outcome: Outcome) async throws {
    try await check(.refresh, situation, outcome)
  }

  private func check(_ action: FeedAction, _ situation: FeedSituation, _ outcome: Outcome) async throws {
    let feed = try await HeldFeed(situation)
    try await feed.expect([feed.store.state, .loading, outcome.state], routes: outcome.routes) {
      try await feed.answer(feed.start(action), outcome.page)
    }
    #expect(feed.waiting == 0)
  }

  @Test(arguments: [
    (FeedError.noNetwork, FeedState.offline, [FeedRoute]()), (.notAuthorized, .notAuthorized, [.signIn]),
    (.sessionEnded, .notAuthorized, [.sessionEnded]),
  ])
  func `timelines that cannot be read fail the same way`(
    error: FeedError, state: FeedState, routes: [FeedRoute]
  ) async throws {
    let feed = HeldFeed()
    try await feed.expect([.idle, .loading, state], routes: routes) {
      let action = feed.start(.load)
      try feed.reading.fail(with: error)
      try await action.finish()
    }
  }

  @Test func `without any timeline it is empty and no page is asked for`() async throws {
    let feed = HeldFeed()
    try await feed.expect([.idle, .loading, .empty(TimelineSelection(all: [], chosen: nil))]) {
      let action = feed.start(.load)
      try feed.reading.succeed(with: [])
      try await action.finish()
    }
  }

  @Test func `the first timeline is read first, from its newest post on`() async throws {
    let feed = HeldFeed()
    let action = feed.start(.load)
    try feed.reading.succeed(with: [Sample.home, Sample.swift])
    await action.waitUntilSuspended()
    #expect(feed.paging.calls == [FeedPageRequest(timeline: "home")])
    try await feed.end()
  }

  @Test func `load reads the timeline again that was read last`() async throws {
    let feed = HeldFeed()
    try await feed.answer(feed.start(.select), .success(Sample.page([])))
    let action = feed.start(.load)
    try feed.reading.succeed(with: [Sample.home, Sample.swift])
    await action.waitUntilSuspended()
    #expect(feed.paging.calls == [FeedPageRequest(timeline: "swift")])
    try await feed.end()
  }

  @Test func `a page without posts that is not the last is no empty timeline`() async throws {
    let feed = HeldFeed()
    try await feed.expect([.idle, .loading, .posts([], next: 9)]) {
      try await feed.answer(feed.start(.load), .success(Sample.page([], next: 9)))
    }
    #expect(feed.store.state != .empty(Sample.timelines()))
  }
}
