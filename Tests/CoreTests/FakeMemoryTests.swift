import Core
import Foundation
import Testing

/// At least as many as configured are remembered, and at most twice as many.
@Suite("What a fake backend remembers")
struct FakeMemoryTests {
  private let backend = FakeBackend(
    FakeConfiguration(remembered: 4, timelines: [FakeTimeline(id: "home", title: "", postCount: 3)]))

  private func remembered<Thing>(_ things: [Thing], _ isKnown: (Thing) async throws -> Bool) async throws -> [Bool] {
    var known: [Bool] = []
    for thing in things { known.append(try await isKnown(thing)) }
    return known
  }

  private func expectLast(_ known: [Bool], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(known.suffix(4) == [true, true, true, true], sourceLocation: sourceLocation)
    #expect(known.count { $0 } < 8, sourceLocation: sourceLocation)
    #expect(known == known.sorted { !$0 && $1 }, "The oldest go first.", sourceLocation: sourceLocation)
  }

  @Test(arguments: 4...25)
  func `of tokens are the last ones`(count: Int) async throws {
    var tokens: [AccessToken] = []
    for _ in 0..<count { tokens.append(try await backend.signIn()) }
    expectLast(try await remembered(tokens) { try await backend.call(.get, "/v1/me", token: $0).status == 200 })
  }

  @Test func `of sign-ups are the last ones, and always the accounts it was given`() async throws {
    let emails = (0..<20).map { "user\($0)@example.com" }
    for email in emails { _ = try await backend.signUp(email) }
    expectLast(
      try await remembered(emails) {
        let json = #"{"email":"\#($0)","pass":"password123"}"#
        return try await backend.call(.post, "/v1/login", json: json).status == 200
      })
    _ = try await backend.signIn()
  }

  @Test func `of posts are the last ones, above all that are generated`() async throws {
    let token = try await backend.signIn()
    var ids: [String] = []
    for number in 0..<20 {
      let response = try await backend.call(.post, "/v1/posts", json: #"{"text":"\#(number)"}"#, token: token)
      ids.append(try await response.decoded(as: PostResponse.self).id)
    }
    let shown = try await backend.pages(limit: 3, token: token).flatMap(\.posts).map(\.id)
    expectLast(ids.map(shown.contains))
    #expect(shown.suffix(3) == ["3", "2", "1"])
    #expect(try await backend.page(after: ids[1], token: token).posts.map(\.id) == ["3", "2", "1"])
    let reply = #"{"text":"a","in_reply_to_id":"\#(ids[0])"}"#
    #expect(try await backend.call(.post, "/v1/posts", json: reply, token: token).status == 422)
  }

  @Test func `of keys are the last ones`() async throws {
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

  @Test func `of failures are those of the last addresses`() async throws {
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
}
