import Authentication
import Core
import Feed
import Foundation
import StoreExploring
import StoreTesting
import Testing

/// “Clean Architectureとその派生系による最適なiOSアーキテクチャ選定の考察”: lists, their timelines, and a screen to post.
@MainActor
struct DerivativesTests {
  private let app = SampleApp()

  private nonisolated static let post = Post(
    id: "1", author: Author(id: "a", name: "花子", screenName: "hanako"), text: "Hello", createdAt: .article)

  private nonisolated static let lists = FakeTimeline.examples.suffix(2).map { Timeline(id: $0.id, title: $0.title) }

  private struct OwnRepository: FeedRepository {
    func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
      FeedPage(posts: [DerivativesTests.post], nextCursor: nil)
    }
  }

  @Test func `A Store is built on a repository with one method`() async {
    let page = FeedPage(posts: [Self.post], nextCursor: nil)
    let useCase = FeedUseCase(repository: OwnRepository())
    let store = FeedStore(useCase: useCase, messages: .japanese)
    await expectStates(of: store, \.state, [.idle, .loading, .loaded(FeedContent(page))], and: \.notice, [nil]) {
      await store.load()
    }
    #expect(store.timelines == TimelineSelection())
    let outbox = OutboxStore(useCase: useCase, messages: .japanese)
    await outbox.post(text: "Hello")
    #expect(outbox.notice?.text == outbox.messages.common.serverError)
  }

  @Test(arguments: [true, false], [true, false])
  func `Lists can be chosen whether the page was read or not, and posts are shown whether the lists were or not`(
    hasLists: Bool, hasPage: Bool
  ) async throws {
    await app.signIn()
    if !hasLists { try app.backend.fail(.get, "/v1/lists", with: .fail(.offline)) }
    if !hasPage { try app.backend.fail(.get, "/v1/timeline", with: .fail(.offline)) }
    await app.feed.load()
    #expect(app.feed.timelines.all == (hasLists ? Self.lists : []))
    #expect(app.feed.timelines.chosen == nil)
    #expect(StateName.ofCase(app.feed.state) == (hasPage ? "loaded" : "error"))
    #expect(app.feed.notice == nil)
    await app.feed.refresh()
    #expect(StateName.ofCase(app.feed.state) == "loaded")
    #expect(app.feed.timelines.all == Self.lists)
  }

  @Test(
    arguments: [Timeline.ID?.none, .list("swift"), .list("quiet")],
    [FakeOutcome.fail(.offline), .status(403), .status(404)])
  func `Lists that were read stay, and so does what is shown, whatever happens to a page`(
    shown: Timeline.ID?, outcome: FakeOutcome
  ) async throws {
    await app.signIn()
    await app.feed.select(timeline: shown)
    let (state, timelines) = (app.feed.state, app.feed.timelines)
    #expect(timelines == TimelineSelection(all: Self.lists, chosen: shown))
    for read in [app.feed.refresh, { await app.feed.select(timeline: .list("other")) }] {
      try app.backend.fail(.get, "/v1/timeline", with: outcome)
      await read()
      #expect((app.feed.state, app.feed.timelines) == (state, timelines))
      #expect(app.feed.notice?.title == app.feed.messages.readFailedTitle)
      app.feed.dismissNotice()
    }
    await app.feed.select(timeline: .list("swift"))
    #expect(app.feed.timelines == TimelineSelection(all: Self.lists, chosen: .list("swift")))
    #expect(StateName.ofCase(app.feed.state) == "loaded")
  }

  @Test func `Pages are requested by cursor, 20 at a time, and lists once; an empty list is no error`() async throws {
    await app.signIn()
    await app.feed.load()
    for _ in 0..<3 { await app.feed.loadMore() }
    let ids = try ids
    #expect(ids.count == 45)
    await app.feed.select(timeline: .list("quiet"))
    #expect(
      app.backend.requests.dropFirst().map(\.target) == [
        "/v1/timeline?limit=20", "/v1/lists", "/v1/timeline?limit=20&max_id=\(ids[19])",
        "/v1/timeline?limit=20&max_id=\(ids[39])", "/v1/timeline?list=quiet&limit=20",
      ])
    #expect(app.feed.state == .empty(FeedContent(FeedPage(posts: [], nextCursor: nil))))
    #expect(app.feed.timelines.chosenTitle == "静かなリスト")
    await app.feed.select(timeline: .list("user-1"))
    #expect(app.feed.timelines.chosen == .list("quiet"))
    #expect(app.feed.notice?.text == app.feed.messages.unknownTimeline)
  }

  @Test(arguments: [FakeOutcome.answer, .fail(.offline), .status(500)])
  func `A first page replaces, the next is added below, and the activity ends on every path`(
    outcome: FakeOutcome
  ) async throws {
    await app.signIn()
    await app.feed.load()
    let first = try ids
    #expect(first.count == 20)
    try app.backend.fail(.get, "/v1/timeline", with: outcome)
    let activities = Recorded(app.feed, \.state.content?.reading)
    await app.feed.loadMore()
    #expect(try Array(ids.prefix(20)) == first)
    #expect(try ids.count == (outcome == .answer ? 40 : 20))
    try app.backend.fail(.get, "/v1/timeline", with: outcome)
    await app.feed.refresh()
    #expect(activities.values == [.idle, .loadingMore, .idle, .refreshing, .idle])
    #expect(try Array(ids.prefix(20)) == first)
    #expect((app.feed.notice == nil) == (outcome == .answer))
  }

  private var ids: [Post.ID] {
    get throws { try #require(app.feed.state.content).posts.map(\.id) }
  }

  @Test func `The screen to post is a route, with the post and its author where they are known`() async throws {
    await app.signIn()
    await app.feed.load()
    let post = try #require(app.feed.state.content?.posts.first)
    app.feed.compose()
    app.feed.compose(replyTo: post.id)
    let routes: [FeedRoute] = [
      .compose(replyTo: nil, screenName: nil), .compose(replyTo: post.id, screenName: post.author.screenName),
    ]
    #expect(app.feedRoutes.values == routes)
    await app.outbox.post(text: "Hello", replyTo: post.id)
    let posted = try #require(app.feed.state.content?.posts.first)
    #expect(app.outboxRoutes.values.last == .posted(posted))
    #expect(posted.inReplyTo == post.id)
  }

  @Test(arguments: [
    (true, FakeOutcome.answer, "loaded"), (true, .fail(.offline), "error"), (true, .status(403), "error"),
    (false, .answer, "notAuthorized"),
  ])
  func `A timeline begins with none, then loads, and is normal, an error, or leads to the sign-in screen`(
    isSignedIn: Bool, outcome: FakeOutcome, status: String
  ) async throws {
    if isSignedIn { await app.signIn() }
    try app.backend.fail(.get, "/v1/timeline", with: outcome)
    let states = Recorded(app.feed, \.state)
    await app.feed.load()
    #expect(states.values.map { StateName.ofCase($0) } == ["idle", "loading", status])
    #expect(app.feedRoutes.values == (status == "notAuthorized" ? [.signIn] : []))
  }

  @Test func `A change of the account starts afresh and reads again`() async {
    await app.signIn()
    await app.feed.select(timeline: .list("swift"))
    await app.auth.logout()
    #expect(app.feed.state == .idle)
    #expect(app.feed.timelines == TimelineSelection())
    await app.auth.signUp(email: "jiro@example.com", pass: "123456")
    await app.feed.load()
    #expect(StateName.ofCase(app.feed.state) == "loaded")
    #expect(app.feed.timelines.chosen == nil)
  }

  @Test func `A translation of responses is an initializer that map takes`() throws {
    let response = """
      {"posts":[{"id":"1","author":{"id":"a","name":"花子","screen_name":"hanako"},"text":"Hello",\
      "created_at":"2022-03-08T13:32:51.312878Z"}]}
      """
    let timeline = try JSONCoding.decode(TimelineResponse.self, from: Data(response.utf8))
    let rows = timeline.posts.map(\.post).map { PostRow($0, parent: nil, messages: .japanese) }
    #expect(rows.map(\.handle) == ["@hanako"])
  }

  @Test(arguments: ["a year or more, with tests", "several screens", "complex, without tests", "simple"])
  func `The guide to the choice of an architecture has a row for each kind of app`(app: String) throws {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let page = repository.appending(path: "Core/Core.docc/WhenNotToUseIt.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.count { $0.contains(app) } == 1)
  }
}
