import Feed
import StoreExploring
import Testing

/// `compose(replyTo:)`, the Wireframe of the article: a Route, once, and nothing else.
@MainActor
struct ComposeTests {
  @Test(arguments: FeedSituation.allCases)
  func `the composer is a route in every state`(situation: FeedSituation) async throws {
    let feed = try await HeldFeed(situation)
    let waiting = feed.waiting
    let isShown = !feed.store.state.shownPosts.isEmpty
    try await feed.expect(
      [feed.store.state], routes: [.compose(replyTo: "5", screenName: isShown ? "hanako" : nil)]
    ) {
      let action = feed.start(.compose)
      #expect(action.hasReturned)
    }
    #expect(feed.waiting == waiting)
    try await feed.end()
  }

  @Test func `a post of one's own answers nobody, and one that is not shown has no screen name`() async throws {
    let feed = try await HeldFeed(.loaded)
    await feed.expect(
      [feed.store.state],
      routes: [.compose(replyTo: nil, screenName: nil), .compose(replyTo: "99", screenName: nil)]
    ) {
      feed.store.compose()
      feed.store.compose(replyTo: "99")
    }
  }
}
