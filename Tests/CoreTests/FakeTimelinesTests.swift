import Core
import Foundation
import Testing

@Suite("Timelines of the fake backend")
struct FakeTimelinesTests {
  private let backend = FakeBackend()

  // MARK: Pages

  @Test func `Without a list, the first timeline is read`() async throws {
    let token = try await backend.signIn()
    let home = try await backend.call(.get, "/v1/timeline", query: ["list": "home"], token: token)
    #expect(try await backend.call(.get, "/v1/timeline", token: token).body == home.body)
  }

  @Test func `The timelines are listed in display order`() async throws {
    let lists = try await backend.call(.get, "/v1/lists", token: backend.signIn()).decoded(as: ListsResponse.self)
    #expect(
      lists.timelines == [
        Timeline(id: "home", title: "ホーム"), Timeline(id: "swift", title: "Swift"),
        Timeline(id: "quiet", title: "静かなリスト"),
      ])
  }

  @Test func `A timeline comes in pages of 20, newest first, to its end`() async throws {
    let token = try await backend.signIn()
    let pages = try await backend.pages(token: token)
    #expect(pages.map(\.posts.count) == [20, 20, 5])
    #expect(pages.map(\.nextMaxID) == [pages[0].posts[19].id, pages[1].posts[19].id, nil])
    let posts = pages.flatMap(\.posts).map(\.post)
    #expect(Set(posts.map(\.id)).count == 45)
    #expect(posts == posts.sorted(by: Post.newestFirst))
    let empty = try await backend.call(.get, "/v1/timeline", query: ["list": "quiet"], token: token)
    #expect(empty.text == #"{"posts":[]}"#)
  }

  @Test(arguments: [1, 2, 5, 9, 15, 44, 45, 46, 100])
  func `The limit changes the pages and not the posts`(limit: Int) async throws {
    let token = try await backend.signIn()
    let pages = try await backend.pages(limit: limit, token: token)
    #expect(pages.flatMap(\.posts) == (try await backend.page(limit: 100, token: token).posts))
    #expect(pages.count == (45 + limit - 1) / limit)
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

  // MARK: Misbehavior

  private func backend(_ misbehavior: FakeMisbehavior, count: Int = 45) -> FakeBackend {
    let home = FakeTimeline(id: "home", title: "ホーム", postCount: count)
    return FakeBackend(FakeConfiguration(timelines: [home], misbehavior: misbehavior))
  }

  /// The numbers of the posts in each page of a timeline of 45.
  private func pages(_ backend: FakeBackend) async throws -> [[Int]] {
    try await backend.pages(token: backend.signIn()).map { $0.posts.compactMap { Int($0.id) } }
  }

  private let whole = Array((1...45).reversed())

  @Test func `Overlapping pages repeat three posts of the page before`() async throws {
    #expect(
      try await pages(backend(.overlappingPages)) == [whole[0..<20], whole[17..<37], whole[34..<45]].map(Array.init))
  }

  @Test func `Unordered pages are out of order, across their boundary too`() async throws {
    let pages = try await pages(backend(.unorderedPages))
    #expect(pages.map(\.count) == [20, 20, 5])
    #expect(pages.flatMap { $0 }.sorted(by: >) == whole)
    #expect(pages.allSatisfy { $0 != $0.sorted(by: >) })
    #expect(try #require(pages[0].min()) < #require(pages[1].max()))
  }

  @Test func `Short pages have half the posts`() async throws {
    let pages = try await pages(backend(.shortPages))
    #expect(pages.map(\.count) == [10, 10, 10, 10, 5])
    #expect(pages.flatMap { $0 } == whole)
  }

  @Test(arguments: [(40, [20, 20, 0]), (45, [20, 20, 5, 0])])
  func `An empty last page follows the last post`(count: Int, expected: [Int]) async throws {
    #expect(try await pages(backend(.emptyLastPage, count: count)).map(\.count) == expected)
  }

  @Test func `A post deleted at the cursor is gone, and the pages go on`() async throws {
    let backend = backend(.deletedPosts)
    #expect(try await pages(backend).flatMap { $0 } == whole)
    let token = try await backend.signIn()
    #expect(
      try await backend.page(limit: 100, token: token).posts.compactMap { Int($0.id) }
        == whole.filter { $0 != 26 && $0 != 6 })
    let reply = try await backend.call(.post, "/v1/posts", json: #"{"text":"a","in_reply_to_id":"26"}"#, token: token)
    #expect(reply.status == 422)
  }

  @Test func `Posts that arrive between two pages are on top of the next read`() async throws {
    let backend = backend(.arrivingPosts)
    #expect(try await pages(backend).flatMap { $0 } == whole)
    let again = try await backend.page(token: backend.signIn()).posts.map(\.post)
    #expect(again.map(\.id) == ["47", "46"] + whole[0..<18].map(String.init))
    #expect(again == again.sorted(by: Post.newestFirst))
  }

  @Test(arguments: 0...FakeMisbehavior.all.rawValue)
  func `With any misbehavior every post comes and the pages end`(bits: Int) async throws {
    for limit in [1, 2, 3, 20] {
      for (count, posted) in [(0, 0), (1, 0), (8, 0), (41, 0), (10, 6)] {
        let backend = backend(FakeMisbehavior(rawValue: bits), count: count)
        let token = try await backend.signIn()
        for _ in 0..<posted {
          _ = try await backend.call(.post, "/v1/posts", json: #"{"text":"a"}"#, token: token)
        }
        let posts = try await backend.pages(limit: limit, token: token).flatMap(\.posts)
        #expect(Set(posts.compactMap { Int($0.id) }).isSuperset(of: (0..<count + posted).map { $0 + 1 }))
      }
    }
  }

  @Test func `All misbehavior is every one of the six`() {
    #expect(FakeMisbehavior.all.rawValue == 63)
  }

  // MARK: Generated posts

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

  @Test func `Generated replies mention the author of an older post`() async throws {
    let posts = try await posts(1_000)
    let indices = Dictionary(uniqueKeysWithValues: posts.enumerated().map { ($0.element.id, $0.offset) })
    let replies = posts.enumerated().filter { $0.element.inReplyTo != nil }
    #expect((150...350).contains(replies.count))
    for (index, reply) in replies {
      let parent = try #require(reply.inReplyTo.flatMap { indices[$0] })
      #expect(parent > index)
      #expect(reply.text.hasPrefix("@\(posts[parent].author.screenName) "))
    }
  }

  @Test func `Generated posts share no identifier across timelines`() async throws {
    let timelines = zip(["a", "b", "c"], [250, 0, 99]).map { FakeTimeline(id: $0, title: $0, postCount: $1) }
    let backend = FakeBackend(FakeConfiguration(timelines: timelines))
    let token = try await backend.signIn()
    var ids: [String] = []
    for timeline in timelines {
      ids += try await backend.pages(timeline.id, limit: 100, token: token).flatMap(\.posts).map(\.id)
    }
    #expect(ids.count == 349)
    #expect(Set(ids).count == 349)
  }

  @Test func `The far end of ten million posts costs what the top costs`() async throws {
    let backend = backend([], count: 10_000_000)
    let token = try await backend.signIn()
    #expect(try await backend.page(token: token).posts.first?.id == "10000000")
    for _ in 0..<200 {
      let end = try await backend.page(after: "21", token: token)
      #expect(end.posts.map(\.id) == (1...20).reversed().map(String.init))
      #expect(end.nextMaxID == nil)
    }
    let middle = try await backend.page(after: "5000001", limit: 100, token: token)
    #expect(middle.posts.map(\.id) == (4_999_901...5_000_000).reversed().map(String.init))
  }

  @Test(arguments: [(-5, 0), (0, 0), (Int.max, 10_000_000)])
  func `The number of generated posts is clamped`(requested: Int, expected: Int) {
    #expect(FakeTimeline(id: "", title: "", postCount: requested).postCount == expected)
  }
}
