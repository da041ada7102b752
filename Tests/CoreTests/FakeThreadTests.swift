import Core
import Foundation
import Testing

/// Threads at the fake backend.
struct FakeThreadTests {
  private let backend = FakeBackend(FakeConfiguration(now: { Date(timeIntervalSince1970: 1_800_000_000) }))

  private func thread(
    of id: Post.ID, after maxID: String? = nil, limit: Int = 100, token: Secret
  ) async throws -> TimelineResponse {
    var query = ["limit": "\(limit)"]
    query["max_id"] = maxID
    return try await backend.call(.get, "/v1/posts/\(id)/thread", query: query, token: token)
      .decoded(as: TimelineResponse.self)
  }

  /// Publishes a post, and returns its identifier.
  private func post(_ text: String, replyTo: Post.ID? = nil, token: Secret) async throws -> Post.ID {
    let reply = replyTo.map { ",\"in_reply_to_id\":\"\($0)\"" } ?? ""
    return try await backend.call(.post, "/v1/posts", json: "{\"text\":\"\(text)\"\(reply)}", token: token)
      .decoded(as: PostResponse.self).id
  }

  @Test func `A thread is what a post answers, the post, and each reply below its parent, oldest first`() async throws {
    let token = try await backend.signIn()
    let root = try await post("root", token: token)
    let first = try await post("first", replyTo: root, token: token)
    let second = try await post("second", replyTo: root, token: token)
    let answer = try await post("answer", replyTo: first, token: token)
    let last = try await post("last", replyTo: root, token: token)
    #expect(try await backend.call(.put, "/v1/posts/\(answer)/like", token: token).status == 200)
    for (id, expected) in [
      (root, [root, first, answer, second, last]), (first, [root, first, answer]), (answer, [root, first, answer]),
      (second, [root, second]),
    ] {
      let page = try await thread(of: id, token: token)
      #expect(page.posts.map(\.id) == expected)
      #expect(page.nextMaxID == nil)
      #expect(page.posts.filter(\.liked).map(\.id) == expected.filter { $0 == answer })
    }
    for limit in 1...5 {
      var posts: [String] = []
      var cursor: String?
      repeat {
        let page = try await thread(of: root, after: cursor, limit: limit, token: token)
        #expect(page.posts.count <= limit)
        posts += page.posts.map(\.id)
        cursor = page.nextMaxID
      } while cursor != nil
      #expect(posts == [root, first, answer, second, last])
    }
  }

  @Test func `The thread of every generated post has what it answers, and all replies`() async throws {
    let token = try await backend.signIn()
    let all = try await backend.page(limit: 100, token: token).posts
    let parents = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.inReplyTo) })
    func ancestors(of id: Post.ID) -> [Post.ID] {
      parents[id].flatMap(\.self).map { ancestors(of: $0) + [$0] } ?? []
    }
    for post in all {
      let posts = try await thread(of: post.id, token: token).posts
      let replies = all.map(\.id).filter { ancestors(of: $0).contains(post.id) }
      #expect(posts.map(\.id).starts(with: ancestors(of: post.id) + [post.id]))
      #expect(Set(posts.map(\.id)) == Set(ancestors(of: post.id) + [post.id] + replies))
      #expect(posts.allSatisfy(all.contains))
    }
    #expect(Set(parents.values.compactMap(\.self)).count > 5)
  }

  @Test func `A deleted post leaves its thread and ends no page`() async throws {
    let token = try await backend.signIn()
    var chain = [try await post("0", token: token)]
    for number in 1...12 { chain.append(try await post("\(number)", replyTo: chain[number - 1], token: token)) }
    #expect(try await thread(of: chain[12], token: token).posts.map(\.id) == Array(chain[2...]))
    let page = try await thread(of: chain[0], limit: 5, token: token)
    #expect(page.nextMaxID == chain[4])
    for deleted in [4, 6] {
      #expect(try await backend.call(.delete, "/v1/posts/\(chain[deleted])", token: token).status == 204)
    }
    let next = try await thread(of: chain[0], after: page.nextMaxID, token: token)
    #expect(next.posts.map(\.id) == [chain[5]] + chain[7...])
    #expect(try await thread(of: chain[5], token: token).posts.map(\.id) == chain[..<4] + [chain[5]] + chain[7...])
    for id in [chain[4], "0", "999", "x", "%2F"] {
      let response = try await backend.call(.get, "/v1/posts/\(id)/thread", token: token)
      #expect(response.problem == ProblemDetails(status: 404, code: "unknown_post"))
    }
  }

  @Test(arguments: [("max_id", "0"), ("max_id", "x"), ("limit", "0"), ("limit", "101")])
  func `A query of a thread that cannot be read names its field`(field: String, value: String) async throws {
    let token = try await backend.signIn()
    let id = try await post("Hello", token: token)
    let response = try await backend.call(.get, "/v1/posts/\(id)/thread", query: [field: value], token: token)
    #expect(response.problem == ProblemDetails(status: 400, code: "invalid_\(field)", field: field))
  }
}
