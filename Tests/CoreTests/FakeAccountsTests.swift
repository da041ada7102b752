import Core
import Foundation
import Testing

struct FakeAccountsTests {
  private let clock = ManualClock()
  private let backend: FakeBackend

  init() {
    backend = FakeBackend(FakeConfiguration(now: { [clock] in clock.now }))
  }

  private func logIn(_ email: String, _ pass: String) async throws -> HTTPResponse {
    try await backend.call(.post, "/v1/login", json: #"{"email":"\#(email)","pass":"\#(pass)"}"#)
  }

  @Test func `A login returns the user, the date and a token`() async throws {
    let response = try await logIn("Taro@Example.com", "password123")
    #expect(response.status == 200)
    let user = try await response.decoded(as: UserResponse.self)
    #expect(user.user == User(id: "user-1", name: "太郎", email: "taro@example.com", lastLoginDate: clock.now))
    clock.advance(seconds: 60)
    let me = try await backend.call(.get, "/v1/me", token: user.session.accessToken)
    #expect(try await me.decoded(as: UserResponse.self) == UserResponse(user.user))
  }

  @Test(arguments: [("taro@example.com", "wrong"), ("nobody@example.com", "password123")])
  func `A wrong password and an unknown address get the same response`(email: String, pass: String) async throws {
    #expect(try await logIn(email, pass).problem == ProblemDetails(status: 401, code: "invalid_credentials"))
  }

  @Test(arguments: ["taro@example.com", "nobody@example.com"])
  func `Five wrong passwords lock an address for thirty seconds`(email: String) async throws {
    for _ in 0..<4 { #expect(try await logIn(email, "wrong").status == 401) }
    let fifth = try await logIn(email, "wrong")
    #expect(fifth.problem == ProblemDetails(status: 429, code: "too_many_attempts"))
    #expect(fifth.headers["Retry-After"] == "30")
    clock.advance(seconds: 0.5)
    #expect(try await logIn(email.uppercased(), "password123").headers["Retry-After"] == "30")
    clock.advance(seconds: 29)
    let locked = try await logIn(email, "password123")
    #expect(locked.status == 429)
    #expect(locked.headers["Retry-After"] == "1")
    clock.advance(seconds: 0.5)
    #expect(try await logIn(email, "wrong").status == 401)
    #expect(try await logIn("taro@example.com", "password123").status == 200)
  }

  @Test func `A login resets the count of wrong passwords`() async throws {
    for _ in 0..<3 {
      for _ in 0..<4 { #expect(try await logIn("taro@example.com", "wrong").status == 401) }
      #expect(try await logIn("taro@example.com", "password123").status == 200)
    }
  }

  @Test(arguments: [
    ("apple", "apple-taro", nil), ("google", "google-taro", nil), ("facebook", "facebook-taro", nil),
    ("google", "facebook-taro", ProblemDetails(status: 401, code: "not_authorized")),
    ("other", "google-taro", ProblemDetails(status: 401, code: "not_authorized")),
    ("%ff", "google-taro", ProblemDetails(status: 401, code: "not_authorized")),
    ("google", "google-nobody", ProblemDetails(status: 404, code: "no_account")),
  ])
  func `An identity signs in to its account`(provider: String, token: String, problem: ProblemDetails?) async throws {
    let response = try await backend.call(.post, "/v1/login/\(provider)", json: #"{"token":"\#(token)"}"#)
    guard problem == nil else {
      #expect(response.problem == problem)
      return
    }
    let user = try await response.decoded(as: UserResponse.self)
    #expect(user.userID == "user-1")
    #expect(try await backend.call(.get, "/v1/me", token: user.session.accessToken).status == 200)
  }

  @Test func `An address signs up once, whatever its case and white space`() async throws {
    let response = try await backend.call(.post, "/v1/signup", json: #"{"email":" Hana@example.com ","pass":"secret"}"#)
    #expect(response.status == 201)
    #expect(
      try await response.decoded(as: UserResponse.self).user
        == User(id: "user-2", name: "Hana", email: "Hana@example.com", lastLoginDate: clock.now))
    #expect(try await logIn("hana@example.com", "secret").status == 200)
    for email in ["hana@example.com", "TARO@example.com"] {
      let again = try await backend.call(.post, "/v1/signup", json: #"{"email":"\#(email)","pass":"secret"}"#)
      #expect(again.problem == ProblemDetails(status: 409, code: "email_already_in_use"))
    }
  }

  @Test(arguments: [
    ("hana", "secret", "invalid_email", "email"), ("hana@example.com", "12345", "weak_password", "pass"),
    ("hana@example.com", String(repeating: "x", count: 1_025), "invalid_pass", "pass"),
  ])
  func `A sign-up that is refused names its field`(
    email: String, pass: String, code: String, field: String
  ) async throws {
    let response = try await backend.call(.post, "/v1/signup", json: #"{"email":"\#(email)","pass":"\#(pass)"}"#)
    #expect(response.problem == ProblemDetails(status: 422, code: code, field: field))
  }

  @Test func `No two accounts share an identifier`() async throws {
    let hana = FakeAccount(id: "user-2", name: "花子", email: "hanako@example.com", password: Secret("password123"))
    let backend = FakeBackend(FakeConfiguration(accounts: [hana]))
    var ids: [String] = []
    for token in try await [backend.signUp("a@b.c"), backend.signUp("b@b.c"), backend.signIn(hana.email)] {
      ids.append(try await backend.call(.get, "/v1/me", token: token).decoded(as: UserResponse.self).userID)
    }
    #expect(ids == ["user-3", "user-4", "user-2"])
  }

  @Test func `Logout ends one session, and ending the sessions every one until the next login`() async throws {
    let tokens = try await [backend.signIn(), backend.signIn(), backend.signIn()]
    #expect(try await backend.call(.post, "/v1/logout", json: "{}", token: tokens[0]) == HTTPResponse(status: 204))
    #expect(try await backend.call(.post, "/v1/logout", json: "{}", token: tokens[0]).status == 401)
    #expect(try await backend.call(.get, "/v1/me", token: tokens[1]).status == 200)
    backend.endSessions()
    for token in tokens { #expect(try await backend.call(.get, "/v1/me", token: token).status == 401) }
    #expect(try await backend.call(.get, "/v1/me", token: backend.signIn()).status == 200)
  }

  // MARK: Tokens

  private let expiring = FakeConfiguration(accessTokenSeconds: 60, reuseGraceSeconds: 30)

  private func refresh(_ token: Secret?, at backend: FakeBackend) async throws -> SessionTokens? {
    let token = try #require(token)
    let response = try await backend.call(.post, "/v1/refresh", json: #"{"refresh_token":"\#(token.rawValue)"}"#)
    guard response.status == 200 else {
      #expect(response.problem == ProblemDetails(status: 401, code: "unauthorized"))
      return nil
    }
    return try await response.decoded(as: TokenResponse.self).tokens
  }

  private func isAccepted(_ token: Secret?, at backend: FakeBackend) async throws -> Bool {
    try await backend.call(.get, "/v1/me", token: token).status == 200
  }

  private func expiringBackend() async throws -> (backend: FakeBackend, session: StoredSession) {
    var configuration = expiring
    configuration.now = { [clock] in clock.now }
    let backend = FakeBackend(configuration)
    let request = APIRequest<UserResponse>(
      .post, "/v1/login", body: LoginRequest(email: "taro@example.com", pass: "password123"), authorization: .anonymous)
    return (backend, try await FakeAPIClient(backend: backend).send(request).session)
  }

  @Test func `An access token expires, a refresh issues new tokens, and a logout with an expired one ends both`()
    async throws
  {
    let (backend, session) = try await expiringBackend()
    clock.advance(seconds: 59)
    #expect(try await isAccepted(session.accessToken, at: backend))
    clock.advance(seconds: 1)
    #expect(try await !isAccepted(session.accessToken, at: backend))
    let tokens = try #require(try await refresh(session.refreshToken, at: backend))
    #expect(try await isAccepted(tokens.accessToken, at: backend))
    clock.advance(seconds: 61)
    #expect(try await backend.call(.post, "/v1/logout", json: "{}", token: tokens.accessToken).status == 204)
    #expect(try await refresh(tokens.refreshToken, at: backend) == nil)
    #expect(try await refresh(Secret("unknown"), at: backend) == nil)
  }

  @Test func `A used refresh token counts until its successor is in use, and for a grace after`() async throws {
    let (backend, session) = try await expiringBackend()
    let lost = try #require(try await refresh(session.refreshToken, at: backend))
    clock.advance(seconds: 1_000)
    let tokens = try #require(try await refresh(session.refreshToken, at: backend))
    #expect(try await isAccepted(tokens.accessToken, at: backend))
    clock.advance(seconds: 30)
    #expect(try await isAccepted(tokens.accessToken, at: backend))
    for token in [session.refreshToken, lost.refreshToken] { #expect(try await refresh(token, at: backend) != nil) }
    clock.advance(seconds: 1)
    #expect(try await refresh(session.refreshToken, at: backend) == nil)
    #expect(try await !isAccepted(tokens.accessToken, at: backend))
    #expect(try await refresh(tokens.refreshToken, at: backend) == nil)
  }

  @Test func `A refresh token is in use when it is exchanged too`() async throws {
    let (backend, session) = try await expiringBackend()
    let second = try #require(try await refresh(session.refreshToken, at: backend))
    _ = try await refresh(second.refreshToken, at: backend)
    clock.advance(seconds: 31)
    #expect(try await refresh(session.refreshToken, at: backend) == nil)
  }

  @Test func `The tokens of a session from an earlier launch are accepted`() async throws {
    let stored = StoredSession(
      user: User(id: "user-1", name: "太郎", email: "taro@example.com", lastLoginDate: clock.now),
      accessToken: Secret("stored"), refreshToken: Secret("refresh"))
    let backend = FakeBackend(FakeConfiguration(sessions: [stored]))
    #expect(try await isAccepted(stored.accessToken, at: backend))
    #expect(try await refresh(stored.refreshToken, at: backend) != nil)
  }

  // MARK: Sign-up and deletion

  @Test func `A sign-up with the same key and credentials signs in to the account that the first one created`()
    async throws
  {
    func signUp(_ pass: String, key: String?) async throws -> HTTPResponse {
      let json = #"{"email":"hana@example.com","pass":"\#(pass)"}"#
      return try await backend.call(.post, "/v1/signup", json: json, key: key)
    }
    let first = try await signUp("secret", key: "k").decoded(as: UserResponse.self)
    let again = try await signUp("secret", key: "k").decoded(as: UserResponse.self)
    #expect(again.user == first.user)
    #expect(try await isAccepted(again.session.accessToken, at: backend))
    for (pass, key) in [("secret", "other"), ("secret", nil), ("another", "k")] {
      #expect(try await signUp(pass, key: key).status == 409)
    }
    #expect(try await signUp("secret", key: "").problem?.code == "invalid_idempotency_key")
  }

  @Test func `A deleted account is gone with its sessions and profile, and its address can sign up again`() async throws
  {
    let tokens = try await [backend.signIn(), backend.signIn(), backend.signUp("jiro@example.com")]
    let profile = #"{"uid":"user-1","name":"太郎","gender":1,"createdAt":1}"#
    #expect(try await backend.call(.put, "/v1/profile", json: profile, token: tokens[0]).status == 200)
    let wrong = try await backend.call(.delete, "/v1/me", json: #"{"pass":"wrong"}"#, token: tokens[0])
    #expect(wrong.problem == ProblemDetails(status: 403, code: "wrong_password", field: "pass"))
    let pass = #"{"pass":"password123"}"#
    #expect(try await backend.call(.delete, "/v1/me", json: pass).status == 401)
    #expect(try await backend.call(.delete, "/v1/me", json: pass, token: tokens[0]) == HTTPResponse(status: 204))
    for token in tokens[...1] {
      #expect(try await backend.call(.delete, "/v1/me", json: pass, token: token) == HTTPResponse(status: 204))
      for (method, path) in [(HTTPMethod.get, "/v1/me"), (.post, "/v1/logout")] {
        let response = try await backend.call(method, path, json: "{}", token: token)
        #expect(response.problem == ProblemDetails(status: 401, code: "account_deleted"))
      }
    }
    #expect(try await isAccepted(tokens[2], at: backend))
    #expect(try await logIn("taro@example.com", "password123").status == 401)
    let token = try await backend.signUp("taro@example.com")
    let user = try await backend.call(.get, "/v1/me", token: token).decoded(as: UserResponse.self)
    #expect(user.userID == "user-3")
    #expect(try await backend.call(.get, "/v1/profile", token: token).status == 404)
  }
}
