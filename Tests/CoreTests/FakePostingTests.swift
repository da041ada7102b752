import Core
import Foundation
import Testing

struct FakePostingTests {
  private let clock = ManualClock()
  private let backend: FakeBackend

  init() {
    backend = FakeBackend(FakeConfiguration(now: { [clock] in clock.now }))
  }

  private func post(
    _ text: String, replyTo: String? = nil, key: String? = nil, token: Secret
  ) async throws -> HTTPResponse {
    let json = String(decoding: try JSONCoding.encode(PostRequest(text: text, inReplyTo: replyTo)), as: UTF8.self)
    return try await backend.call(.post, "/v1/posts", json: json, token: token, key: key)
  }

  private func posted(_ text: String, key: String? = nil, token: Secret) async throws -> Post {
    let response = try await post(text, key: key, token: token)
    #expect(response.status == 201)
    return try await response.decoded(as: PostResponse.self).post
  }

  @Test func `A post is on top of every timeline, trimmed`() async throws {
    let token = try await backend.signIn()
    let post = try await posted(" \nおはよう \u{3000}", token: token)
    let author = Author(id: "user-1", name: "太郎", screenName: "taro")
    #expect(post == Post(id: "138", author: author, text: "おはよう", createdAt: clock.now))
    for (list, count) in [("home", 46), ("swift", 8), ("quiet", 1)] {
      let posts = try await backend.pages(list, token: token).flatMap(\.posts).map(\.post)
      #expect(posts.first == post)
      #expect(posts == posts.sorted(by: Post.newestFirst))
      #expect(posts.count == count)
    }
  }

  @Test func `Posts stay in order, after the generated ones, when the clock goes back`() async throws {
    let token = try await backend.signIn()
    let now = clock.now
    var posts: [Post] = []
    for seconds in [-1_700_000_000, 1_700_000_000, -1_000_000_000] as [TimeInterval] {
      clock.advance(seconds: seconds)
      posts.append(try await posted("\(seconds)", token: token))
    }
    #expect(posts.map(\.createdAt) == [FakeConfiguration().start, now, now])
    #expect(try await backend.page("quiet", token: token).posts.map(\.post) == posts.reversed())
  }

  @Test func `Posts with one idempotency key are one post`() async throws {
    let token = try await backend.signIn()
    try backend.fail(.post, "/v1/posts", with: .answerThenFail(.connectionLost))
    await #expect(throws: APIError.requestFailed(.connectionLost)) {
      try await post("once", key: "k-1", token: token)
    }
    clock.advance(seconds: 60)
    let first = try await posted("once", key: "k-1", token: token)
    #expect(try await posted("another text", key: "k-1", token: token) == first)
    #expect(try await backend.page("quiet", token: token).posts.map(\.post) == [first])
    let second = try await posted("once", key: "k-2", token: token)
    let third = try await posted("once", token: token)
    #expect(try await backend.page("quiet", token: token).posts.map(\.post) == [third, second, first])
  }

  @Test func `A refused request neither uses up its idempotency key nor is accepted with a used one`() async throws {
    let token = try await backend.signIn()
    #expect(try await post("", key: "k", token: token).status == 422)
    #expect(try await posted("better", key: "k", token: token).text == "better")
    #expect(try await backend.call(.post, "/v1/posts", json: "{}", token: token, key: "k").status == 400)
    #expect(try await post(" ", key: "k", token: token).status == 422)
    let problem = ProblemDetails(status: 400, code: "invalid_idempotency_key")
    for size in [0, 256] {
      #expect(try await post("a", key: String(repeating: "k", count: size), token: token).problem == problem)
    }
    #expect(try await post("a", key: String(repeating: "k", count: 255), token: token).status == 201)
  }

  @Test func `An idempotency key counts for one account`() async throws {
    let taro = try await posted("a", key: "k", token: try await backend.signIn())
    let hana = try await posted("a", key: "k", token: try await backend.signUp("hana@example.com"))
    #expect([taro.author.id, hana.author.id] == ["user-1", "user-2"])
    #expect(taro.id != hana.id)
  }

  @Test(arguments: ["a", "語", "👨‍👩‍👧‍👦", "e\u{301}"], [1, 280])
  func `A post has 1 to 280 characters as users count them`(character: String, count: Int) async throws {
    let text = String(repeating: character, count: count)
    #expect(try await posted("  \(text)\n", token: backend.signIn()).text == text)
  }

  @Test(arguments: [
    "", " \n\u{3000}", String(repeating: "あ", count: 281), "aa" + String(repeating: "\u{301}", count: 5_120),
  ])
  func `A post of another length is refused`(text: String) async throws {
    let token = try await backend.signIn()
    let problem = ProblemDetails(status: 422, code: "invalid_text", field: "text")
    #expect(try await post(text, token: token).problem == problem)
    #expect(try await backend.page("quiet", token: token).posts == [])
  }

  @Test func `A reply to any post of any timeline is taken`() async throws {
    let token = try await backend.signIn()
    var ids = try await backend.pages(limit: 100, token: token).flatMap(\.posts).map(\.id)
    ids += try await backend.pages("swift", token: token).flatMap(\.posts).map(\.id)
    ids.append(try await posted("own", token: token).id)
    for id in ids {
      #expect(try await post("reply", replyTo: id, token: token).decoded(as: PostResponse.self).inReplyTo == id)
    }
  }

  @Test(arguments: ["", "0", "2", "137", "139", "x", "-3", "+3", "9223372036854775807"])
  func `A reply to an unknown post is refused`(id: String) async throws {
    let token = try await backend.signIn()
    _ = try await posted("138", token: token)
    let problem = ProblemDetails(status: 422, code: "unknown_post", field: "in_reply_to_id")
    #expect(try await post("reply", replyTo: id, token: token).problem == problem)
  }
}
