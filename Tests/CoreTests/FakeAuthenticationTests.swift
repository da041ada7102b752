import Core
import Foundation
import Testing

@Suite("The accounts of the fake backend")
struct FakeAuthenticationTests {
  private let clock = ManualClock()
  private let backend: FakeBackend

  init() {
    backend = FakeBackend(FakeConfiguration(now: { [clock] in clock.now }))
  }

  private func logIn(_ email: String, _ pass: String) async throws -> HTTPResponse {
    try await backend.call(.post, "/v1/login", json: #"{"email":"\#(email)","pass":"\#(pass)"}"#)
  }

  @Test func `know Taro, who gets a token and his date`() async throws {
    let response = try await logIn("Taro@Example.com", "password123")
    #expect(response.status == 200)
    let user = try await response.decoded(as: UserResponse.self)
    #expect(user.user == User(id: "user-1", name: "太郎", email: "taro@example.com", lastLoginDate: clock.now))
    clock.advance(seconds: 60)
    let me = try await backend.call(.get, "/v1/me", token: user.token)
    #expect(try await me.decoded(as: UserResponse.self) == UserResponse(user.user))
  }

  @Test(arguments: [
    ("taro@example.com", "wrong"), ("taro@example.com", ""), ("nobody@example.com", "password123"), ("", ""),
  ])
  func `refuse a wrong password and an unknown address alike`(email: String, pass: String) async throws {
    #expect(try await logIn(email, pass).problem == ProblemDetails(status: 401, code: "invalid_credentials"))
  }

  @Test(arguments: ["taro@example.com", "nobody@example.com"])
  func `lock an address after five failures, until the clock says so`(email: String) async throws {
    for _ in 0..<4 { #expect(try await logIn(email, "wrong").status == 401) }
    let fifth = try await logIn(email, "wrong")
    #expect(fifth.problem == ProblemDetails(status: 429, code: "too_many_attempts"))
    #expect(fifth.headers["Retry-After"] == "30")
    clock.advance(seconds: 0.5)
    #expect(try await logIn(email.uppercased(), "password123").headers["Retry-After"] == "30")
    clock.advance(seconds: 29)
    let still = try await logIn(email, "password123")
    #expect(still.status == 429)
    #expect(still.headers["Retry-After"] == "1")
    clock.advance(seconds: 0.5)
    #expect(try await logIn(email, "wrong").status == 401)
    #expect(try await logIn("taro@example.com", "password123").status == 200)
  }

  @Test func `count failures from the last success on`() async throws {
    for _ in 0..<3 {
      for _ in 0..<4 { #expect(try await logIn("taro@example.com", "wrong").status == 401) }
      #expect(try await logIn("taro@example.com", "password123").status == 200)
    }
  }

  @Test func `take whom an identity provider vouches for`() async throws {
    func status(_ provider: String, _ token: String) async throws -> HTTPResponse {
      try await backend.call(.post, "/v1/login/\(provider)", json: #"{"token":"\#(token)"}"#)
    }
    for (provider, token) in [("google", "google-taro"), ("facebook", "facebook-taro")] {
      let user = try await status(provider, token).decoded(as: UserResponse.self)
      #expect(user.user.name == "太郎")
      #expect(try await backend.call(.get, "/v1/me", token: user.token).status == 200)
    }
    #expect(try await status("google", "facebook-taro").problem == ProblemDetails(status: 401, code: "not_authorized"))
    #expect(try await status("other", "google-taro").problem == ProblemDetails(status: 401, code: "not_authorized"))
    #expect(try await status("%ff", "google-taro").problem == ProblemDetails(status: 401, code: "not_authorized"))
    #expect(try await status("google", "google-nobody").problem == ProblemDetails(status: 404, code: "no_account"))
  }

  @Test func `sign somebody up, once, whatever the case and the white space`() async throws {
    let user = try await backend.call(.post, "/v1/signup", json: #"{"email":" Hana@example.com ","pass":"secret"}"#)
    #expect(user.status == 201)
    #expect(
      try await user.decoded(as: UserResponse.self).user
        == User(id: "user-2", name: "Hana", email: "Hana@example.com", lastLoginDate: clock.now))
    #expect(try await logIn("hana@example.com", "secret").status == 200)
    for email in ["hana@example.com", "TARO@example.com"] {
      let again = try await backend.call(.post, "/v1/signup", json: #"{"email":"\#(email)","pass":"secret"}"#)
      #expect(again.problem == ProblemDetails(status: 409, code: "email_already_in_use"))
    }
  }

  @Test(arguments: [
    ("hana", "secret", "invalid_email", "email"), ("hana@example.com", "12345", "weak_password", "pass"),
  ])
  func `refuse a sign-up and name its field`(email: String, pass: String, code: String, field: String) async throws {
    let response = try await backend.call(.post, "/v1/signup", json: #"{"email":"\#(email)","pass":"\#(pass)"}"#)
    #expect(response.problem == ProblemDetails(status: 422, code: code, field: field))
  }

  @Test func `never share an identifier`() async throws {
    let hana = FakeAccount(id: "user-2", name: "花子", email: "hanako@example.com", password: "password123")
    let backend = FakeBackend(FakeConfiguration(accounts: [hana]))
    let ids = Set(
      try await [backend.signUp("a@example.com"), backend.signUp("b@example.com"), backend.signIn(hana.email)].map {
        $0.rawValue.split(separator: "-").suffix(2).joined(separator: "-")
      })
    #expect(ids == ["user-2", "user-3", "user-4"])
  }

  @Test func `end one session at logout, and no other`() async throws {
    let first = try await backend.signIn()
    let second = try await backend.signIn()
    #expect(first != second)
    let logout = try await backend.call(.post, "/v1/logout", json: "{}", token: first)
    #expect(logout == HTTPResponse(status: 204))
    #expect(try await backend.call(.post, "/v1/logout", json: "{}", token: first).status == 401)
    #expect(try await backend.call(.get, "/v1/me", token: second).status == 200)
  }

  @Test func `end every session when they are told to`() async throws {
    let tokens = try await [backend.signIn(), backend.signIn()]
    backend.endSessions()
    for token in tokens { #expect(try await backend.call(.get, "/v1/me", token: token).status == 401) }
    let next = try await backend.signIn()
    #expect(!tokens.contains(next))
    #expect(try await backend.call(.get, "/v1/me", token: next).status == 200)
  }
}
