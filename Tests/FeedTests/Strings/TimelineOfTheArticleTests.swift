import Core
import Feed
import Synchronization
import Testing

/// The rows of the article about derived patterns, through the live wiring.
@MainActor
struct TimelineOfTheArticleTests {
  @Test func `one call makes a wired Store, and two share nothing`() async throws {
    let first = try await ServedFeed()
    let second = try await ServedFeed()
    await first.store.load()
    #expect(first.posts.count == 20)
    #expect(second.store.state == .idle)
  }

  @Test func `the lists are there to choose from, the first one chosen`() async throws {
    let feed = try await ServedFeed()
    await feed.store.load()
    guard case .loaded(let content) = feed.store.state else {
      Issue.record("\(feed.store.state)")
      return
    }
    let timelines = FakeTimeline.examples.map { Timeline(id: $0.id, title: $0.title) }
    #expect(content.timelines == TimelineSelection(all: timelines, chosen: timelines.first))
  }

  @Test func `an empty list and lists that cannot be read are not the same`() async throws {
    let feed = try await ServedFeed()
    await feed.store.select(timeline: "quiet")
    let timelines = FakeTimeline.examples.map { Timeline(id: $0.id, title: $0.title) }
    #expect(feed.store.state == .empty(TimelineSelection(all: timelines, chosen: timelines.last)))
    try feed.backend.fail(.get, "/v1/lists", with: .fail(.offline))
    await feed.store.load()
    #expect(feed.store.state == .offline)
  }

  @Test(arguments: [FakeOutcome.malformed, .status(500), .status(503)])
  func `a damaged answer is the server's trouble`(outcome: FakeOutcome) async throws {
    let feed = try await ServedFeed()
    try feed.backend.fail(.get, "/v1/timeline", with: outcome)
    await feed.store.load()
    #expect(feed.store.state == .error("サーバーで問題が発生しました。時間をおいて再試行してください。"))
    await feed.store.load()
    #expect(feed.posts.count == 20)
  }

  @Test func `nobody signed in leads to the login`() async throws {
    let feed = try await ServedFeed()
    await feed.session.end()
    await feed.store.load()
    #expect(feed.store.state == .notAuthorized)
    #expect(feed.routes == [.signIn])
  }

  @Test func `refreshing ends on every path`() async throws {
    let feed = try await ServedFeed()
    await feed.store.load()
    for outcome in [FakeOutcome.answer, .fail(.timedOut), .malformed, .status(403), .status(404), .status(429)] {
      try feed.backend.fail(.get, "/v1/timeline", with: outcome)
      await feed.store.refresh()
      guard case .loaded(let content) = feed.store.state else {
        Issue.record("\(feed.store.state)")
        return
      }
      #expect(content.activity == .none)
      #expect(content.posts.count == 20)
    }
  }

  @Test func `every failure is told to the log`() async {
    let log = Log()
    let store = FeedStore(client: FakeAPIClient(), session: Session(), failed: { log.add($0) })
    await store.load()
    await store.post(text: "")
    #expect(log.errors == [.notAuthorized, .invalidText])
  }
}

/// The failures that were reported.
private final class Log: Sendable {
  private let reported = Mutex<[FeedError]>([])

  var errors: [FeedError] { reported.withLock { $0 } }
  func add(_ error: FeedError) { reported.withLock { $0.append(error) } }
}
