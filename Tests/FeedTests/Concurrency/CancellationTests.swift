import Core
import Feed
import StoreExploring
import TestSupport
import Testing

/// Cancelled work restores the state from before, silently.
@MainActor
struct CancellationTests {
  @Test(arguments: Situation.withoutTimeline, [Action.load, .refresh, .select, .post])
  func `A cancelled action without a timeline restores the state`(situation: Situation, action: Action) async throws {
    let feed = try await FeedHarness(situation)
    let before = feed.store.state
    try await feed.expect([before, .loading, before]) {
      let started = feed.start(action)
      started.cancel()
      try await started.finish()
    }
    #expect(feed.store.timelines.chosen == nil)
    #expect(feed.waiting == 0)
  }

  @Test(arguments: [
    (Action.refresh, FeedState.loaded(.refreshing)), (.loadMore, .loaded(.loadingMore)), (.select, .loading),
    (.post, .loaded(isPosting: true)),
  ])
  func `A cancelled action leaves the posts`(action: Action, during: FeedState) async throws {
    let feed = try await FeedHarness(.loaded)
    try await feed.expect([.loaded(), during, .loaded()]) {
      let started = feed.start(action)
      started.cancel()
      try await started.finish()
    }
    #expect(feed.store.timelines.chosen == nil)
    #expect((feed.store.draft != nil) == (action == .post))
  }

  @Test(arguments: [Situation.refreshing, .loadingMore])
  func `A cancelled choice ends the read that it replaced`(situation: Situation) async throws {
    let feed = try await FeedHarness(situation)
    let reading = try feed.last
    try await feed.expect([feed.store.state, .loading, .loaded()]) {
      let select = feed.start(.select)
      select.cancel()
      try await select.finish()
      try await feed.finish(reading, .success(.sample([9])))
    }
  }

  @Test func `A replaced action that is cancelled changes nothing`() async throws {
    let feed = try await FeedHarness(.loading)
    let load = try feed.last
    let select = feed.start(.select)
    load.cancel()
    try await load.finish()
    #expect(feed.store.state == .loading)
    try await feed.finish(select, .success(.sample([2, 1])))
    #expect(feed.store.state == .loaded([2, 1]))
  }

  @Test func `The server ends the session once, and the feed stays as it was`() async throws {
    let feed = await ServedFeed(isHeld: true)
    let ends = Log<Void>()
    feed.session.onEnd { ends.append(()) }
    let load = StartedAction { await feed.store.load() }
    for _ in 0..<2 {
      try feed.held.release()
      await load.waitUntilSuspended()
    }
    let before = feed.store.state
    feed.backend.endSessions()
    let actions = [StartedAction { await feed.store.loadMore() }, StartedAction { await feed.store.post(text: "Hi") }]
    for action in actions {
      try feed.held.release()
      try await action.finish()
    }
    #expect(feed.store.state == before)
    #expect(feed.store.notice == nil)
    #expect(feed.routes.values.isEmpty)
    #expect(ends.values.count == 1)
    #expect(feed.session.current == nil)
  }
}
