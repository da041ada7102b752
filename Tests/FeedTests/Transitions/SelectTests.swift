import Core
import Feed
import StoreExploring
import Testing

/// `select(timeline:)`.
@MainActor
struct SelectTests {
  @Test(arguments: FeedSituation.withoutPosts + [.loaded])
  func `the chosen timeline is loaded`(situation: FeedSituation) async throws {
    let feed = try await HeldFeed(situation)
    try await feed.expect([feed.store.state, .loading, .posts([2, 1], of: Sample.swift)]) {
      try await feed.answer(feed.start(.select), .success(Sample.page([2, 1])))
    }
  }

  @Test(arguments: [FeedSituation.refreshing, .loadingMore])
  func `the chosen timeline wins over what is being read, which is dropped when it comes last`(
    situation: FeedSituation
  ) async throws {
    let feed = try await HeldFeed(situation)
    let overtaken = try feed.pending
    try await feed.expect([feed.store.state, .loading, .posts([2, 1], of: Sample.swift)]) {
      let select = feed.start(.select)
      #expect(feed.paging.calls.last == FeedPageRequest(timeline: "swift"))
      try feed.paging.succeed(with: Sample.page([2, 1]), call: 1)
      try await select.finish()
      try feed.paging.succeed(with: Sample.page([9]))
      try await overtaken.finish()
    }
  }

  @Test(arguments: [FeedSituation.refreshing, .loadingMore])
  func `the chosen timeline wins over what is being read, which is dropped when it comes first`(
    situation: FeedSituation
  ) async throws {
    let feed = try await HeldFeed(situation)
    let overtaken = try feed.pending
    try await feed.expect([feed.store.state, .loading, .posts([2, 1], of: Sample.swift)]) {
      let select = feed.start(.select)
      try feed.paging.succeed(with: Sample.page([9]), call: 0)
      try await overtaken.finish()
      try feed.paging.succeed(with: Sample.page([2, 1]))
      try await select.finish()
    }
  }

  @Test func `the chosen timeline wins over a load, whichever answer comes first`() async throws {
    for isLoadFirst in [true, false] {
      let feed = try await HeldFeed(.loading)
      let load = try feed.pending
      try await feed.expect([.loading, .posts([2, 1], of: Sample.swift)]) {
        let select = feed.start(.select)
        for action in [load, select] {
          try feed.reading.succeed(with: [Sample.home, Sample.swift])
          await action.waitUntilSuspended()
        }
        #expect(feed.paging.calls.map(\.timeline) == ["home", "swift"])
        for timeline in isLoadFirst ? ["home", "swift"] : ["swift", "home"] {
          let call = try #require(feed.paging.calls.firstIndex { $0.timeline == timeline })
          try feed.paging.succeed(with: Sample.page(timeline == "swift" ? [2, 1] : [9]), call: call)
          try await (timeline == "swift" ? select : load).finish()
        }
      }
    }
  }

  @Test func `the timeline that was chosen last wins`() async throws {
    let feed = try await HeldFeed(.loaded)
    try await feed.expect([.posts([5, 4, 3], next: 3), .loading, .posts([6])]) {
      let swift = feed.start(.select)
      let home = feed.startSelecting("home")
      try feed.paging.succeed(with: Sample.page([6]), call: 1)
      try await home.finish()
      try feed.paging.succeed(with: Sample.page([2, 1]))
      try await swift.finish()
    }
  }

  @Test func `a double tap on a timeline is one request`() async throws {
    let feed = try await HeldFeed(.loaded)
    try await feed.expect([.posts([5, 4, 3], next: 3), .loading, .posts([2, 1], of: Sample.swift)]) {
      let first = feed.start(.select)
      let second = feed.start(.select)
      #expect(second.hasReturned)
      #expect(feed.waiting == 1)
      try feed.paging.succeed(with: Sample.page([2, 1]))
      try await first.finish()
    }
  }

  @Test func `after a failure the posts from before are back and a notice says why`() async throws {
    for situation in [FeedSituation.loaded, .refreshing, .loadingMore] {
      let feed = try await HeldFeed(situation)
      try await feed.expect(
        [feed.store.state, .loading, .posts([5, 4, 3], next: 3)], notices: [nil, Sample.offlineRead]
      ) {
        let select = feed.start(.select)
        try feed.paging.fail(with: .noNetwork, call: feed.paging.calls.count - 1)
        try await select.finish()
      }
      try await feed.end()
    }
  }

  @Test func `after a failure without posts the text says why`() async throws {
    for situation in FeedSituation.withoutPosts {
      let feed = try await HeldFeed(situation)
      try await feed.expect([feed.store.state, .loading, .offline]) {
        try await feed.answer(feed.start(.select), .failure(.noNetwork))
      }
    }
  }

  @Test func `an unknown timeline is looked for, and then a notice says that there is none`() async throws {
    let feed = try await HeldFeed(.loaded)
    let unknown = Sample.notice("取得失敗", "このタイムラインは見つかりませんでした。")
    try await feed.expect(
      [.posts([5, 4, 3], next: 3), .loading, .posts([5, 4, 3], next: 3)], notices: [nil, unknown]
    ) {
      let select = feed.startSelecting("nowhere")
      try feed.reading.succeed(with: [Sample.home, Sample.swift])
      try await select.finish()
    }
    #expect(feed.waiting == 0)
  }
}
