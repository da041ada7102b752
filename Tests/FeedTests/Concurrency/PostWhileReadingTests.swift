import Core
import Feed
import StoreExploring
import Testing

/// `post(text:replyTo:)` while a page is on its way: both land, and the post once.
@MainActor
struct PostWhileReadingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let situation: FeedSituation
    let isPostFirst: Bool
    let page: Result<FeedPage, FeedError>
    let states: [FeedState]
    var notice: Notice?

    var testDescription: String { "\(situation), the post lands \(isPostFirst ? "first" : "last")" }
  }

  nonisolated static let cases: [Case] = [
    Case(
      situation: .refreshing, isPostFirst: true, page: .success(Sample.page([5, 4], next: 4)),
      states: [.posts([6, 5, 4, 3], next: 3, .refreshing), .posts([6, 5, 4], next: 4)]),
    Case(
      situation: .refreshing, isPostFirst: true, page: .success(Sample.page([7, 6], next: 6)),
      states: [.posts([6, 5, 4, 3], next: 3, .refreshing), .posts([7, 6], next: 6)]),
    Case(
      situation: .refreshing, isPostFirst: false, page: .success(Sample.page([5, 4], next: 4)),
      states: [.posts([5, 4], next: 4, .posting), .posts([6, 5, 4], next: 4)]),
    Case(
      situation: .refreshing, isPostFirst: false, page: .success(Sample.page([7, 6], next: 6)),
      states: [.posts([7, 6], next: 6, .posting), .posts([7, 6], next: 6)]),
    Case(
      situation: .refreshing, isPostFirst: true, page: .failure(.noNetwork),
      states: [.posts([6, 5, 4, 3], next: 3, .refreshing), .posts([6, 5, 4, 3], next: 3)],
      notice: Sample.offlineRead),
    Case(
      situation: .refreshing, isPostFirst: false, page: .success(Sample.page([])),
      states: [
        .loaded(
          FeedContent(Sample.page([]), timelines: Sample.timelines(), activity: .posting)), .posts([6]),
      ]),
    Case(
      situation: .loadingMore, isPostFirst: true, page: .success(Sample.page([2, 1])),
      states: [.posts([6, 5, 4, 3], next: 3, .loadingMore), .posts([6, 5, 4, 3, 2, 1])]),
    Case(
      situation: .loadingMore, isPostFirst: false, page: .success(Sample.page([2, 1])),
      states: [.posts([5, 4, 3, 2, 1], .posting), .posts([6, 5, 4, 3, 2, 1])]),
    Case(
      situation: .loadingMore, isPostFirst: false, page: .failure(.noNetwork),
      states: [.posts([6, 5, 4, 3], next: 3)], notice: Sample.offlineRead),
  ]

  @Test(arguments: cases)
  func `both land`(_ example: Case) async throws {
    let feed = try await HeldFeed(example.situation)
    let reading = try feed.pending
    let states = [feed.store.state, .posts([5, 4, 3], next: 3, .posting)] + example.states
    try await feed.expect(states, notices: example.notice.map { [nil, $0] } ?? [nil]) {
      let posting = feed.start(.post)
      for isPost in [example.isPostFirst, !example.isPostFirst] {
        if isPost {
          try feed.sending.succeed(with: Sample.post(6))
          try await posting.finish()
        } else {
          try await feed.answer(reading, example.page)
        }
      }
    }
  }

  @Test(arguments: [FeedSituation.refreshing, .loadingMore])
  func `a post that fails leaves the reading alone`(situation: FeedSituation) async throws {
    let feed = try await HeldFeed(situation)
    let before = feed.store.state
    try await feed.expect([before, .posts([5, 4, 3], next: 3, .posting), before], notices: [nil, Sample.offlinePost]) {
      let posting = feed.start(.post)
      try feed.sending.fail(with: .noNetwork)
      try await posting.finish()
    }
    #expect(feed.waiting == 1)
    try await feed.end()
  }

  @Test func `nothing is empty while the first post is on its way, and empty again where it fails`() async throws {
    let feed = try await HeldFeed(.refreshing)
    let reading = try feed.pending
    let posting = feed.start(.post)
    try await feed.answer(reading, .success(Sample.page([])))
    try feed.sending.fail(with: .noNetwork)
    try await posting.finish()
    #expect(feed.store.state == .empty(Sample.timelines()))
  }
}
