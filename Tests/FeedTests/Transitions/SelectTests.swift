import Core
import Feed
import StoreExploring
import TestSupport
import Testing

/// `select(timeline:)`, and the lists to choose from.
@MainActor
struct SelectTests {
  private static let lists = [Timeline(id: "home", title: "ホーム"), Timeline(id: "swift", title: "Swift")]

  @Test(arguments: Situation.withoutTimeline + [.empty, .loaded, .refreshing, .loadingMore])
  func `The chosen timeline replaces what is shown, with one request`(situation: Situation) async throws {
    let feed = try await FeedHarness(situation)
    try await feed.expect([feed.store.state, .loading, .loaded([2, 1])]) {
      let select = feed.start(.select)
      #expect(feed.pages.calls.last == FeedPageRequest(timeline: .list("swift")))
      #expect(feed.store.timelines.chosen == .list("swift"))
      let waiting = feed.waiting
      #expect(feed.start(.select).hasReturned)
      #expect(feed.waiting == waiting)
      try await feed.finish(select, .success(.sample([2, 1])))
    }
    feed.start(.refresh)
    #expect(feed.pages.calls.last == FeedPageRequest(timeline: .list("swift")))
  }

  @Test(arguments: [Situation.empty, .loaded, .refreshing, .loadingMore])
  func `After a failure what was shown is back with a notice`(situation: Situation) async throws {
    let feed = try await FeedHarness(situation)
    let before = situation == .empty ? FeedState.empty : .loaded()
    try await feed.expect([feed.store.state, .loading, before], notices: [nil, .readFailed()]) {
      try await feed.finish(feed.start(.select), .failure(.noNetwork))
    }
    #expect(feed.store.timelines.chosen == nil)
  }

  @Test(arguments: Situation.withoutTimeline)
  func `After a failure without a timeline, try again reads the chosen one`(situation: Situation) async throws {
    let feed = try await FeedHarness(situation)
    try await feed.expect([feed.store.state, .loading, .error("このタイムラインは見つかりませんでした。")]) {
      try await feed.finish(feed.start(.select), .failure(.unknownTimeline))
    }
    feed.start(.load)
    #expect(feed.pages.calls == [FeedPageRequest(timeline: .list("swift"))])
  }

  @Test func `The lists are read once, after the posts are shown`() async throws {
    let feed = FeedHarness(holdsLists: true)
    let load = feed.start(.load)
    #expect(feed.lists.calls.isEmpty)
    try feed.pages.succeed(with: .sample([5, 4, 3], next: 3))
    await load.waitUntilSuspended()
    #expect(feed.store.state == .loaded())
    let refresh = feed.start(.refresh)
    try await feed.finish(refresh, .success(.sample([5, 4, 3], next: 3)))
    #expect(feed.lists.calls.count == 1)
    try feed.lists.succeed(with: Self.lists)
    try await load.finish()
    #expect(feed.store.timelines == TimelineSelection(all: Self.lists))
    try await feed.finish(feed.start(.select), .success(.sample([])))
    #expect(feed.store.timelines.chosenTitle == "Swift")
    #expect(feed.waiting == 0)
  }

  @Test(arguments: [(FeedError.unknownTimeline, true), (.cancelled, false), (.notAuthorized, false)])
  func `Lists are read whatever happens to a page, unless it was cancelled or needs a sign-in, until they are known`(
    error: FeedError, isRead: Bool
  ) async throws {
    let feed = FeedHarness(holdsLists: true)
    if error == .notAuthorized { feed.user.append(nil) }
    for lists in [Result<[Timeline], FeedError>.failure(.noNetwork), .success(Self.lists)] {
      let refresh = feed.start(.refresh)
      try feed.pages.fail(with: error)
      await refresh.waitUntilSuspended()
      #expect(feed.lists.calls.count == (isRead ? 1 : 0))
      if isRead { try feed.lists.answer(lists) }
      try await refresh.finish()
    }
    try await feed.finish(feed.start(.refresh), .failure(error))
    #expect(feed.store.timelines == TimelineSelection(all: isRead ? Self.lists : []))
    #expect(feed.store.notice == nil)
  }
}
