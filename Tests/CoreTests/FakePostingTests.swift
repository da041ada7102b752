import Core
import Foundation
import Testing

@Suite("Posting to the fake backend")
struct FakePostingTests {
  private let clock = ManualClock()
  private let backend: FakeBackend

  init() {
    backend = FakeBackend(FakeConfiguration(now: { [clock] in clock.now }))
  }

  private func post(_ text: String, replyTo: String? = nil, key: String? = nil, token: AccessToken) async throws
    -> HTTPResponse
  {
    let json = String(decoding: try JSONCoding.encode(PostRequest(text: text, inReplyTo: replyTo)), as: UTF8.self)
    return try await backend.call(.post, "/v1/posts", json: json, token: token, key: key)
  }

  private func posted(_ text: String, key: String? = nil, token: AccessToken) async throws -> Post {
    let response = try await post(text, key: key, token: token)
    #expect(response.status == 201)
    return try await response.decoded(as: PostResponse.self).post
  }

  @Test func `puts the post on top of every timeline, trimmed`() async throws {
    let token = try await backend.signIn()
    let post = try await posted(" \nおはよう \u{3000}", token: token)
    #expect(
      post
        == Post(
          id: "138", author: Author(id: "user-1", name: "太郎", screenName: "taro"), text: "おはよう",
          createdAt: clock.now))
    for list in ["home", "swift", "quiet"] {
      let page = try await backend.pages(list, token: token).flatMap(\.posts).map(\.post)
      #expect(page.first == post)
      #expect(page == page.sorted(by: Post.newestFirst))
      #expect(page.count == ["home": 46, "swift": 8, "quiet": 1][list])
    }
  }

  @Test func `keeps the order when the clock stands still or goes back`() async throws {
    let token = try await backend.signIn()
    var posts = [try await posted("1", token: token), try await posted("2", token: token)]
    clock.advance(seconds: -1_000_000_000)
    posts.append(try await posted("3", token: token))
    #expect(posts.map(\.createdAt) == [posts[0].createdAt, posts[0].createdAt, posts[0].createdAt])
    #expect(posts.sorted(by: Post.newestFirst) == posts.reversed())
  }

  @Test func `is newer than every generated post, even where the clock is not`() async throws {
    clock.advance(seconds: -1_700_000_000)
    let token = try await backend.signIn()
    let post = try await posted("1", token: token)
    #expect(try await backend.page(token: token).posts.first?.post == post)
    #expect(post.createdAt == FakeConfiguration().start)
  }

  @Test func `with one key is one post, until it worked and after`() async throws {
    let token = try await backend.signIn()
    backend.fail(.post, "/v1/posts", with: .answerThenFail(.connectionLost))
    await #expect(throws: APIError.requestFailed(.connectionLost)) {
      try await post("once", key: "k-1", token: token)
    }
    let first = try await posted("once", key: "k-1", token: token)
    clock.advance(seconds: 60)
    #expect(try await posted("once", key: "k-1", token: token) == first)
    #expect(try await posted("another text", key: "k-1", token: token) == first)
    #expect(try await backend.page("quiet", token: token).posts.map(\.post) == [first])
    let second = try await posted("once", key: "k-2", token: token)
    let third = try await posted("once", token: token)
    #expect(try await backend.page("quiet", token: token).posts.map(\.post) == [third, second, first])
  }

  @Test func `with a key that worked before is refused all the same where it is no post`() async throws {
    let token = try await backend.signIn()
    _ = try await posted("once", key: "k", token: token)
    for json in ["", "\0", "{}", "[]"] {
      #expect(try await backend.call(.post, "/v1/posts", json: json, token: token, key: "k").status == 400)
    }
    #expect(try await post(" ", key: "k", token: token).status == 422)
  }

  @Test func `with one key is a post for each account`() async throws {
    let taro = try await posted("a", key: "k", token: try await backend.signIn())
    let hana = try await posted("a", key: "k", token: try await backend.signUp("hana@example.com"))
    #expect([taro.author.id, hana.author.id] == ["user-1", "user-2"])
    #expect(taro.id != hana.id)
  }

  @Test func `with an empty key is refused, which everybody would share`() async throws {
    let token = try await backend.signIn()
    #expect(
      try await post("a", key: "", token: token).problem == ProblemDetails(status: 400, code: "invalid_idempotency_key"))
  }

  @Test func `that was refused leaves its key free`() async throws {
    let token = try await backend.signIn()
    #expect(try await post("", key: "k", token: token).status == 422)
    #expect(try await posted("better", key: "k", token: token).text == "better")
  }

  @Test(arguments: [1, 280])
  func `takes 1 to 280 characters, as people count them`(count: Int) async throws {
    let token = try await backend.signIn()
    for character in ["a", "語", "👨‍👩‍👧‍👦", "e\u{301}"] {
      let text = String(repeating: character, count: count)
      #expect(try await posted("  \(text)\n", token: token).text == text)
    }
  }

  @Test(arguments: ["", " \n\u{3000}", String(repeating: "あ", count: 281)])
  func `refuses other lengths`(text: String) async throws {
    let token = try await backend.signIn()
    #expect(
      try await post(text, token: token).problem == ProblemDetails(status: 422, code: "invalid_text", field: "text"))
    #expect(try await backend.page("quiet", token: token).posts == [])
  }

  @Test func `replies to any post there is`() async throws {
    let token = try await backend.signIn()
    var ids = try await backend.pages(limit: 100, token: token).flatMap(\.posts).map(\.id)
    ids += try await backend.pages("swift", token: token).flatMap(\.posts).map(\.id)
    ids.append(try await posted("own", token: token).id)
    for id in ids {
      let reply = try await post("reply", replyTo: id, token: token).decoded(as: PostResponse.self)
      #expect(reply.inReplyTo == id)
    }
  }

  @Test(arguments: ["", "0", "1", "2", "137", "139", "x", "-3", "+3", "03", "3 ", "9223372036854775807"])
  func `refuses a reply to a post that is none`(id: String) async throws {
    let token = try await backend.signIn()
    _ = try await posted("138", token: token)
    #expect(
      try await post("reply", replyTo: id, token: token).problem
        == ProblemDetails(status: 422, code: "unknown_post", field: "in_reply_to_id"))
  }
}
