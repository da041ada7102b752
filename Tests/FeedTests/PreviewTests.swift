import Core
import Feed
import StoreExploring
import Testing

/// What the previews are made with, and what the composer says above a post.
@MainActor
struct PreviewTests {
  let backend = PreviewBackend()
  let store: FeedStore

  init() {
    store = FeedStore(client: backend.client, session: backend.session)
  }

  @Test func `nobody is signed in to the backend of a preview until it says so`() async {
    await store.load()
    #expect(store.state == .notAuthorized)
    await backend.signIn()
    #expect(backend.session.record?.user.name == "太郎")
    await store.select(timeline: "home")
    #expect(count == 20)
  }

  @Test func `a backend that has fallen silent leaves what is asked under way until that is cancelled`() async throws {
    await backend.signIn()
    await store.load()
    let before = store.state
    backend.fallSilent()
    let refresh = StartedAction("refresh") { await store.refresh() }
    #expect(!refresh.hasReturned)
    #expect(activity == .refreshing)
    refresh.cancel()
    try await refresh.finish()
    #expect(store.state == before)
  }

  @Test(arguments: [
    (FeedComposer(), nil, nil), (FeedComposer(screenName: "hanako"), nil, nil),
    (FeedComposer(replyTo: "1"), "返信", "Reply"),
    (FeedComposer(replyTo: "1", screenName: "hanako"), "@hanako さんへの返信", "Replying to @hanako"),
    (FeedComposer(replyTo: "1", screenName: "100%@"), "@100%@ さんへの返信", "Replying to @100%@"),
  ])
  func `the composer names whom a post answers`(composer: FeedComposer, japanese: String?, english: String?) {
    #expect(composer.replyLine(messages: .japanese) == japanese)
    #expect(composer.replyLine(messages: .english) == english)
    #expect(composer.id == composer)
  }

  private var activity: FeedActivity? {
    guard case .loaded(let content) = store.state else { return nil }
    return content.activity
  }

  private var count: Int? {
    guard case .loaded(let content) = store.state else { return nil }
    return content.posts.count
  }
}
