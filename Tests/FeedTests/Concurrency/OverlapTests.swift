import Core
import Feed
import StoreExploring
import Testing

/// Actions that overlap: the last read wins, and a post and a read both land.
@MainActor
struct OverlapTests {
  @Test(arguments: [true, false], [Result<FeedPage, FeedError>.success(.sample([9])), .failure(.noNetwork)])
  func `A refresh replaces the next page, whichever is answered first`(
    isRefreshFirst: Bool, stale: Result<FeedPage, FeedError>
  ) async throws {
    let feed = try await FeedHarness(.loadingMore)
    let more = try feed.last
    try await feed.expect([.loaded(.loadingMore), .loaded(.refreshing), .loaded([8], next: 8)]) {
      let refresh = feed.start(.refresh)
      for isRefresh in [isRefreshFirst, !isRefreshFirst] {
        let page = isRefresh ? .success(FeedPage.sample([8], next: 8)) : stale
        try feed.pages.answer(page, call: isRefresh ? feed.pages.calls.count - 1 : 0)
        try await (isRefresh ? refresh : more).finish()
      }
    }
  }

  @Test(arguments: [Situation.loading, .refreshing, .loadingMore], [true, false])
  func `The chosen timeline replaces what is being read, whichever is answered first`(
    situation: Situation, isSelectFirst: Bool
  ) async throws {
    for stale in [Result<FeedPage, FeedError>.success(.sample([9])), .failure(.noNetwork), .failure(.notAuthorized)] {
      let feed = try await FeedHarness(situation)
      let reading = try feed.last
      let states = situation == .loading ? [] : [feed.store.state]
      try await feed.expect(states + [.loading, .loaded([2, 1])]) {
        let select = feed.start(.select)
        for isSelect in [isSelectFirst, !isSelectFirst] {
          let page = isSelect ? .success(FeedPage.sample([2, 1])) : stale
          try feed.pages.answer(page, call: isSelect ? feed.pages.calls.count - 1 : 0)
          try await (isSelect ? select : reading).finish()
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func `Of two chosen timelines the last one wins, and a failure restores what was shown`(isRead: Bool) async throws {
    let feed = try await FeedHarness(.loaded)
    let first = feed.start(.select)
    let second = feed.start("select") { await $0.select(timeline: "quiet") }
    try await feed.finish(second, isRead ? .success(.sample([6])) : .failure(.noNetwork))
    try await feed.finish(first, .success(.sample([9])))
    #expect(feed.store.state == (isRead ? .loaded([6]) : .loaded()))
    #expect(feed.store.timelines.chosen == (isRead ? "quiet" : nil))
  }

  nonisolated static let pages: [(Situation, isPostFirst: Bool, Result<FeedPage, FeedError>, [FeedState])] = [
    (
      .refreshing, true, .success(.sample([5, 4])), [.loaded([6, 5, 4, 3], next: 3, .refreshing), .loaded([6, 5, 4])]
    ),
    (.refreshing, true, .success(.sample([7, 6])), [.loaded([6, 5, 4, 3], next: 3, .refreshing), .loaded([7, 6])]),
    (.refreshing, false, .success(.sample([7, 6])), [.loaded([7, 6], isPosting: true), .loaded([7, 6])]),
    (.refreshing, false, .success(.sample([])), [.empty(FeedContent(.sample([]), isPosting: true)), .loaded([6])]),
    (
      .refreshing, true, .failure(.noNetwork),
      [.loaded([6, 5, 4, 3], next: 3, .refreshing), .loaded([6, 5, 4, 3], next: 3)]
    ),
    (
      .loadingMore, true, .success(.sample([2, 1])),
      [.loaded([6, 5, 4, 3], next: 3, .loadingMore), .loaded([6, 5, 4, 3, 2, 1])]
    ),
    (.loadingMore, false, .failure(.noNetwork), [.loaded(isPosting: true), .loaded([6, 5, 4, 3], next: 3)]),
  ]

  @Test(arguments: pages)
  func `A post and a read both land, and the post is shown once`(
    situation: Situation, isPostFirst: Bool, page: Result<FeedPage, FeedError>, states: [FeedState]
  ) async throws {
    let feed = try await FeedHarness(situation)
    let reading = try feed.last
    let both = FeedState.loaded(situation == .refreshing ? .refreshing : .loadingMore, isPosting: true)
    let notices: [Notice?] = (try? page.get()) == nil ? [nil, .readFailed()] : [nil]
    try await feed.expect([feed.store.state, both] + states, notices: notices, routes: [.posted]) {
      let post = feed.start(.post)
      for isPost in [isPostFirst, !isPostFirst] {
        if isPost {
          try await feed.finish(post, post: .success(.sample(6)))
        } else {
          try await feed.finish(reading, page)
        }
      }
    }
  }

  @Test(arguments: [FeedError.noNetwork, .cancelled])
  func `A failed post leaves a read alone`(error: FeedError) async throws {
    let feed = try await FeedHarness(.refreshing)
    try await feed.finish(feed.start(.post), post: .failure(error))
    #expect(feed.store.state == .loaded(.refreshing))
  }

  @Test(
    arguments: [Result<FeedPage, FeedError>.success(.sample([5])), .failure(.noNetwork)], [Action.refresh, .select])
  func `A post that landed during one read is not added to the next`(
    page: Result<FeedPage, FeedError>, action: Action
  ) async throws {
    let feed = try await FeedHarness(.refreshing)
    let refresh = try feed.last
    try await feed.finish(feed.start(.post), post: .success(.sample(6)))
    if action == .refresh { try await feed.finish(refresh, page) }
    try await feed.finish(feed.start(action), .success(.sample([5])))
    #expect(feed.store.state == .loaded([5]))
  }

  @Test(arguments: [true, false], [[5, 4], [6, 5, 4]])
  func `A timeline chosen during the first post shows that once`(isPostFirst: Bool, page: [Int]) async throws {
    let feed = FeedHarness()
    let post = feed.start(.post)
    let select = feed.start(.select)
    for isPost in [isPostFirst, !isPostFirst] {
      if isPost {
        try await feed.finish(post, post: .success(.sample(6)))
      } else {
        try await feed.finish(select, .success(.sample(page)))
        #expect(feed.store.state == (isPostFirst ? .loaded([6, 5, 4]) : .loaded(page, isPosting: true)))
      }
    }
    #expect(feed.store.state == .loaded([6, 5, 4]))
    #expect(feed.store.timelines.chosen == "swift")
    #expect(feed.waiting == 0)
  }

  @Test func `A first post that fails leaves the timeline chosen meanwhile alone`() async throws {
    let feed = FeedHarness()
    let post = feed.start(.post)
    let select = feed.start(.select)
    try await feed.finish(post, post: .failure(.noNetwork))
    #expect(feed.store.state == .loading)
    try await feed.finish(select, .success(.sample([2, 1])))
    #expect(feed.store.state == .loaded([2, 1]))
  }
}
