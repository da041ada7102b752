import Core
import Feed
import Foundation
import Testing

/// Paging to the end of a timeline against a backend that misbehaves.
@MainActor
struct PagingTests {
  /// The whole timeline, as a backend has it that does nothing wrong.
  private func wholeTimeline(of configuration: FakeConfiguration) async throws -> [Post] {
    var good = configuration
    good.misbehavior = []
    let client = FakeAPIClient(backend: FakeBackend(good))
    let taro: UserResponse = try await client.post(
      path: "/v1/login", body: LoginRequest(email: FakeAccount.taro.email, pass: FakeAccount.taro.password))
    let token = try #require(taro.token)
    var posts: [Post] = []
    var next: String?
    repeat {
      var query = [URLQueryItem(name: "list", value: "home"), URLQueryItem(name: "limit", value: "100")]
      if let next { query.append(URLQueryItem(name: "max_id", value: next)) }
      let page = try await client.send(
        APIRequest<TimelineResponse>(.get, "/v1/timeline", query: query, authorization: .bearer(token)))
      posts += page.posts.map(\.post)
      next = page.nextMaxID
    } while next != nil
    return posts
  }

  private func configuration(_ count: Int, seed: UInt64, _ misbehavior: FakeMisbehavior) -> FakeConfiguration {
    let timelines = [
      FakeTimeline(id: "home", title: "ホーム", postCount: count), FakeTimeline(id: "swift", title: "Swift", postCount: 9),
    ]
    let now = Date(timeIntervalSince1970: 1_773_000_000)
    return FakeConfiguration(timelines: timelines, seed: seed, misbehavior: misbehavior, now: { now })
  }

  private func checkPaging(_ configuration: FakeConfiguration) async throws {
    let whole = try await wholeTimeline(of: configuration)
    #expect(whole.count == configuration.timelines.first?.postCount)
    let feed = try await ServedFeed(configuration)
    await feed.store.load()
    await feed.loadToTheEnd()
    #expect(feed.posts == whole)
    #expect(feed.store.notice == nil)
    guard case .loaded(let content) = feed.store.state else {
      Issue.record("\(feed.store.state)")
      return
    }
    #expect(!content.hasMore)
    let requests = feed.backend.requests.count
    await feed.store.loadMore()
    #expect(feed.backend.requests.count == requests)
  }

  @Test(arguments: 0...FakeMisbehavior.all.rawValue)
  func `with every mix of misbehavior no post is lost and none comes twice`(mix: Int) async throws {
    try await checkPaging(configuration(65, seed: 7, FakeMisbehavior(rawValue: mix)))
  }

  @Test(arguments: [1, 2, 7, 8, 19, 20, 21, 40, 41, 119])
  func `with all of it at once a timeline of any length comes to its end`(count: Int) async throws {
    for seed in UInt64(1)...3 { try await checkPaging(configuration(count, seed: seed, .all)) }
  }

  @Test func `pages are asked for by the cursor, 20 posts at a time`() async throws {
    let feed = try await ServedFeed()
    await feed.store.load()
    await feed.loadToTheEnd()
    let whole = feed.posts
    let targets = feed.backend.requests.map(\.target).filter { $0.hasPrefix("/v1/timeline") }
    #expect(
      targets == [
        "/v1/timeline?list=home&limit=20", "/v1/timeline?list=home&limit=20&max_id=\(whole[19].id)",
        "/v1/timeline?list=home&limit=20&max_id=\(whole[39].id)",
      ])
    #expect(whole.count == 45)
  }

  @Test func `what came above meanwhile is there after a refresh`() async throws {
    let feed = try await ServedFeed(configuration(45, seed: 3, [.arrivingPosts]))
    await feed.store.load()
    await feed.loadToTheEnd()
    #expect(feed.posts.count == 45)
    await feed.store.refresh()
    #expect(feed.posts == Array(try await feed.newestPosts().prefix(20)))
    #expect(feed.posts.first?.text.hasPrefix("👋") == true)
  }
}
