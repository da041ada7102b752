import Core
import StoreExploring
import TestSupport
import Testing

@testable import Feed

/// Actions that overlap or are cancelled: the last read wins, a post and a read both land, and users are kept apart.
@MainActor
struct OverlapTests {
  @Test(
    arguments: [
      (Situation.loadingMore, Action.refresh), (.loading, .select), (.refreshing, .select), (.loadingMore, .select),
    ], [true, false])
  func `A refresh or a chosen timeline replaces what is being read, whichever is answered first`(
    _ replaced: (situation: Situation, action: Action), isFirst: Bool
  ) async throws {
    for stale in [Result<FeedPage, FeedError>.success(.sample([9])), .failure(.notAuthorized), .failure(.cancelled)] {
      let feed = try await FeedHarness(replaced.situation)
      let reading = try feed.last
      let before = replaced.situation == .loading ? [] : [feed.store.state]
      let during = replaced.action == .refresh ? FeedState.loaded(.refreshing) : .loading
      try await feed.expect(before + [during, .loaded([2, 1])]) {
        let action = feed.start(replaced.action)
        for isNew in [isFirst, !isFirst] {
          let page = isNew ? .success(FeedPage.sample([2, 1])) : stale
          try feed.pages.answer(page, call: isNew ? feed.pages.calls.count - 1 : 0)
          try await (isNew ? action : reading).finish()
        }
      }
    }
  }

  @Test(arguments: [(Situation.refreshing, [6, 2]), (.loadingMore, [6, 5, 4, 3, 2])], [true, false])
  func `A post and a read both land, and the post is shown once`(
    _ reading: (situation: Situation, posts: [Int]), isPostFirst: Bool
  ) async throws {
    let feed = try await FeedHarness(reading.situation)
    let (read, post) = (try feed.last, feed.start(.post))
    for isPost in [isPostFirst, !isPostFirst] {
      if isPost {
        try await feed.finish(post, post: .success(.sample(6)))
      } else {
        try await feed.finish(read, .success(.sample([6, 2])))
      }
    }
    #expect(feed.store.state == .loaded(reading.posts))
    #expect(feed.store.notice == nil && feed.routes.values == [.posted])
  }

  @Test(
    arguments: [Result<FeedPage, FeedError>.success(.sample([5])), .failure(.noNetwork)], [Action.refresh, .select])
  func `A post that landed during one read is not added to the next`(
    page: Result<FeedPage, FeedError>, action: Action
  ) async throws {
    let feed = try await FeedHarness(.refreshing)
    let refresh = try feed.last
    try await feed.finish(feed.start(.post), post: .success(.sample(6)))
    if action == .refresh { try await feed.finish(refresh, page) }
    try await feed.finish(feed.start(action), .success(.sample([5])))
    #expect(feed.store.state == .loaded([5]))
  }

  @Test(arguments: [true, false], [[5, 4], [6, 5, 4]])
  func `A timeline chosen during the first post shows that once`(isPostFirst: Bool, page: [Int]) async throws {
    let feed = FeedHarness()
    let post = feed.start(.post)
    let select = feed.start(.select)
    for isPost in [isPostFirst, !isPostFirst] {
      if isPost {
        try await feed.finish(post, post: .success(.sample(6)))
      } else {
        try await feed.finish(select, .success(.sample(page)))
        #expect(feed.store.state == (isPostFirst ? .loaded([6, 5, 4]) : .loaded(page, isPosting: true)))
      }
    }
    #expect(feed.store.state == .loaded([6, 5, 4]))
    #expect(feed.store.timelines.chosen == "swift")
    #expect(feed.waiting == 0)
  }

  @Test(arguments: Situation.withoutTimeline + [.loaded], [Action.refresh, .loadMore, .select, .post])
  func `A cancelled action restores what was shown, silently`(situation: Situation, action: Action) async throws {
    let feed = try await FeedHarness(situation)
    let before = feed.store.state
    let started = feed.start(action)
    started.cancel()
    try await started.finish()
    #expect(feed.store.state == before && feed.store.timelines.chosen == nil && feed.store.notice == nil)
    #expect(feed.unsent == (action == .post ? ["Text 6": nil] : [:]))
    #expect(feed.waiting == 0)
  }

  @Test func `The end of the session empties the feed silently`() async throws {
    let feed = await ServedFeed(isHeld: true)
    let load = StartedAction { await feed.store.load() }
    for _ in 0..<2 {
      try feed.held.release()
      await load.waitUntilSuspended()
    }
    #expect(feed.store.timelines.all.count == 2)
    feed.backend.endSessions()
    let loadMore = StartedAction { await feed.store.loadMore() }
    let post = StartedAction { await feed.store.post(text: "Hi") }
    try feed.held.release()
    await loadMore.waitUntilSuspended()
    #expect(feed.held.calls == ["POST /v1/posts", "POST /v1/refresh"])
    try feed.held.release(call: 1)
    try await loadMore.finish()
    try feed.held.release()
    try await post.finish()
    #expect(feed.store.state == .idle && feed.store.timelines == TimelineSelection())
    #expect(feed.store.notice == nil && feed.store.outbox == Outbox() && feed.routes.values.isEmpty)
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
    #expect(feed.saved.unsent.map(\.id) == ["key-1"])
    #expect(feed.store.notice == nil && feed.store.outbox.unsent.isEmpty && feed.routes.values.isEmpty)
    try feed.posts.succeed(with: .sample(7))
    await ownPost.waitUntilSuspended()
    try await feed.finish(ownPost, .success(.sample([])))
    #expect(feed.lists.calls.count == 1)
  }

  @Test(arguments: [FeedError?.none, .draftNotSaved(reason: "full")])
  func `A draft of the first user is not sent by the next one`(error: FeedError?) async throws {
    let feed = FeedHarness(holdsDrafts: true)
    let session = Session(storage: InMemorySessionStorage())
    feed.store.observe(session)
    let post = feed.start(.post)
    await session.begin(.taro)
    try feed.changes.answer(error.map { .failure($0) } ?? .success(()))
    try await post.finish()
    #expect(feed.store.notice == nil && feed.store.state == .idle && feed.store.outbox == Outbox())
    #expect(feed.waiting == 0)
  }

  @Test func `A post whose user leaves while its draft is removed shows the next one nothing`() async throws {
    let feed = FeedHarness(holdsDrafts: true)
    let session = Session(storage: InMemorySessionStorage())
    feed.store.observe(session)
    let post = feed.start(.post)
    try feed.changes.succeed()
    await post.waitUntilSuspended()
    try feed.posts.succeed(with: .sample(6))
    await post.waitUntilSuspended()
    await session.begin(.taro)
    try feed.changes.succeed()
    try await post.finish()
    #expect(feed.store.state == .idle && feed.store.outbox == Outbox() && feed.routes.values.isEmpty)
    #expect(feed.waiting == 0)
  }

  @Test(arguments: [
    Result.success(Drafts(unsent: [PostDraft(text: "own", replyTo: nil, idempotencyKey: "1")])),
    .failure(FeedError.draftsUnreadable(reason: "")),
  ])
  func `Drafts of the first user that are read late show the next one nothing`(
    _ drafts: Result<Drafts, FeedError>
  ) async throws {
    let reads = HoldingUseCase<Void, Drafts, FeedError>("drafts")
    let pages = Log<FeedPageRequest>()
    var useCase = FeedUseCase(
      readPage: AnyUseCase {
        pages.append($0)
        return .sample([1])
      }, sendPost: AnyUseCase { _ in .sample(2) })
    useCase.readDrafts = AnyUseCase(reads)
    let store = FeedStore(useCase: useCase, messages: .japanese)
    let session = Session(storage: InMemorySessionStorage())
    store.observe(session)
    let load = StartedAction { await store.load() }
    await session.begin(.hanako)
    try reads.answer(drafts)
    try await load.finish()
    #expect(store.state == .idle && store.outbox == Outbox() && store.notice == nil)
    #expect(pages.values.isEmpty)
  }
}
