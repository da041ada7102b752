import Testing

@testable import Core

@Suite("Memory of the fake backend")
struct FakeMemoryTests {
  @Test(arguments: 1...25)
  func `At least the last values are kept, and fewer than twice as many`(count: Int) {
    var values = RecentValues<Int, Int>(limit: 4)
    for key in 0..<count { values[key] = -key }
    let kept = (0..<count).filter { values[$0] == -$0 }
    #expect((min(4, count)..<8).contains(kept.count))
    #expect(kept == Array((0..<count).suffix(kept.count)))
  }

  @Test func `A value that is set often does not push out others`() {
    var values = RecentValues<Int, Int>(limit: 4)
    for key in 0..<7 { values[key] = key }
    for _ in 0..<9 { values[6] = 6 }
    values[7] = 7
    #expect((0...7).filter { values[$0] != nil } == [4, 5, 6, 7])
  }

  private let backend = FakeBackend(
    FakeConfiguration(remembered: 1, timelines: [FakeTimeline(id: "home", title: "", postCount: 3)]))

  private func status(_ path: String, _ email: String, _ pass: String = "password123") async throws -> Int {
    try await backend.call(.post, path, json: #"{"email":"\#(email)","pass":"\#(pass)"}"#).status
  }

  @Test func `Only the last token is valid`() async throws {
    let tokens = try await [backend.signIn(), backend.signIn()]
    #expect(try await backend.call(.get, "/v1/me", token: tokens[0]).status == 401)
    #expect(try await backend.call(.get, "/v1/me", token: tokens[1]).status == 200)
  }

  @Test func `Only the last sign-up and the configured accounts can log in`() async throws {
    for email in ["a@example.com", "b@example.com"] { #expect(try await status("/v1/signup", email) == 201) }
    let statuses = try await [
      status("/v1/login", "a@example.com"), status("/v1/login", "b@example.com"),
      status("/v1/login", "taro@example.com"),
    ]
    #expect(statuses == [401, 200, 200])
  }

  @Test func `Only the last address with wrong passwords is counted`() async throws {
    for _ in 0..<4 { #expect(try await status("/v1/login", "a@example.com", "x") == 401) }
    #expect(try await status("/v1/login", "b@example.com", "x") == 401)
    for _ in 0..<4 { #expect(try await status("/v1/login", "a@example.com", "x") == 401) }
    #expect(try await status("/v1/login", "a@example.com", "x") == 429)
  }

  @Test func `Only the last post, its key and the generated posts are kept`() async throws {
    let token = try await backend.signIn()
    for (key, id) in [("1", "4"), ("2", "5"), ("2", "5"), ("1", "6")] {
      let post = try await backend.call(.post, "/v1/posts", json: #"{"text":"a"}"#, token: token, key: key)
      #expect(try await post.decoded(as: PostResponse.self).id == id)
    }
    #expect(try await backend.page(token: token).posts.map(\.id) == ["6", "3", "2", "1"])
    #expect(try await backend.page(after: "5", token: token).posts.map(\.id) == ["3", "2", "1"])
    let reply = #"{"text":"a","in_reply_to_id":"5"}"#
    #expect(try await backend.call(.post, "/v1/posts", json: reply, token: token).status == 422)
  }
}
