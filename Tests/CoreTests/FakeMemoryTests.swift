import Testing

@testable import Core

@Suite("Memory of the fake backend")
struct FakeMemoryTests {
  private let backend = FakeBackend(
    FakeConfiguration(remembered: 4, timelines: [FakeTimeline(id: "home", title: "", postCount: 3)]))

  /// Expects the last 4 to be known, and fewer than 8, none of which is older than one that is not.
  private func expectLast<Value>(
    _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation,
    areKnown isKnown: (Value) async throws -> Bool
  ) async throws {
    var known: [Bool] = []
    for value in values { known.append(try await isKnown(value)) }
    #expect((4..<8).contains(known.count { $0 }), sourceLocation: sourceLocation)
    #expect(known == known.sorted { !$0 && $1 }, sourceLocation: sourceLocation)
  }

  @Test(arguments: 4...25)
  func `The last tokens are valid, older ones expire`(count: Int) async throws {
    var tokens: [AccessToken] = []
    for _ in 0..<count { tokens.append(try await backend.signIn()) }
    try await expectLast(tokens) { try await backend.call(.get, "/v1/me", token: $0).status == 200 }
  }

  @Test func `The last sign-ups keep their accounts, and configured accounts stay`() async throws {
    let emails = (0..<20).map { "user\($0)@example.com" }
    for email in emails { _ = try await backend.signUp(email) }
    try await expectLast(emails) {
      let json = #"{"email":"\#($0)","pass":"password123"}"#
      return try await backend.call(.post, "/v1/login", json: json).status == 200
    }
    _ = try await backend.signIn()
  }

  @Test func `The last posts of users are kept, and generated ones stay`() async throws {
    let token = try await backend.signIn()
    var ids: [String] = []
    for number in 0..<20 {
      let response = try await backend.call(.post, "/v1/posts", json: #"{"text":"\#(number)"}"#, token: token)
      ids.append(try await response.decoded(as: PostResponse.self).id)
    }
    let shown = try await backend.pages(limit: 3, token: token).flatMap(\.posts).map(\.id)
    try await expectLast(ids) { shown.contains($0) }
    #expect(shown.suffix(3) == ["3", "2", "1"])
    #expect(try await backend.page(after: ids[1], token: token).posts.map(\.id) == ["3", "2", "1"])
    let reply = #"{"text":"a","in_reply_to_id":"\#(ids[0])"}"#
    #expect(try await backend.call(.post, "/v1/posts", json: reply, token: token).status == 422)
  }

  @Test func `The last idempotency keys are kept`() async throws {
    let token = try await backend.signIn()
    func id(_ key: Int) async throws -> String {
      try await backend.call(.post, "/v1/posts", json: #"{"text":"a"}"#, token: token, key: "\(key)")
        .decoded(as: PostResponse.self).id
    }
    var ids: [String] = []
    for key in 0..<20 { ids.append(try await id(key)) }
    for key in 16..<20 { #expect(try await id(key) == ids[key]) }
    #expect(try await id(0) != ids[0])
  }

  @Test func `The last addresses with wrong passwords are kept`() async throws {
    func status(_ email: String) async throws -> Int {
      try await backend.call(.post, "/v1/login", json: #"{"email":"\#(email)","pass":"x"}"#).status
    }
    for _ in 0..<4 { #expect(try await status("first@example.com") == 401) }
    for number in 0..<20 { #expect(try await status("\(number)@example.com") == 401) }
    #expect(try await status("first@example.com") == 401)
    for _ in 0..<3 { #expect(try await status("last@example.com") == 401) }
    for number in 0..<3 { #expect(try await status("\(number)@example.org") == 401) }
    #expect(try await status("last@example.com") == 401)
    #expect(try await status("last@example.com") == 429)
  }

  @Test func `A value that is set often does not push out others`() {
    var values = RecentValues<Int, Int>(limit: 4)
    for key in 0..<7 { values[key] = key }
    for _ in 0..<9 { values[6] = 6 }
    values[7] = 7
    #expect((0...7).filter { values[$0] != nil } == [4, 5, 6, 7])
  }
}
