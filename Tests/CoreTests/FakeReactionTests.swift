import Core
import Foundation
import Testing

/// Likes and deletions at the fake backend.
struct FakeReactionTests {
  private let backend = FakeBackend(FakeConfiguration(now: { Date(timeIntervalSince1970: 1_800_000_000) }))

  private func like(_ method: HTTPMethod, _ id: String, token: Secret) async throws -> Post {
    try await backend.call(method, "/v1/posts/\(id)/like", token: token).decoded(as: PostResponse.self).post
  }

  private func newest(_ token: Secret) async throws -> Post {
    try #require(try await backend.page(token: token).posts.first).post
  }

  @Test func `A like counts once for each account, until it is taken back`() async throws {
    let (taro, hana) = (try await backend.signIn(), try await backend.signUp("hana@example.com"))
    let post = try await newest(taro)
    #expect(!post.isLiked)
    #expect((0..<10).contains(post.likes))
    for (method, token, likes, isLiked) in [
      (HTTPMethod.put, taro, 1, true), (.put, taro, 1, true), (.put, hana, 2, true), (.delete, taro, 1, false),
      (.delete, taro, 1, false),
    ] {
      let answer = try await like(method, post.id, token: token)
      #expect(answer.likes == post.likes + likes)
      #expect(answer.isLiked == isLiked)
      #expect(try await newest(token) == answer)
    }
    #expect(try await newest(hana).isLiked)
  }

  @Test func `A user deletes their own posts, and a deleted post stays deleted`() async throws {
    let (taro, hana) = (try await backend.signIn(), try await backend.signUp("hana@example.com"))
    let body = #"{"text":"mine"}"#
    let sent = try await backend.call(.post, "/v1/posts", json: body, token: taro, key: "k")
    let post = try await sent.decoded(as: PostResponse.self).post
    #expect(try await like(.put, post.id, token: taro).likes == 1)
    #expect(try await backend.call(.delete, "/v1/posts/\(post.id)", token: hana).problem?.code == "not_the_author")
    #expect(try await newest(taro).text == "mine")
    for _ in 0..<2 {
      #expect(try await backend.call(.delete, "/v1/posts/\(post.id)", token: taro).status == 204)
      #expect(try await newest(taro).text != "mine")
    }
    let again = try await backend.call(.post, "/v1/posts", json: body, token: taro, key: "k")
    #expect(again.problem == ProblemDetails(status: 422, code: "post_deleted"))
    #expect(try await newest(taro).text != "mine")
  }

  @Test(arguments: ["0", "999", "x", "%2F"])
  func `A post that does not exist cannot be liked, and counts as deleted`(id: String) async throws {
    let token = try await backend.signIn()
    for method in [HTTPMethod.put, .delete] {
      let response = try await backend.call(method, "/v1/posts/\(id)/like", token: token)
      #expect(response.problem == ProblemDetails(status: 404, code: "unknown_post"))
    }
    #expect(try await backend.call(.delete, "/v1/posts/\(id)", token: token).status == 204)
  }

  @Test func `A generated post is another user’s`() async throws {
    let token = try await backend.signIn()
    let post = try await newest(token)
    #expect(try await backend.call(.delete, "/v1/posts/\(post.id)", token: token).status == 403)
    #expect(try await newest(token) == post)
  }
}
