import Core
import CoreTesting
import StoreExploring
import TestSupport
import Testing

@testable import Feed

/// Actions that overlap or are cancelled: the last read wins, a post and a read both land, and users are kept apart.
@MainActor
struct OverlapTests {
  @Test(
    arguments: [Result<FeedPage, FeedError>.success(.sample([5])), .failure(.noNetwork)], [Action.refresh, .select])
  func `A post that landed during one read is not added to the next`(
    page: Result<FeedPage, FeedError>, action: Action
  ) async throws {
    let feed = try await FeedHarness(.refreshing)
    let refresh = try feed.last
    feed.store.show(posted: .sample(6))
    if action == .refresh { try await feed.finish(refresh, page) }
    try await feed.finish(feed.start(action), .success(.sample([5])))
    #expect(feed.store.state == .loaded([5]))
  }

  @Test(arguments: Situation.withoutTimeline + [.loaded], [Action.refresh, .loadMore, .select])
  func `A cancelled action restores what was shown, silently`(situation: Situation, action: Action) async throws {
    let feed = try await FeedHarness(situation)
    let before = feed.store.state
    let started = feed.start(action)
    started.cancel()
    try await started.finish()
    #expect(feed.store.state == before)
    #expect(feed.store.timelines.chosen == nil)
    #expect(feed.store.notice == nil)
    #expect(feed.waiting == 0)
  }

  @Test func `The end of the session empties feed and outbox silently`() async throws {
    let feed = await ServedFeed(isHeld: true)
    let load = StartedAction { await feed.store.load() }
    for _ in 0..<2 {
      try feed.held.release()
      await load.waitUntilSuspended()
    }
    #expect(feed.store.timelines.all.count == 2)
    feed.backend.endSessions()
    let loadMore = StartedAction { await feed.store.loadMore() }
    let post = StartedAction { await feed.outbox.post(text: "Hi") }
    try feed.held.release()
    await loadMore.waitUntilSuspended()
    #expect(feed.held.calls == ["POST /v1/posts", "POST /v1/refresh"])
    try feed.held.release(call: 1)
    try await loadMore.finish()
    try feed.held.release()
    try await post.finish()
    #expect(feed.store.memory.withoutGenerations == FeedMemory())
    #expect(feed.outbox.memory.withoutGenerations == OutboxMemory())
    #expect(feed.routes.values.isEmpty)
  }

  @Test(arguments: [FeedError?.none, .noNetwork])
  func `Another user sees nothing of what the first one requested`(error: FeedError?) async throws {
    let feed = FeedHarness(holdsLists: true)
    let session = Session(storage: InMemorySessionStorage())
    feed.observe(session)
    await session.begin(.taro)
    let select = feed.start(.select)
    try feed.pages.succeed(with: .sample([5, 4, 3], next: 3))
    await select.waitUntilSuspended()
    let (refresh, like) = (feed.start(.refresh), feed.start("like") { await $0.react(.like, to: "4") })
    feed.user.append("hanako")
    await session.begin(.hanako)
    try await feed.finish(refresh, error.map { .failure($0) } ?? .success(.sample([9])))
    #expect(feed.store.memory.withoutGenerations == FeedMemory())
    let load = feed.start(.load)
    try feed.pages.succeed(with: .sample([4, 1]))
    await load.waitUntilSuspended()
    var liked = Post.sample(4)
    liked.isLiked = true
    try feed.likes.answer(error.map { .failure($0) } ?? .success(liked))
    try feed.lists.answer(error.map { .failure($0) } ?? .success([Timeline(id: "own", title: "")]))
    try await like.finish()
    try await select.finish()
    #expect(feed.store.state == .loaded([4, 1]))
    #expect(feed.store.timelines == TimelineSelection())
    #expect(feed.store.notice == nil)
    #expect(feed.routes.values.isEmpty)
    #expect(feed.lists.calls.count == 1)
  }

  @Test(arguments: 0...3, [true, false])
  func `What the first user was writing shows the next one nothing, and makes no post of theirs wait`(
    answers: Int, isSuccess: Bool
  ) async throws {
    let feed = FeedHarness(holdsDrafts: true)
    let session = Session(storage: InMemorySessionStorage())
    feed.observe(session)
    let (keep, post) = (feed.keep("typed"), feed.post())
    func answer(_ number: Int) async throws {
      // The text, the draft, the post, and the removal of the draft.
      guard feed.waiting > 0 else { return }
      if number == 2, !feed.posts.calls.isEmpty {
        try feed.posts.answer(isSuccess ? .success(.sample(6)) : .failure(.noNetwork))
      } else {
        try feed.changes.answer(isSuccess || number < answers ? .success(()) : .failure(.notWritten(reason: "")))
      }
      await post.waitUntilSuspended()
    }
    for number in 0..<answers { try await answer(number) }
    await session.begin(.taro)
    #expect(feed.outbox.memory.withoutGenerations == OutboxMemory())
    let own = feed.post("own")
    try feed.changes.succeed(call: feed.changes.calls.count - 1)
    await own.waitUntilSuspended()
    #expect(feed.posts.calls.last?.text == "own")
    for number in answers...3 where !(post.hasReturned && keep.hasReturned) { try await answer(number) }
    try await keep.finish()
    try await post.finish()
    #expect(feed.outbox.notice == nil)
    #expect(!feed.posted.values.contains(.posted(.sample(6))))
    #expect(feed.store.state == .idle)
    #expect(feed.outbox.state.unsent.map(\.draft.text) == ["own"])
    #expect(feed.posts.calls.map(\.text) == ["own"])
  }

  @Test(arguments: [Result<Void, DraftStorageError>.success(()), .failure(.notWritten(reason: ""))])
  func `A text of the first user that is written late does not write that of the next one`(
    _ result: Result<Void, DraftStorageError>
  ) async throws {
    let feed = FeedHarness(holdsDrafts: true)
    let session = Session(storage: InMemorySessionStorage())
    feed.observe(session)
    let late = feed.keep("first")
    await session.begin(.taro)
    _ = feed.keep("a")
    #expect(feed.keep("ab").hasReturned)
    try feed.changes.answer(result)
    try await late.finish()
    #expect(feed.keep("abc").hasReturned)
    #expect(feed.changes.calls == [.compose(PostInput(text: "a"))])
  }

  @Test(arguments: [
    Result.success(Drafts(unsent: [PostDraft(text: "own", replyTo: nil, idempotencyKey: "1")])),
    .failure(DraftStorageError.unavailable(reason: "")),
  ])
  func `Drafts of the first user that are read late show the next one nothing`(
    _ drafts: Result<Drafts, DraftStorageError>
  ) async throws {
    let reads = HoldingUseCase<Void, Drafts, DraftStorageError>("drafts")
    let useCase = FeedUseCase(repository: HeldRepository(holdsLists: false), drafts: HeldDraftStorage(reads: reads))
    let store = OutboxStore(useCase: useCase, messages: .japanese)
    let session = Session(storage: InMemorySessionStorage())
    store.observe(session)
    let load = StartedAction { await store.load() }
    await session.begin(.hanako)
    let own = StartedAction { await store.load() }
    try reads.answer(drafts)
    try await load.finish()
    #expect(store.state == OutboxState())
    #expect(store.notice == nil)
    try reads.succeed(with: Drafts())
    try await own.finish()
  }
}
