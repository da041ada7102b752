import Authentication
import Core
import PocketBase
import Testing

@Suite("PocketBase: accounts")
struct AuthRepositoryTests {
  @Test func `A sign-in opens the session of the user with the token`() async throws {
    let server = try await ScriptedServer(token: nil, [.token()])
    let user = try await server.auth.login(email: "taro@example.com", pass: "password123")
    #expect(user == User(id: "taro", name: "太郎", email: "taro@example.com"))
    #expect(server.session.current?.accessToken == Secret("token-2"))
    #expect(server.lines == ["POST users/auth-with-password"])
    let body = try JSONCoding.decode([String: String].self, from: server.requests[0].body)
    #expect(body == ["identity": "taro@example.com", "password": "password123"])
    #expect(server.requests[0].headers["Authorization"] == nil)
  }

  @Test(arguments: [
    (ScriptedServer.Answer.failed, AuthError.invalidCredentials), (.lost, .noNetwork),
    (.status(503, ""), .serverError(reason: "The server answered 503.")),
    (.status(429, ""), .rateLimited(retryAfter: nil)),
  ])
  func `Only a 400 refuses the password of a sign-in`(answer: ScriptedServer.Answer, error: AuthError) async throws {
    let server = try await ScriptedServer(token: nil, [answer])
    await #expect(throws: error) { try await server.auth.login(email: "a@b.c", pass: "x") }
    #expect(server.session.current == nil)
  }

  @Test(arguments: [
    (ScriptedServer.Answer.failed, AuthError.notAuthorized), (.status(403, "{}"), .notAuthorized),
    (.refused("provider", "validation_invalid_provider"), .notAuthorized),
    (.refused("username", "validation_required"), .noAccount),
    (.status(500, ""), .serverError(reason: "The server answered 500.")),
  ])
  func `An identity that the server does not accept is told from one without an account`(
    answer: ScriptedServer.Answer, error: AuthError
  ) async throws {
    let server = try await ScriptedServer(token: nil, [answer])
    await #expect(throws: error) {
      try await server.auth.login(provider: "google", token: Secret("code"))
    }
  }

  @Test func `A code of an identity provider signs in`() async throws {
    let server = try await ScriptedServer(token: nil, [.token()])
    _ = try await server.auth.login(provider: "google", token: Secret("code"))
    #expect(server.lines == ["POST users/auth-with-oauth2"])
    let body = try JSONCoding.decode([String: String].self, from: server.requests[0].body)
    #expect(body == ["provider": "google", "code": "code", "codeVerifier": "", "redirectURL": ""])
  }

  @Test func `A sign-up creates an account with its fields and signs in`() async throws {
    let server = try await ScriptedServer(token: nil, [.ok("{}"), .token()])
    _ = try await server.auth.signUp(
      email: "taro@example.com", pass: "password123", fields: ["name": "太郎"])
    #expect(server.lines == ["POST users/records", "POST users/auth-with-password"])
    let body = try JSONCoding.decode([String: String].self, from: server.requests[0].body)
    #expect(
      body == [
        "email": "taro@example.com", "password": "password123", "passwordConfirm": "password123", "name": "太郎",
        "username": "taro",
      ])
    #expect(server.session.current != nil)
  }

  @Test(
    arguments: [
      ([.refused("email", "validation_is_email")], AuthError.invalidEmail),
      ([.refused("password", "validation_min_text_constraint")], .weakPassword),
      ([.refused("username", "validation_max_text_constraint")], .rejected(reason: "Refused.")),
      ([.refused("username"), .refused("username")], .rejected(reason: "Refused.")),
      ([.failed], .serverError(reason: "The server answered 400.")),
      ([.refused("email"), .failed], .emailAlreadyInUse),
      ([.refused("email"), .lost], .noNetwork),
      ([.ok("{}"), .failed], .invalidCredentials),
    ] as [([ScriptedServer.Answer], AuthError)])
  func `A sign-up that fails says why`(answers: [ScriptedServer.Answer], error: AuthError) async throws {
    let server = try await ScriptedServer(token: nil, answers)
    await #expect(throws: error) {
      try await server.auth.signUp(email: "a@b.c", pass: "password123", fields: [:])
    }
    #expect(server.session.current == nil)
  }

  @Test func `A sign-up under the name of another user gets a name of its own`() async throws {
    let server = try await ScriptedServer(token: nil, [.refused("username"), .ok("{}"), .token()])
    _ = try await server.auth.signUp(email: "taro@example.com", pass: "password123", fields: [:])
    let names = try server.requests.prefix(2).map { request in
      let body = try JSONCoding.decode([String: String].self, from: request.body)
      return [body["name"], body["username"]]
    }
    #expect(names[0] == ["taro", "taro"])
    #expect(names[1][0] == "taro" && names[1][1]?.wholeMatch(of: /taro-[0-9]+/) != nil)
  }

  @Test func `A sign-up whose first response was lost signs in when it is tried again`() async throws {
    let server = try await ScriptedServer(token: nil, [.lost, .refused("email"), .token()])
    let auth = server.auth
    await #expect(throws: AuthError.noNetwork) {
      try await auth.signUp(email: "taro@example.com", pass: "password123", fields: [:])
    }
    #expect(try await auth.signUp(email: "taro@example.com", pass: "password123", fields: [:]).id == "taro")
  }

  @Test func `A launch exchanges the token of the session`() async throws {
    let server = try await ScriptedServer([.token()])
    #expect(try await server.auth.restore()?.id == "taro")
    #expect(try await server.auth.currentUser().name == "太郎")
    #expect(server.lines == ["POST users/auth-refresh"])
    #expect(server.requests[0].headers["Authorization"] == "token-1")
    #expect(server.session.current?.accessToken == Secret("token-2"))
  }

  @Test func `A sign-out sends nothing, because the server keeps no sessions`() async throws {
    let server = try await ScriptedServer([])
    try await server.auth.logout()
    #expect(server.session.current == nil)
    #expect(server.requests.isEmpty)
  }

  @Test func `The account is deleted after its password was checked`() async throws {
    let server = try await ScriptedServer([.token(), .done])
    _ = try await server.auth.deleteAccount(pass: "password123")
    #expect(server.lines == ["POST users/auth-with-password", "DELETE users/records/taro"])
    #expect(server.session.current == nil)
  }

  @Test(
    arguments: [
      ([.failed, .token()], AuthError.invalidCredentials, true),
      ([.failed, .refusedToken, .refusedToken], .sessionEnded, false),
      ([.token(), .failed, .token()], .serverError(reason: "The server answered 400."), true),
      ([.token(), .lost], .noNetwork, true),
    ] as [([ScriptedServer.Answer], AuthError, Bool)])
  func `An account that cannot be deleted says why`(
    answers: [ScriptedServer.Answer], error: AuthError, staysSignedIn: Bool
  ) async throws {
    let server = try await ScriptedServer(answers)
    await #expect(throws: error) { try await server.auth.deleteAccount(pass: "password123") }
    #expect((server.session.current != nil) == staysSignedIn)
  }
}
