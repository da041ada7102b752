import Feed
import StoreExploring
import Testing

/// Actions that change nothing: the ignored ones, and those that only leave a route.
@MainActor
struct IgnoredActionTests {
  nonisolated static let cells: [(Action, Situation)] = [
    (.load, [.loading, .loaded, .refreshing, .loadingMore, .posting]),
    (.refresh, [.loading, .refreshing, .posting]),
    (.loadMore, [.idle, .error, .notAuthorized, .empty, .loading, .refreshing, .loadingMore, .posting]),
    (.post, [.loading, .posting]),
  ].flatMap { (action: Action, situations: [Situation]) in situations.map { (action, $0) } }

  @Test(arguments: cells)
  func `An ignored action returns at once and changes nothing`(action: Action, situation: Situation) async throws {
    let feed = try await FeedHarness(situation)
    let waiting = feed.waiting
    await feed.expect([feed.store.state]) {
      #expect(feed.start(action).hasReturned)
    }
    #expect(feed.waiting == waiting)
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
