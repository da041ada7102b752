import Core
import Feed
import StoreExploring
import TestSupport
import Testing

/// The built-in contract, from the Store to the fake backend.
@MainActor
struct FeedRepositoryTests {
  @Test(arguments: [401, 403, 404, 422, 429])
  func `A status has its meaning for each request`(status: Int) async {
    let error = APIError.invalidResponse(InvalidResponse(statusCode: status))
    let repository = RemoteFeedRepository(client: FailingAPIClient(error))
    await #expect(throws: FeedError(error)) { try await repository.timelines() }
    await #expect(throws: status == 404 ? .unknownTimeline : FeedError(error)) {
      try await repository.page(FeedPageRequest())
    }
    await #expect(throws: status == 422 ? .postRejected : FeedError(error)) {
      try await repository.send(PostDraft(text: "x", replyTo: nil, idempotencyKey: "key"))
    }
  }

  private nonisolated static let mistakes =
    (0...FakeMisbehavior.all.rawValue).map { (65, $0) }
    + [1, 2, 7, 8, 19, 20, 21, 40, 41].map { ($0, FakeMisbehavior.all.rawValue) }

  @Test(arguments: mistakes)
  func `Whatever mistakes a backend makes, no post is lost and none is shown twice`(
    count: Int, mistakes: Int
  ) async throws {
    var shown: [[Post]] = []
    for mistakes in [0, mistakes] {
      let feed = await ServedFeed(
        FakeConfiguration(
          timelines: [FakeTimeline(id: "home", title: "ホーム", postCount: count)], seed: 7,
          misbehavior: FakeMisbehavior(rawValue: mistakes), now: { .sample }))
      await feed.store.load()
      for _ in 0..<20 { await feed.store.loadMore() }
      #expect(feed.posts.count == count && !feed.store.state.hasMore && feed.store.notice == nil)
      shown.append(feed.posts)
    }
    #expect(shown[0] == shown[1])
  }

  @Test func `Each failure is reported once`() async {
    let (session, errors) = (Session(storage: InMemorySessionStorage()), Log<FeedError>())
    await session.begin(.taro)
    let client = FailingAPIClient(.requestFailed(.offline))
    let store = FeedStore(client: client, session: session, messages: .japanese, onFailure: errors.append)
    await store.load()
    #expect(errors.values == [.noNetwork, .noNetwork])
    await store.post(text: "Hello")
    await store.post(text: "")
    #expect(errors.values == [.noNetwork, .noNetwork, .noNetwork, .invalidText])
  }

  @Test func `A post whose response was lost is published and shown once`() async throws {
    let feed = await ServedFeed()
    await feed.store.load()
    let answered = try #require(feed.posts.last)
    try feed.backend.fail(.post, "/v1/posts", with: .answerThenFail(.timedOut), times: 2)
    for _ in 0..<3 {
      await feed.store.post(text: "Hello", replyTo: answered.id)
      await feed.store.refresh()
      #expect(feed.posts.filter { $0.text == "Hello" }.map(\.inReplyTo) == [answered.id])
    }
    let keys = feed.backend.requests.filter { $0.path == "/v1/posts" }.map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 3 && Set(keys).count == 1 && keys.first != .some(nil))
  }
}

struct DraftPostTests {
  private static let family = "👨‍👩‍👧‍👦"

  @Test(arguments: [
    ("x", "x"), (" \n\tx\u{3000}\n", "x"), ("a \n b", "a \n b"),
    (String(repeating: family, count: 280), String(repeating: family, count: 280)),
    ("\n\(String(repeating: "か\u{3099}", count: 280)) ", String(repeating: "か\u{3099}", count: 280)),
  ])
  func `A text is trimmed and counted in characters`(text: String, trimmed: String) throws {
    let draft = try DraftPost(makeKey: { "key" }).execute(PostInput(text: text, replyTo: "4"))
    #expect(draft == PostDraft(text: trimmed, replyTo: "4", idempotencyKey: "key"))
    #expect(Array(draft.text.utf8) == Array(trimmed.utf8))
  }

  @Test(arguments: [
    "", "\n\t\u{3000}\u{A0}", String(repeating: "x", count: 281), String(repeating: family, count: 281),
  ])
  func `An empty text and one of 281 characters are invalid`(text: String) {
    #expect(throws: FeedError.invalidText) { try DraftPost().execute(PostInput(text: text)) }
  }

  @Test func `Each draft has a key of its own`() throws {
    #expect(try DraftPost().execute(PostInput(text: "x")) != DraftPost().execute(PostInput(text: "x")))
  }
}
