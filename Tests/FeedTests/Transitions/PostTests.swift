import Core
import Feed
import StoreExploring
import Testing

/// `post(text:replyTo:)`, and the screens that it needs.
@MainActor
struct PostTests {
  @Test func `The post comes on top and the composer closes`() async throws {
    let feed = try await FeedHarness(.loaded)
    try await feed.expect(
      [.loaded(), .loaded(isPosting: true), .loaded([6, 5, 4, 3], next: 3)], routes: [.posted]
    ) {
      let post = feed.start("post") { await $0.post(text: "\u{3000} Text 6\n", replyTo: "4") }
      #expect(feed.posts.calls == [PostDraft(text: "Text 6", replyTo: "4", idempotencyKey: "key-1")])
      try await feed.finish(post, post: .success(.sample(6)))
    }
    #expect(feed.store.outbox.unsent.isEmpty && feed.saved == Drafts())
  }

  @Test(arguments: Situation.withoutTimeline + [.empty, .loaded], [FeedError.noNetwork, .notAuthorized])
  func `After a failure what was shown is back, a notice says why, and the draft is kept`(
    situation: Situation, error: FeedError
  ) async throws {
    let feed = try await FeedHarness(situation)
    let before = feed.store.state
    var during = FeedState.loading
    if situation == .loaded { during = .loaded(isPosting: true) }
    if situation == .empty { during = .empty(FeedContent(.sample([]), isPosting: true)) }
    let notice = Notice.postFailed(feed.store.messages.text(for: error))
    try await feed.expect([before, during, before], notices: [nil, notice]) {
      try await feed.finish(feed.start(.post), post: .failure(error))
    }
    let draft = PostDraft(text: "Text 6", replyTo: nil, idempotencyKey: "key-1")
    #expect(feed.store.outbox.unsent == [UnsentPost(draft: draft, failure: error)])
    #expect(feed.saved == Drafts(unsent: [draft]) && feed.waiting == 0)
  }

  @Test(arguments: Situation.withoutTimeline)
  func `Without a timeline the post is sent, then the timeline is read`(situation: Situation) async throws {
    for (page, state) in [
      (Result<FeedPage, FeedError>.success(.sample([6, 5], next: 5)), FeedState.loaded([6, 5], next: 5)),
      (.failure(.noNetwork), .offline),
    ] {
      let feed = try await FeedHarness(situation)
      try await feed.expect([feed.store.state, .loading, state], routes: [.posted]) {
        let post = feed.start(.post)
        #expect(feed.pages.calls.isEmpty)
        try feed.posts.succeed(with: .sample(6))
        await post.waitUntilSuspended()
        try await feed.finish(post, page)
      }
      #expect(feed.store.outbox.unsent.isEmpty)
    }
  }

  @Test func `The same draft sent again keeps its key until it arrives`() async throws {
    let feed = try await FeedHarness(.loaded)
    var keys: [String] = []
    for (text, replyTo, isSent) in [
      ("A", nil, false), (" A ", nil, false), ("A", "4", false), ("A", "4", false), ("B", "4", false), ("B", "4", true),
      ("B", "4", true),
    ] {
      let post = feed.start("post") { await $0.post(text: text, replyTo: replyTo) }
      keys += feed.posts.calls.map(\.idempotencyKey)
      try await feed.finish(post, post: isSent ? .success(.sample(6)) : .failure(.noNetwork))
    }
    #expect(keys == ["key-1", "key-1", "key-3", "key-3", "key-5", "key-5", "key-7"])
  }

  @Test(arguments: Situation.withoutTimeline + [.empty, .loaded, .refreshing, .loadingMore])
  func `An invalid text is refused without a request`(situation: Situation) async throws {
    let feed = try await FeedHarness(situation)
    let waiting = feed.waiting
    let notice = Notice.postFailed("1文字以上280文字以下で入力してください。")
    try await feed.expect([feed.store.state], notices: [nil, notice]) {
      try await feed.start("post") { await $0.post(text: " \n") }.finish()
    }
    #expect(feed.waiting == waiting)
    feed.start(.post)
    #expect(feed.posts.calls.count == 1)
  }

  @Test(arguments: Situation.allCases)
  func `Composer and sign-in screen are routes in every state`(situation: Situation) async throws {
    let feed = try await FeedHarness(situation)
    let screenName = feed.store.state.posts.isEmpty ? nil : "hanako"
    let routes: [FeedRoute] = [
      .compose(replyTo: "5", screenName: screenName), .compose(replyTo: "99", screenName: nil),
      .compose(replyTo: nil, screenName: nil), .signIn,
    ]
    await feed.expect([feed.store.state], routes: routes) {
      feed.store.compose(replyTo: "5")
      feed.store.compose(replyTo: "99")
      feed.store.compose()
      feed.store.showSignIn()
    }
  }
}
