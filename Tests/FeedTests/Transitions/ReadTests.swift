import Core
import Feed
import StoreExploring
import TestSupport
import Testing

/// `load()`, `refresh()` and `loadMore()`, and the actions that are ignored meanwhile.
@MainActor
struct ReadTests {
  @Test(arguments: Situation.withoutTimeline, [Action.load, .refresh])
  func `Without a timeline, load and refresh read the home timeline`(situation: Situation, action: Action) async throws
  {
    let denied = FeedState.error("アクセスが許可されませんでした。もう一度お試しください。")
    let outcomes: [(Result<FeedPage, FeedError>, User.ID?, FeedState, [FeedRoute])] = [
      (.success(.sample([2, 1])), "1", .loaded([2, 1]), []), (.success(.sample([])), "1", .empty, []),
      (.failure(.noNetwork), "1", .offline, []), (.failure(.notAuthorized), nil, .notAuthorized, [.signIn]),
      (.failure(.notAuthorized), "1", denied, []),
    ]
    for (page, user, state, routes) in outcomes {
      let feed = try await FeedHarness(situation)
      feed.user.append(user)
      try await feed.expect([feed.store.state, .loading, state], routes: routes) {
        let started = feed.start(action)
        #expect(feed.pages.calls == [FeedPageRequest()])
        try await feed.finish(started, page)
      }
      #expect(feed.waiting == 0)
    }
  }

  @Test(arguments: [Action.load, .refresh])
  func `An empty timeline stays until posts come`(action: Action) async throws {
    let feed = try await FeedHarness(.empty)
    let refreshing = FeedState.empty(FeedContent(.sample([]), reading: .refreshing))
    try await feed.expect([.empty, refreshing, .loaded([2, 1])]) {
      try await feed.finish(feed.start(action), .success(.sample([2, 1])))
    }
  }

  @Test func `Older posts come below, to the end`() async throws {
    let feed = try await FeedHarness(.loaded)
    try await feed.expect([
      .loaded(), .loaded(.loadingMore), .loaded([5, 4, 3, 2], next: 2), .loaded([5, 4, 3, 2], next: 2, .loadingMore),
      .loaded([5, 4, 3, 2, 1]),
    ]) {
      for page in [FeedPage.sample([2], next: 2), .sample([1])] {
        let more = feed.start(.loadMore)
        #expect(feed.pages.calls == [FeedPageRequest(cursor: page == .sample([1]) ? "2" : "3")])
        try await feed.finish(more, .success(page))
      }
      try await feed.start(.loadMore).finish()
    }
    #expect(!feed.store.state.hasMore)
  }

  @Test(arguments: [(Action.refresh, FeedReading.refreshing), (.loadMore, .loadingMore)])
  func `A failed read leaves the posts and can be repeated`(action: Action, reading: FeedReading) async throws {
    let feed = try await FeedHarness(.loaded)
    for error in [FeedError.noNetwork, .notAuthorized, .unknownTimeline, .serverError(reason: "")] {
      let shown = error == .notAuthorized ? .accessDenied : error
      let notice = Notice.readFailed(feed.store.messages.text(for: shown, doing: .read))
      try await feed.expect([.loaded(), .loaded(reading), .loaded()], notices: [nil, notice]) {
        try await feed.finish(feed.start(action), .failure(error))
      }
      feed.store.dismissNotice()
    }
    #expect(feed.store.notice == nil)
  }

  @Test func `Repeated posts are shown once, and late ones where they belong`() async throws {
    let feed = try await FeedHarness(.loadingMore)
    try await feed.expect([.loaded(.loadingMore), .loaded([7, 5, 4, 3, 2], next: 2)]) {
      try await feed.finish(feed.last, .success(.sample([4, 3, 7, 2, 3], next: 2)))
    }
  }

  @Test(arguments: [[3], [2, 3], [2, 1, 2]])
  func `A cursor that came before ends the timeline`(cursors: [Int]) async throws {
    let feed = try await FeedHarness(.loaded)
    for cursor in cursors {
      #expect(feed.store.state.hasMore)
      try await feed.finish(feed.start(.loadMore), .success(.sample([5], next: cursor)))
    }
    #expect(feed.store.state == .loaded([5, 4, 3]))
    try await feed.finish(feed.start(.refresh), .success(.sample([5, 4, 3], next: 3)))
    #expect(feed.store.state == .loaded())
  }

  @Test func `After five pages in a row without a new post the next waits for the user`() async throws {
    let feed = FeedHarness()
    var automatic: [Bool] = []
    for number in 1...8 {
      let page = FeedPage.sample(number == 7 ? [9] : [], next: 100 + number)
      try await feed.finish(feed.start(number == 1 ? .load : .loadMore), .success(page))
      automatic.append(try #require(feed.store.state.content).loadsMoreAutomatically)
      #expect(StateName.ofCase(feed.store.state) == "loaded")
    }
    #expect(automatic == [true, true, true, true, false, false, true, true])
    try await feed.finish(feed.start(.loadMore), .success(.sample([])))
    #expect(feed.store.state.content?.loadsMoreAutomatically == false)
  }

  nonisolated static let cells: [(Action, Situation)] = [
    (.load, [.loading, .loaded, .refreshing, .loadingMore]),
    (.refresh, [.loading, .refreshing]),
    (.loadMore, [.idle, .error, .notAuthorized, .empty, .loading, .refreshing, .loadingMore]),
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
