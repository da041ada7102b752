import Core
import StoreExploring
import TestSupport
import Testing

@testable import Feed

/// The built-in contract, from the Store to the fake backend.
@MainActor
struct FeedRepositoryTests {
  @Test(arguments: [400, 401, 403, 404, 405, 410, 422, 429, 500])
  func `A status has its meaning for each request`(status: Int) async {
    let error = APIError.invalidResponse(InvalidResponse(statusCode: status))
    let session = Session(storage: InMemorySessionStorage())
    let repository = RemoteFeedRepository(client: FailingAPIClient(error), session: session)
    await #expect(throws: FeedError(error)) { try await repository.timelines() }
    await #expect(throws: status == 404 ? .unknownTimeline : FeedError(error)) {
      try await repository.page(FeedPageRequest())
    }
    await #expect(throws: status == 404 ? .unknownPost : FeedError(error)) {
      try await repository.page(FeedPageRequest(timeline: .thread(of: "1")))
    }
    await #expect(throws: FeedError(error)) {
      try await repository.send(PostDraft(text: "x", replyTo: nil, idempotencyKey: "key"))
    }
    let refused = [400, 403, 405, 410].contains(status) ? .rejected(reason: nil) : FeedError(error)
    await #expect(throws: status == 404 ? .unknownPost : refused) { try await repository.react(.like, to: "1") }
    let expected: FeedError? = [403: .notTheAuthor, 404: nil][status] ?? refused
    #expect(await failure { () async throws(FeedError) in try await repository.react(.delete, to: "1") } == expected)
  }

  @Test(arguments: [(19, "0"), (20, "0"), (21, "80"), (100, "80")])
  func `A page of a server that ignores the limit is cut, and the next begins there`(
    count: Int, cursor: String
  ) async throws {
    let posts = (0..<count).map { Post.sample(99 - $0) }
    let body = try JSONCoding.encode(TimelineResponse(posts, nextMaxID: "0"))
    let client = FakeAPIClient(backend: FakeBackend { _ in .respond(HTTPResponse(status: 200, body: body)) })
    let session = Session(storage: InMemorySessionStorage(.taro))
    _ = try await session.restore()
    let page = try await RemoteFeedRepository(client: client, session: session).page(FeedPageRequest())
    #expect(page.posts.map(\.id) == posts.prefix(20).map(\.id))
    #expect(page.nextCursor == cursor)
  }

  private func failure(_ body: () async throws(FeedError) -> Void) async -> FeedError? {
    do throws(FeedError) {
      try await body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `Likes and deletions reach the server, whatever the identifier contains`() async throws {
    let feed = await ServedFeed()
    await feed.store.load()
    let liked = feed.posts[1]
    await feed.store.react(.like, to: liked.id)
    await feed.outbox.post(text: "mine")
    await feed.store.react(.delete, to: feed.posts[0].id)
    await feed.relaunch()
    #expect(feed.posts.contains { $0.text == "mine" } == false)
    #expect(feed.posts[1].isLiked)
    #expect(feed.posts[1].likes == liked.likes + 1)
    await feed.store.react(.unlike, to: liked.id)
    await feed.store.refresh()
    #expect(feed.posts[1] == liked)
    let repository = RemoteFeedRepository(client: FakeAPIClient(backend: feed.backend), session: feed.session)
    await #expect(throws: FeedError.unknownPost) { try await repository.react(.unlike, to: "..") }
    #expect(feed.backend.requests.last?.path == "/v1/posts/%2E%2E/like")
    await #expect(throws: FeedError.unknownPost) { try await repository.react(.unlike, to: "a/../語?b") }
    #expect(feed.backend.requests.last?.path == "/v1/posts/a%2F..%2F%E8%AA%9E%3Fb/like")
  }

  @Test func `A thread is read from the server in its order, whatever the identifier contains`() async throws {
    let feed = await ServedFeed()
    await feed.store.load()
    let post = try #require(feed.posts.first { $0.inReplyTo != nil })
    await feed.outbox.post(text: "mine", replyTo: post.id)
    await feed.store.select(timeline: .thread(of: post.id))
    let ids = feed.posts.map(\.id)
    #expect(ids.prefix { $0 != post.id }.last == post.inReplyTo)
    #expect(feed.posts.last?.text == "mine")
    let repository = RemoteFeedRepository(client: FakeAPIClient(backend: feed.backend), session: feed.session)
    await #expect(throws: FeedError.unknownPost) {
      try await repository.page(FeedPageRequest(timeline: .thread(of: "a/../語?b"), cursor: "7"))
    }
    #expect(feed.backend.requests.last?.target == "/v1/posts/a%2F..%2F%E8%AA%9E%3Fb/thread?limit=20&max_id=7")
  }

  private struct Pages: FeedRepository {
    var publishesOnce = true
    func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { .sample([1]) }
  }

  @Test func `A failing storage is reported, and without a user nothing is saved`() async throws {
    struct FailingStorage: DraftStorage {
      func load(for userID: User.ID) throws(DraftStorageError) -> Drafts { throw .unavailable(reason: "locked") }
      func apply(_ change: DraftChange, for userID: User.ID) throws(DraftStorageError) {
        throw .notWritten(reason: "full")
      }
      func removeAll(for userID: User.ID) throws(DraftStorageError) { throw .damaged(reason: "never") }
    }
    let errors = Log<FeedError>()
    for userID in [nil, "user-1"] {
      let useCase = FeedUseCase(
        repository: Pages(), drafts: FailingStorage(), userID: { userID }, onFailure: errors.append)
      let store = OutboxStore(useCase: useCase, messages: .japanese)
      await store.load()
      store.compose(text: "typed", replyTo: nil)
      await store.keep()
      #expect((store.notice != nil) == (userID != nil))
      #expect(useCase.currentUser == userID)
    }
    #expect(errors.values == [.draftsUnreadable(reason: "locked"), .draftNotSaved(reason: "full")])
    #expect(FeedError(DraftStorageError.damaged(reason: "x")) == .draftsUnreadable(reason: "x"))
  }

  @Test(arguments: [(true, nil), (false, FeedError.postMayHaveArrived)])
  func `Drafts of an earlier launch may have arrived at a server that may publish them twice`(
    publishesOnce: Bool, failure: FeedError?
  ) async {
    let draft = PostDraft(text: "Hello", replyTo: nil, idempotencyKey: "key")
    let drafts = InMemoryDraftStorage(["": Drafts(unsent: [draft])])
    let store = OutboxStore(useCase: FeedUseCase(repository: Pages(publishesOnce: publishesOnce), drafts: drafts))
    await store.load()
    #expect(store.state.unsent == [UnsentPost(draft: draft, failure: failure)])
  }

  @Test func `A repository without lists, posts and likes needs one method`() async throws {
    let useCase = FeedUseCase(repository: Pages())
    let (store, outbox) = (FeedStore(useCase: useCase), OutboxStore(useCase: useCase, messages: .english))
    await store.load()
    for action in [{ await store.react(.like, to: "1") }, { await store.react(.delete, to: "1") }]
      as [@MainActor () async -> Void]
    {
      await action()
      #expect(store.state == .loaded([1]))
      #expect(store.notice?.text == store.messages.common.serverError)
      store.dismissNotice()
    }
    await outbox.post(text: "Hello")
    #expect(outbox.notice?.text == "Something went wrong on the server. Try again later.")
    #expect(store.timelines == TimelineSelection())
  }

  private nonisolated static let mistakes =
    [(65, Array(0...FakeMisbehavior.all.rawValue))]
    + [1, 2, 7, 8, 19, 20, 21, 40, 41].map { ($0, [0, FakeMisbehavior.all.rawValue]) }

  @Test(arguments: mistakes)
  func `Whatever mistakes a backend makes, no post is lost and none is shown twice`(
    count: Int, mistakes: [Int]
  ) async throws {
    var expected: [Post]?
    for mistakes in mistakes {
      let feed = await ServedFeed(
        FakeConfiguration(
          timelines: [FakeTimeline(id: "home", title: "ホーム", postCount: count)], seed: 7,
          misbehavior: FakeMisbehavior(rawValue: mistakes), now: { .sample }))
      await feed.store.load()
      for _ in 0..<20 { await feed.store.loadMore() }
      #expect(
        feed.posts.count == count && !feed.store.state.hasMore && feed.store.notice == nil, "\(mistakes)")
      expected = expected ?? feed.posts
      #expect(feed.posts == expected, "\(mistakes)")
    }
  }

  @Test func `Each failure is reported once`() async {
    let (session, errors) = (Session(storage: InMemorySessionStorage()), Log<FeedError>())
    await session.begin(.taro)
    let client = FailingAPIClient(.requestFailed(.offline))
    let store = FeedStore(client: client, session: session, messages: .japanese, onFailure: errors.append)
    let outbox = OutboxStore(
      client: client, session: session, drafts: InMemoryDraftStorage(), messages: .japanese, onFailure: errors.append)
    await store.load()
    #expect(errors.values == [.noNetwork, .noNetwork])
    await outbox.post(text: "Hello")
    await outbox.post(text: "")
    #expect(errors.values == [.noNetwork, .noNetwork, .noNetwork, .invalidText])
  }
}

struct ManyTimelinesTests {
  private struct Server: FeedRepository {
    func timelines() async throws(FeedError) -> [Timeline] { (0..<201).map { Timeline(id: "\($0)", title: "") } }
    func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { .sample([]) }
  }

  @Test func `Of more timelines than a user can choose from, the first two hundred are offered`() async throws {
    let timelines = try await FeedUseCase(repository: Server()).timelines()
    #expect(timelines.map(\.id) == (0..<200).map { .list("\($0)") })
  }
}

struct DraftPostTests {
  private let useCase = FeedUseCase(repository: HeldRepository(holdsLists: false))
  private static let family = "👨‍👩‍👧‍👦"

  @Test(arguments: [
    ("x", "x"), (" \n\tx\u{3000}\n", "x"), ("a \n b", "a \n b"),
    (String(repeating: family, count: 280), String(repeating: family, count: 280)),
    ("\n\(String(repeating: "か\u{3099}", count: 280)) ", String(repeating: "か\u{3099}", count: 280)),
  ])
  func `A text is trimmed and counted in characters`(text: String, trimmed: String) throws {
    let draft = try useCase.draft(PostInput(text: text, replyTo: "4"))
    #expect(draft == PostDraft(text: trimmed, replyTo: "4", idempotencyKey: draft.id))
    #expect(Array(draft.text.utf8) == Array(trimmed.utf8))
  }

  @Test(arguments: [
    "", "\n\t\u{3000}\u{A0}", String(repeating: "x", count: 281), String(repeating: family, count: 281),
    "x" + String(repeating: "\u{301}", count: 5_120), "x" + String(repeating: " ", count: 10_240),
  ])
  func `An empty text, one of 281 characters and one of more than 10 KiB are invalid`(text: String) {
    #expect(throws: FeedError.invalidText) { try useCase.draft(PostInput(text: text)) }
  }

  @Test func `Each draft has a key of its own`() throws {
    #expect(try useCase.draft(PostInput(text: "x")) != useCase.draft(PostInput(text: "x")))
  }
}
