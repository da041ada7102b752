import Core
import StoreExploring
import TestSupport
import Testing

@testable import Feed

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

  @Test func `The end of the session empties the feed silently`() async throws {
    let feed = await ServedFeed(isHeld: true)
    let load = StartedAction { await feed.store.load() }
    for _ in 0..<2 {
      try feed.held.release()
      await load.waitUntilSuspended()
    }
    #expect(feed.store.timelines.all.count == 3)
    feed.backend.endSessions()
    for action in [StartedAction { await feed.store.loadMore() }, StartedAction { await feed.store.post(text: "Hi") }] {
      try feed.held.release()
      try await action.finish()
    }
    #expect(feed.store.state == .idle && feed.store.timelines == TimelineSelection())
    #expect(feed.store.notice == nil && feed.store.draft == nil && feed.routes.values.isEmpty)
  }

  @Test(arguments: [FeedError?.none, .noNetwork])
  func `Another user sees nothing of what the first one requested`(error: FeedError?) async throws {
    let feed = FeedHarness(holdsLists: true)
    let session = Session(storage: InMemorySessionStorage())
    feed.store.observe(session)
    await session.begin(.taro)
    let select = feed.start(.select)
    try feed.pages.succeed(with: .sample([5, 4, 3], next: 3))
    await select.waitUntilSuspended()
    let (refresh, post) = (feed.start(.refresh), feed.start(.post))
    feed.start(.select)
    await session.begin(.hanako)
    try await feed.finish(refresh, error.map { .failure($0) } ?? .success(.sample([9])))
    #expect(feed.store.state == .idle && feed.store.timelines == TimelineSelection())
    let load = feed.start(.load)
    try feed.pages.succeed(with: .sample([2, 1]))
    await load.waitUntilSuspended()
    let ownPost = feed.start(.post)
    feed.start(.select)
    try await feed.finish(post, post: error.map { .failure($0) } ?? .success(.sample(6)))
    try feed.lists.answer(error.map { .failure($0) } ?? .success([Timeline(id: "own", title: "")]))
    try await select.finish()
    #expect(feed.store.state == .loaded([2, 1], isPosting: true) && feed.store.timelines == TimelineSelection())
    #expect(feed.store.notice == nil && feed.store.draft == nil && feed.routes.values.isEmpty)
    try feed.posts.succeed(with: .sample(7))
    await ownPost.waitUntilSuspended()
    try await feed.finish(ownPost, .success(.sample([])))
    #expect(feed.lists.calls.count == 1)
  }

  @Test(arguments: [FeedError?.none, .invalidText])
  func `A draft of the first user is not sent by the next one`(error: FeedError?) async throws {
    let drafts = HoldingUseCase<PostInput, PostDraft, FeedError>("draft")
    let log = Log<PostDraft>()
    let store = FeedStore(
      useCase: FeedUseCase(
        readPage: AnyUseCase { _ in .sample([1]) }, draftPost: AnyUseCase(drafts),
        sendPost: AnyUseCase { draft in
          log.append(draft)
          return .sample(2)
        }))
    let session = Session(storage: InMemorySessionStorage())
    store.observe(session)
    let post = StartedAction { await store.post(text: "Hello") }
    await session.begin(.taro)
    try drafts.answer(
      error.map { .failure($0) } ?? .success(PostDraft(text: "Hello", replyTo: nil, idempotencyKey: "key")))
    try await post.finish()
    #expect(log.values.isEmpty && store.notice == nil && store.state == .idle)
  }
}
