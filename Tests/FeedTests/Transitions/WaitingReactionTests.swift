import Core
import CoreTesting
import StoreExploring
import TestSupport
import Testing

@testable import Feed

/// Likes and deletions that the server has not answered for want of a network.
@MainActor
struct WaitingReactionTests {
  private nonisolated static func liked(_ number: Int) -> Post {
    var post = Post.sample(number)
    (post.likes, post.isLiked) = (1, true)
    return post
  }

  private static let waiting = [PostReaction(.like, to: "4"), PostReaction(.delete, to: "5")]

  /// The state of ``Situation/loaded`` with ``waiting``.
  private static let shown = FeedState.loaded(
    FeedContent(FeedPage(posts: [liked(4), .sample(3)], nextCursor: "3")))

  /// A feed without a network, with ``waiting``.
  private func offline(_ error: FeedError = .noNetwork) async throws -> FeedHarness {
    let feed = try await FeedHarness(.loaded)
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    try feed.likes.fail(with: error)
    try await like.finish()
    let delete = feed.start("delete") { await $0.react(.delete, to: "5") }
    try feed.likes.fail(with: error)
    try await delete.finish()
    return feed
  }

  /// A feed without a network and with the like of ``waiting``, whose next changes of the drafts wait until the test answers.
  private func offlineWithHeldDrafts() async throws -> FeedHarness {
    let feed = FeedHarness(holdsDrafts: true)
    try await feed.bring(to: .loaded)
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    try feed.changes.succeed()
    await like.waitUntilSuspended()
    try feed.likes.fail(with: .noNetwork)
    try await like.finish()
    return feed
  }

  /// A feed with the posts 5 and 4, the first read of whose drafts has failed.
  private func loadedWithUnreadDrafts() async throws -> (
    FeedStore, HeldRepository, HoldingUseCase<Void, Drafts, DraftStorageError>
  ) {
    let reads = HoldingUseCase<Void, Drafts, DraftStorageError>("read")
    let repository = HeldRepository(holdsLists: false)
    let useCase = FeedUseCase(repository: repository, drafts: HeldDraftStorage(reads: reads))
    let store = FeedStore(useCase: useCase, messages: .japanese)
    let load = StartedAction("load") { await store.load() }
    try reads.fail(with: .unavailable(reason: "locked"))
    await load.waitUntilSuspended()
    try repository.pages.succeed(with: .sample([5, 4]))
    try await load.finish()
    return (store, repository, reads)
  }

  @Test(arguments: [FeedError.noNetwork, .rateLimited(retryAfter: nil)])
  func `They are shown as the user wants them, and kept in their order`(error: FeedError) async throws {
    let feed = try await offline(error)
    #expect(feed.store.state == Self.shown)
    #expect(feed.store.waitingReactions == Self.waiting)
    #expect(feed.store.notice == nil)
    #expect(feed.saved == Drafts(reactions: Self.waiting))
    #expect(feed.waiting == 0)
  }

  @Test func `The next page sends them one after the other, and shows what the server answers`() async throws {
    let feed = try await offline()
    let refresh = feed.start(.refresh)
    try feed.pages.succeed(with: .sample([5, 4, 3], next: 3))
    await refresh.waitUntilSuspended()
    #expect(feed.store.state == Self.shown)
    #expect(feed.likes.calls == [LikeRequest(post: "4", isLiked: true)])
    #expect(feed.deletions.calls.isEmpty)
    try feed.likes.succeed(with: Self.liked(4))
    await refresh.waitUntilSuspended()
    #expect(feed.saved == Drafts(reactions: [Self.waiting[1]]))
    #expect(feed.store.waitingReactions == [Self.waiting[1]])
    try feed.deletions.succeed()
    try await refresh.finish()
    #expect(feed.store.state == Self.shown)
    #expect(feed.store.waitingReactions == [])
    #expect(feed.saved == Drafts())
  }

  @Test func `They are sent before a newer reaction, and wait again without an answer`() async throws {
    let feed = try await offline()
    let like = feed.start("like") { await $0.react(.like, to: "3") }
    try feed.likes.succeed(with: Self.liked(4))
    await like.waitUntilSuspended()
    #expect(feed.likes.calls.isEmpty)
    try feed.deletions.fail(with: .noNetwork)
    try await like.finish()
    #expect(feed.store.waitingReactions == [Self.waiting[1], PostReaction(.like, to: "3")])
    #expect(feed.saved.reactions == feed.store.waitingReactions)
    #expect(feed.waiting == 0)
  }

  @Test func `While they are sent, a newer reaction waits its turn, and is sent by the same action`() async throws {
    let feed = try await offline()
    let send = feed.start("send") { await $0.sendReactions() }
    try await feed.start("like") { await $0.react(.like, to: "3") }.finish()
    try await feed.start("send") { await $0.sendReactions() }.finish()
    #expect(feed.likes.calls == [LikeRequest(post: "4", isLiked: true)])
    try feed.likes.succeed(with: Self.liked(4))
    await send.waitUntilSuspended()
    try feed.deletions.succeed()
    await send.waitUntilSuspended()
    #expect(feed.likes.calls == [LikeRequest(post: "3", isLiked: true)])
    try feed.likes.succeed(with: Self.liked(3))
    try await send.finish()
    #expect(feed.saved == Drafts())
  }

  @Test func `The newest of several to a post is sent, once`() async throws {
    let feed = try await offline()
    let unlike = feed.start("unlike") { await $0.react(.unlike, to: "4") }
    #expect(feed.likes.calls == [LikeRequest(post: "4", isLiked: false)])
    #expect(feed.saved.reactions == [PostReaction(.unlike, to: "4"), Self.waiting[1]])
    try feed.likes.succeed(with: .sample(4))
    await unlike.waitUntilSuspended()
    try feed.deletions.succeed()
    try await unlike.finish()
    #expect(feed.store.state == .loaded([4, 3], next: 3))
    #expect(feed.saved == Drafts())
  }

  @Test(arguments: [FeedError.notTheAuthor, .unknownPost])
  func `One that the server refuses is taken back, with a notice, and the next one is sent`(error: FeedError)
    async throws
  {
    let feed = try await offline()
    let send = feed.start("send") { await $0.sendReactions() }
    try feed.likes.fail(with: error)
    await send.waitUntilSuspended()
    #expect(feed.store.notice == feed.notice(error))
    #expect(feed.saved.reactions == [Self.waiting[1]])
    try feed.deletions.succeed()
    try await send.finish()
    #expect(feed.store.state == (error == .unknownPost ? .loaded([3], next: 3) : .loaded([4, 3], next: 3)))
  }

  @Test(arguments: [FeedError.serverError(reason: "503"), .accessDenied])
  func `A server that fails, or refuses the token, leaves them, and is asked for the others first`(error: FeedError)
    async throws
  {
    let feed = try await offline()
    let send = feed.start("send") { await $0.sendReactions() }
    try feed.likes.fail(with: error)
    try await send.finish()
    #expect(feed.store.state == Self.shown)
    #expect(feed.store.waitingReactions == Self.waiting.reversed())
    #expect(feed.store.notice == nil)
    #expect(feed.saved == Drafts(reactions: Self.waiting))
    let again = feed.start("send") { await $0.sendReactions() }
    try feed.deletions.succeed()
    await again.waitUntilSuspended()
    try feed.likes.succeed(with: Self.liked(4))
    try await again.finish()
    #expect(feed.saved == Drafts())
  }

  @Test(arguments: [FeedError.serverError(reason: "503"), .accessDenied])
  func `One that is not kept is asked for once, where the server fails`(error: FeedError) async throws {
    let feed = try await offlineWithHeldDrafts()
    let send = feed.start("send") { await $0.sendReactions() }
    let other = feed.start("like") { await $0.react(.like, to: "3") }
    try feed.changes.fail(with: .notWritten(reason: "full"))
    try await other.finish()
    try feed.likes.succeed(with: Self.liked(4))
    await send.waitUntilSuspended()
    try feed.changes.succeed()
    await send.waitUntilSuspended()
    try feed.likes.fail(with: error)
    await send.waitUntilSuspended()
    #expect(feed.likes.calls.isEmpty)
    #expect(feed.store.waitingReactions == [])
    #expect(feed.store.state.posts.map(\.isLiked) == [false, true, false])
    #expect(feed.store.notice == feed.notice(error))
  }

  @Test func `A cancelled action that sends one which is not kept ends`() async throws {
    let feed = try await offlineWithHeldDrafts()
    let send = feed.start("send") { await $0.sendReactions() }
    let other = feed.start("like") { await $0.react(.like, to: "3") }
    try feed.changes.fail(with: .notWritten(reason: "full"))
    try await other.finish()
    send.cancel()
    try await send.finish()
    #expect(feed.store.waitingReactions == [PostReaction(.like, to: "4"), PostReaction(.like, to: "3")])
    #expect(feed.waiting == 0)
  }

  @Test func `What is left by an earlier launch is shown on the timeline that is gone back to`() async throws {
    let (store, repository, reads) = try await loadedWithUnreadDrafts()
    let select = StartedAction("select") { await store.select(timeline: .list("swift")) }
    try reads.succeed(with: Drafts(reactions: [PostReaction(.like, to: "4"), PostReaction(.like, to: "9")]))
    await select.waitUntilSuspended()
    try repository.pages.fail(with: .noNetwork)
    try await select.finish()
    #expect(store.state.posts.map(\.isLiked) == [false, true])
    let send = StartedAction("send") { await store.sendReactions() }
    for number in [4, 9] {
      try repository.likes.succeed(with: Self.liked(number))
      await send.waitUntilSuspended()
    }
    try await send.finish()
    #expect(store.state.posts == [.sample(5), Self.liked(4)])
  }

  @Test func `A cancelled action that sends them leaves them`() async throws {
    let feed = try await offline()
    let send = feed.start("send") { await $0.sendReactions() }
    send.cancel()
    try await send.finish()
    #expect(feed.store.state == Self.shown)
    #expect(feed.store.waitingReactions == Self.waiting)
    #expect(feed.saved == Drafts(reactions: Self.waiting))
  }

  @Test(arguments: [true, false])
  func `One that cannot be kept is taken back, with a notice`(hasStorage: Bool) async throws {
    let repository = HeldRepository(holdsLists: false)
    let useCase = FeedUseCase(repository: repository, drafts: hasStorage ? FullDraftStorage(drafts: Drafts()) : nil)
    let store = FeedStore(useCase: useCase, messages: .japanese)
    let load = StartedAction("load") { await store.load() }
    try repository.pages.succeed(with: .sample([4]))
    try await load.finish()
    let like = StartedAction("like") { await store.react(.like, to: "4") }
    try repository.likes.fail(with: .noNetwork)
    try await like.finish()
    #expect(store.state == .loaded([4]))
    #expect(store.waitingReactions == [])
    #expect(store.notice == store.messages.notice(for: .noNetwork, doing: .change))
  }

  @Test func `One that cannot be kept does not wait behind those that do`() async throws {
    let feed = try await offlineWithHeldDrafts()
    let other = feed.start("like") { await $0.react(.like, to: "3") }
    try feed.changes.fail(with: .notWritten(reason: "full"))
    await other.waitUntilSuspended()
    for post in ["4", "3"] {
      #expect(feed.likes.calls == [LikeRequest(post: post, isLiked: true)])
      try feed.likes.fail(with: .noNetwork)
      await other.waitUntilSuspended()
    }
    try feed.changes.succeed()
    try await other.finish()
    #expect(feed.store.waitingReactions == [PostReaction(.like, to: "4")])
    #expect(feed.store.state.posts.map(\.isLiked) == [false, true, false])
    #expect(feed.store.notice == feed.notice(.noNetwork))
  }

  @Test func `The newest one is sent once it is kept itself`() async throws {
    let feed = FeedHarness(holdsDrafts: true)
    try await feed.bring(to: .loaded)
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    let unlike = feed.start("unlike") { await $0.react(.unlike, to: "4") }
    try feed.changes.succeed()
    try await like.finish()
    #expect(feed.likes.calls.isEmpty)
    try feed.changes.succeed()
    await unlike.waitUntilSuspended()
    #expect(feed.likes.calls == [LikeRequest(post: "4", isLiked: false)])
  }

  @Test func `Those of a user are not sent for another one, nor forgotten`() async throws {
    let feed = try await offlineWithHeldDrafts()
    let session = Session(storage: InMemorySessionStorage())
    feed.store.observe(session)
    let delete = feed.start("delete") { await $0.react(.delete, to: "5") }
    try feed.changes.succeed()
    await delete.waitUntilSuspended()
    try feed.likes.succeed(with: Self.liked(4))
    await delete.waitUntilSuspended()
    feed.user.append("hanako")
    await session.begin(.hanako)
    try feed.changes.succeed()
    try await delete.finish()
    #expect(feed.deletions.calls.isEmpty)
  }

  @Test func `The answer of a session that has ended settles nothing of the next user`() async throws {
    let feed = try await FeedHarness(.loaded)
    let reaction = PostReaction(.like, to: "4")
    feed.storage.apply(.react(reaction), for: "hanako")
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    feed.user.append("hanako")
    try feed.likes.fail(with: .cancelled)
    try await like.finish()
    #expect(feed.storage.load(for: "hanako").reactions == [reaction])
    #expect(feed.saved.reactions == [reaction])
    try await feed.start("send") { await $0.sendReactions() }.finish()
    #expect(feed.likes.calls.isEmpty)
  }

  // MARK: Launches

  @Test func `One launch sends a thousand of earlier ones, and leaves the others to the next`() async throws {
    let feed = await ServedFeed(
      storage: InMemoryDraftStorage([
        User.taro.id: Drafts(reactions: (0..<1003).map { PostReaction(.delete, to: "x\($0)") })
      ]))
    await feed.store.sendReactions()
    #expect(try await feed.storage.load(for: User.taro.id).reactions.map(\.post) == ["x1000", "x1001", "x1002"])
  }

  @Test func `They survive the end of the process, and are sent after the first page`() async throws {
    let feed = await ServedFeed()
    await feed.store.load()
    await feed.outbox.post(text: "mine")
    let (own, other) = (feed.posts[0], feed.posts[1])
    try feed.backend.fail(.put, "/v1/posts/\(other.id)/like", with: .fail(.offline))
    await feed.store.react(.like, to: other.id)
    #expect(feed.store.waitingReactions == [PostReaction(.like, to: other.id)])
    await feed.relaunch()
    #expect(feed.store.waitingReactions == [])
    #expect(feed.posts[1].isLiked)
    #expect(feed.posts[1].likes == other.likes + 1)
    try feed.backend.fail(.delete, "/v1/posts/\(own.id)", with: .fail(.offline))
    await feed.store.react(.delete, to: own.id)
    await feed.relaunch()
    #expect(feed.posts.first?.id == other.id)
    #expect(try await feed.storage.load(for: User.taro.id) == Drafts())
  }

  @Test func `They are sent without a timeline too, once the app asks for it`() async throws {
    let feed = await ServedFeed(
      storage: InMemoryDraftStorage([User.taro.id: Drafts(reactions: [PostReaction(.delete, to: "unknown")])]))
    await feed.store.sendReactions()
    #expect(feed.store.state == .idle)
    #expect(try await feed.storage.load(for: User.taro.id) == Drafts())
    #expect(feed.backend.requests.last?.path == "/v1/posts/unknown")
  }

  @Test func `What an earlier launch has left is older than what the user does before it is read`() async throws {
    let (store, repository, reads) = try await loadedWithUnreadDrafts()
    #expect(store.notice == store.messages.notice(for: .draftsUnreadable(reason: ""), doing: .drafts))
    let send = StartedAction("send") { await store.sendReactions() }
    let like = StartedAction("like") { await store.react(.like, to: "4") }
    try repository.likes.fail(with: .noNetwork)
    try await like.finish()
    try reads.succeed(
      with: Drafts(reactions: [PostReaction(.delete, to: "4"), PostReaction(.like, to: "5")]))
    await send.waitUntilSuspended()
    #expect(store.notice == nil)
    #expect(store.waitingReactions == [PostReaction(.like, to: "5"), PostReaction(.like, to: "4")])
    #expect(store.state == .loaded(FeedContent(FeedPage(posts: [Self.liked(5), Self.liked(4)], nextCursor: nil))))
  }

  @Test func `The end of the session leaves them to the next sign-in of the user`() async throws {
    let feed = await ServedFeed(isHeld: true)
    let load = StartedAction("load") { await feed.store.load() }
    try feed.held.release()
    await load.waitUntilSuspended()
    try feed.held.release()
    try await load.finish()
    let post = feed.posts[0]
    let like = StartedAction("like") { await feed.store.react(.like, to: post.id) }
    _ = await feed.session.close()
    try feed.held.release()
    try await like.finish()
    #expect(feed.store.memory.withoutGenerations == FeedMemory())
    let left = try await feed.storage.load(for: User.taro.id)
    #expect(left.reactions == [PostReaction(.like, to: post.id)])
    await feed.signIn()
    #expect(feed.store.waitingReactions == [])
    let send = StartedAction("send") { await feed.store.sendReactions() }
    #expect(feed.store.waitingReactions == left.reactions)
    try feed.held.release()
    try await send.finish()
    #expect(try await feed.storage.load(for: User.taro.id) == Drafts())
  }
}
