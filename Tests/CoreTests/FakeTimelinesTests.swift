import Core
import Foundation
import Testing

struct FakeTimelinesTests {
  private let backend = FakeBackend()

  @Test func `The timelines beside the home timeline are listed in display order`() async throws {
    let lists = try await backend.call(.get, "/v1/lists", token: backend.signIn()).decoded(as: ListsResponse.self)
    #expect(
      lists.timelines == [Timeline(id: "swift", title: "Swift"), Timeline(id: "quiet", title: "静かなリスト")])
  }

  @Test func `A timeline, by default the first one, comes in pages of 20, newest first, to its end`() async throws {
    let token = try await backend.signIn()
    let pages = try await backend.pages(token: token)
    #expect(pages.map(\.posts.count) == [20, 20, 5])
    #expect(pages.map(\.nextMaxID) == [pages[0].posts[19].id, pages[1].posts[19].id, nil])
    let posts = pages.flatMap(\.posts).map(\.post)
    #expect(Set(posts.map(\.id)).count == 45)
    #expect(posts == posts.sorted(by: Post.newestFirst))
    let first = try await backend.call(.get, "/v1/timeline", token: token)
    #expect(try await first.decoded(as: TimelineResponse.self) == pages[0])
    let empty = try await backend.call(.get, "/v1/timeline", query: ["list": "quiet"], token: token)
    #expect(empty.text == #"{"posts":[]}"#)
  }

  @Test func `A cursor need not be the number of a post`() async throws {
    let token = try await backend.signIn()
    let all = try await backend.page(limit: 100, token: token).posts
    for maxID in Array(1...140) + [Int.max] {
      let expected = all.filter { Int($0.id) ?? 0 < maxID }
      #expect(try await backend.page(after: "\(maxID)", limit: 100, token: token).posts == expected)
    }
  }

  @Test(arguments: [
    (["list": ""], "list"), (["list": "home", "max_id": ""], "max_id"),
    (["list": "home", "max_id": "x"], "max_id"), (["list": "home", "max_id": "0"], "max_id"),
    (["list": "home", "max_id": "9223372036854775808"], "max_id"), (["list": "home", "max_id": "007"], "max_id"),
    (["list": "home", "limit": "+5"], "limit"), (["list": "home", "limit": "0"], "limit"),
    (["list": "home", "limit": "101"], "limit"),
  ])
  func `A query that cannot be read names its field`(query: [String: String], field: String) async throws {
    let response = try await backend.call(.get, "/v1/timeline", query: query, token: backend.signIn())
    #expect(response.problem == ProblemDetails(status: 400, code: "invalid_\(field)", field: field))
  }

  @Test func `A backend without timelines finds none and still takes posts`() async throws {
    let backend = FakeBackend(FakeConfiguration(timelines: []))
    let token = try await backend.signIn()
    #expect(try await backend.call(.get, "/v1/lists", token: token).text == #"{"lists":[]}"#)
    let home = try await backend.call(.get, "/v1/timeline", query: ["list": "home"], token: token)
    #expect(home.problem == ProblemDetails(status: 404, code: "unknown_timeline", field: "list"))
    #expect(try await backend.call(.post, "/v1/posts", json: #"{"text":"a"}"#, token: token).status == 201)
  }

  private func backend(_ misbehavior: FakeMisbehavior, count: Int = 45) -> FakeBackend {
    let home = FakeTimeline(id: "home", title: "ホーム", postCount: count)
    return FakeBackend(FakeConfiguration(timelines: [home], misbehavior: misbehavior))
  }

  /// The numbers of the posts in each page of a timeline of 45.
  private func pages(_ backend: FakeBackend) async throws -> [[Int]] {
    try await backend.pages(token: backend.signIn()).map { $0.posts.compactMap { Int($0.id) } }
  }

  private let whole = Array((1...45).reversed())

  @Test(
    arguments: [
      (.overlappingPages, 45, [26..<46, 9..<29, 1..<12]),
      (.shortPages, 45, [36..<46, 26..<36, 16..<26, 6..<16, 1..<6]),
      (.emptyLastPage, 40, [21..<41, 1..<21, 1..<1]), (.emptyLastPage, 45, [26..<46, 6..<26, 1..<6, 1..<1]),
    ] as [(FakeMisbehavior, Int, [Range<Int>])])
  func `Pages overlap by three posts, have half the posts, or end with an empty one`(
    misbehavior: FakeMisbehavior, count: Int, expected: [Range<Int>]
  ) async throws {
    #expect(try await pages(backend(misbehavior, count: count)) == expected.map { $0.reversed() })
  }

  @Test func `Unordered pages are out of order, across their boundary too`() async throws {
    let pages = try await pages(backend(.unorderedPages))
    #expect(pages.map(\.count) == [20, 20, 5])
    #expect(pages.flatMap { $0 }.sorted(by: >) == whole)
    #expect(pages.allSatisfy { $0 != $0.sorted(by: >) })
    #expect(try #require(pages[0].min()) < #require(pages[1].max()))
  }

  @Test func `A post deleted at the cursor is gone, and the pages go on`() async throws {
    let backend = backend(.deletedPosts)
    #expect(try await pages(backend).flatMap { $0 } == whole)
    let token = try await backend.signIn()
    let rest = try await backend.page(limit: 100, token: token).posts
    #expect(rest.compactMap { Int($0.id) } == whole.filter { $0 != 26 && $0 != 6 })
    let reply = try await backend.call(.post, "/v1/posts", json: #"{"text":"a","in_reply_to_id":"26"}"#, token: token)
    #expect(reply.status == 422)
  }

  @Test func `Posts that arrive between two pages are on top of the next read`() async throws {
    let backend = backend(.arrivingPosts)
    #expect(try await pages(backend).flatMap { $0 } == whole)
    let again = try await backend.page(token: backend.signIn()).posts.map(\.post)
    let ids: [Int] = [47, 46] + whole[0..<18]
    #expect(again.map(\.id) == ids.map { "\($0)" })
    #expect(again == again.sorted(by: Post.newestFirst))
  }

  @Test(arguments: 0...63)
  func `With any misbehavior every post comes and the pages end`(bits: Int) async throws {
    #expect(FakeMisbehavior.all.isSuperset(of: FakeMisbehavior(rawValue: bits)))
    for (limit, count, posted) in [(20, 0, 0), (20, 1, 0), (20, 21, 0), (20, 10, 6), (3, 5, 4), (1, 2, 1)] {
      let backend = backend(FakeMisbehavior(rawValue: bits), count: count)
      let token = try await backend.signIn()
      for _ in 0..<posted {
        _ = try await backend.call(.post, "/v1/posts", json: #"{"text":"a"}"#, token: token)
      }
      let posts = try await backend.pages(limit: limit, token: token).flatMap(\.posts)
      #expect(Set(posts.compactMap { Int($0.id) }).isSuperset(of: (0..<count + posted).map { $0 + 1 }))
    }
  }

  @Test(arguments: [(40, [21..<41, 1..<21, 1..<21]), (45, [26..<46, 6..<26, 1..<6, 6..<26]), (5, [1..<6, 1..<1])])
  func `Cyclic pages lead from the last one back to the second`(count: Int, expected: [Range<Int>]) async throws {
    let backend = backend(.cyclicPages, count: count)
    #expect(
      try await firstPages(expected.count, backend).map { $0.posts.compactMap { Int($0.id) } }
        == expected.map { $0.reversed() })
  }

  @Test func `Endless empty pages have a new cursor each, up to the largest number`() async throws {
    let backend = backend([.endlessEmptyPages, .cyclicPages], count: 21)
    let pages = try await firstPages(8, backend)
    #expect(pages.map(\.posts.count) == [20, 1, 0, 0, 0, 0, 0, 0])
    #expect(Set(pages.map(\.nextMaxID)).count == 8)
    #expect(!pages.contains { $0.nextMaxID == nil })
    let last = try await backend.page(after: "\(Int.max)", token: backend.signIn())
    #expect(last.posts.count == 20)
  }

  /// The first pages of a timeline that may have no end.
  private func firstPages(_ count: Int, _ backend: FakeBackend) async throws -> [TimelineResponse] {
    let token = try await backend.signIn()
    var pages: [TimelineResponse] = []
    while pages.count < count { pages.append(try await backend.page(after: pages.last?.nextMaxID, token: token)) }
    return pages
  }

  private func posts(_ count: Int, id: String = "home", seed: UInt64 = 2026) async throws -> [Post] {
    let backend = FakeBackend(
      FakeConfiguration(timelines: [FakeTimeline(id: id, title: "", postCount: count)], seed: seed))
    return try await backend.pages(id, limit: 100, token: backend.signIn()).flatMap(\.posts).map(\.post)
  }

  @Test func `Another seed and another timeline have other posts`() async throws {
    let texts = try await posts(300).map(\.text)
    #expect(try await posts(300, seed: 1).map(\.text) != texts)
    #expect(try await posts(300, id: "other").map(\.text) != texts)
  }

  /// A hash (FNV-1a), because transcripts and screenshots rest on every byte.
  @Test func `The generated posts of a seed never change`() async throws {
    let posts = try await posts(2_000)
    let bytes = posts.flatMap { post in
      [post.id, post.author.screenName, post.text, "\(post.createdAt.timeIntervalSince1970)", post.inReplyTo ?? ""]
        .joined(separator: "\t").utf8
    }
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    #expect(hash == 14_262_214_796_997_459_916)
    #expect(posts == posts.sorted(by: Post.newestFirst))
    #expect(posts.allSatisfy { $0.createdAt < FakeConfiguration().start && (1...280).contains($0.text.count) })
  }

  @Test func `The far end of ten million posts is read as the top is`() async throws {
    let backend = backend([], count: 10_000_000)
    let end = try await backend.page(after: "21", token: backend.signIn())
    #expect(end.posts.map(\.id) == (1...20).map { "\(21 - $0)" })
    #expect(end.nextMaxID == nil)
  }

  @Test(arguments: [(-5, 0), (0, 0), (Int.max, 10_000_000)])
  func `The number of generated posts is clamped`(requested: Int, expected: Int) {
    #expect(FakeTimeline(id: "", title: "", postCount: requested).postCount == expected)
  }
}
