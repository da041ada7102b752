import Authentication
import Core
import ExampleApp
import Foundation
import Synchronization
import Testing

@testable import Mastodon

struct MastodonSignInTests {
  private let session = Session(storage: InMemorySessionStorage())
  private let user = User(id: "7", name: "太郎", email: "taro@example.com")

  @Test(arguments: ["taro@example.com", "@Taro@example.com", "taro"])
  func `A token of the settings signs in as its user`(_ address: String) async throws {
    let server = CannedServer(.taro)
    let auth = server.repositories(session).auth
    #expect(try await auth.login(email: address, pass: "pass") == user)
    #expect(session.current?.accessToken == Secret("pass"))
    try await auth.logout()
    // What the app has not got, it does not revoke.
    #expect(server.requests == ["GET /api/v1/accounts/verify_credentials Bearer pass"])
    #expect(session.current == nil)
  }

  @Test(
    arguments: [
      ("taro@example.com", "wrong", .error(401, "The access token is invalid"), .invalidCredentials),
      ("noa@example.com", "pass", .taro, .invalidCredentials), ("taro", "pass\r\nX: y", .taro, .invalidCredentials),
      ("taro", "ä", .taro, .invalidCredentials),
      (
        "taro", "pass", .error(403, "Your login is currently disabled"),
        .rejected(reason: "Your login is currently disabled")
      ),
    ] as [(String, String, HTTPResponse, AuthError)])
  func `A wrong token, and one of another user, do not sign in`(
    _ address: String, _ pass: String, _ answer: HTTPResponse, _ error: AuthError
  ) async throws {
    let auth = CannedServer(answer).repositories(session).auth
    await #expect(throws: error) { try await auth.login(email: address, pass: pass) }
    #expect(session.current == nil)
  }

  @Test func `A browser signs in with a code and PKCE, and the token is revoked at sign-out`() async throws {
    let server = CannedServer(
      .json(#"{"access_token":"t","token_type":"Bearer","scope":"read write","created_at":1}"#), .taro, .json("{}"))
    let provider = MastodonServer.provider(
      "google", at: try #require(URL(string: "https://example.com")), client: server.client, app: server.register
    ) { (url: URL) throws(OAuthError) -> URL in
      let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      let state = items.first { $0.name == "state" }?.value ?? ""
      guard items.contains(where: { $0.name == "code_challenge_method" && $0.value == "S256" }) else { throw .timedOut }
      return URL(string: "focal://callback?code=c&state=\(state)") ?? url
    }
    let auth = server.repositories(session).auth
    let token = try await provider.authorize()
    #expect(try await auth.login(provider: provider.id, token: token) == user)
    try await auth.logout()
    let exchange = server.requests[1].split(separator: "&").filter { !$0.hasPrefix("code_verifier") }
    #expect(
      exchange == [
        "POST /oauth/token grant_type=authorization_code", "code=c", "redirect_uri=focal%3A%2F%2Fcallback",
        "client_id=app", "client_secret=hush",
      ])
    #expect(server.requests.last == "POST /oauth/revoke Bearer t client_id=app&client_secret=hush&token=t")
  }

  @Test(arguments: [(["agreement": "true", "email": "other"], "en"), (["agreement": "true", "locale": "ja"], "ja")])
  func `A sign-up gets a token of the app, then one of the user`(_ fields: [String: String], _ locale: String)
    async throws
  {
    let server = CannedServer(.json(#"{"access_token":"guest"}"#), .json(#"{"access_token":"t"}"#), .taro)
    let auth = server.repositories(session).auth
    #expect(try await auth.signUp(email: "Taro@example.com", pass: "pass123", fields: fields) == user)
    #expect(
      server.requests == [
        "POST /api/v1/apps client_name=FOCAL&redirect_uris=focal%3A%2F%2Fcallback&scopes=read%20write",
        "POST /oauth/token client_id=app&client_secret=hush&grant_type=client_credentials&scope=read%20write",
        "POST /api/v1/accounts Bearer guest "
          + "agreement=true&email=Taro%40example.com&locale=\(locale)&password=pass123&username=taro",
        "GET /api/v1/accounts/verify_credentials Bearer t",
      ])
  }

  @Test(
    arguments: [
      (#""details":{"username":[{"error":"ERR_TAKEN","description":"has been taken"}]}"#, .rejected(reason: "No")),
      (#""details":{"email":[{"error":"ERR_TAKEN"}]}"#, .emailAlreadyInUse),
      (#""details":{"email":[{"error":"ERR_INVALID"}],"password":[{"error":"ERR_TOO_SHORT"}]}"#, .invalidEmail),
      (#""details":{"email":[{"error":"ERR_BLOCKED"}]}"#, .rejected(reason: "No")),
      (#""details":{"password":[{"error":"ERR_TOO_SHORT"}]}"#, .rejected(reason: "No")),
      (#""details":{"agreement":[{"error":"ERR_ACCEPTED"}]}"#, .rejected(reason: "No")),
      (#""details":null"#, .rejected(reason: "No")),
    ] as [(String, AuthError)])
  func `A refused sign-up has the server’s words, but where the address is invalid or taken`(
    _ details: String, _ error: AuthError
  ) async throws {
    let refusal = HTTPResponse.json(#"{"error":"No",\#(details)}"#, status: 422)
    let auth = CannedServer(.json(#"{"access_token":"guest"}"#), refusal).repositories(session).auth
    await #expect(throws: error) { try await auth.signUp(email: "a@b.example", pass: "pass123", fields: [:]) }
    #expect(session.current == nil)
  }

  @Test func `An answer without a token does not sign up`() async throws {
    let auth = CannedServer(.json(#"{"access_token":null}"#)).repositories(session).auth
    await #expect(throws: AuthError.serverError(reason: "The server sent no token.")) {
      try await auth.signUp(email: "a@b.example", pass: "pass123", fields: [:])
    }
  }

  @Test func `An account with nothing but a number and a name signs in`() async throws {
    let auth = CannedServer(.json(#"{"id":7,"acct":"taro","display_name":null}"#)).repositories(session).auth
    let nameless = User(id: "7", name: "taro", email: "taro")
    #expect(try await auth.login(provider: "mastodon", token: Secret("t")) == nameless)
  }

  @Test func `A token whose sign-in a sign-out overtakes is revoked`() async throws {
    let server = CannedServer(.taro, .json("{}"))
    server.onRequest.withLock { [session] in $0 = { _ = await session.close() } }
    await #expect(throws: AuthError.cancelled) {
      try await server.repositories(session).auth.login(provider: "mastodon", token: Secret("t"))
    }
    #expect(server.requests.last == "POST /oauth/revoke Bearer t client_id=app&client_secret=hush&token=t")
  }

  @Test func `A sign-out that the server does not hear of fails, and signs out all the same`() async throws {
    let auth = CannedServer(.taro, .error(500, "Down")).repositories(session).auth
    _ = try await auth.login(provider: "mastodon", token: Secret("t"))
    await #expect(throws: AuthError.serverError(reason: "The server answered 500.")) { try await auth.logout() }
    #expect(session.current == nil)
  }

  @Test func `Without a registration of the app there is no sign-in`() async throws {
    let server = CannedServer()
    let provider = MastodonServer.provider(
      "mastodon", at: try #require(URL(string: "https://example.com")), client: server.client,
      app: { () throws(APIError) in throw .requestFailed(.offline) }, browser: { $0 })
    await #expect(throws: AuthError.noNetwork) { try await provider.authorize() }
    #expect(server.requests == [])
  }

  @Test func `A restored user is renewed with what the server says`() async throws {
    let stored = StoredSession(
      user: User(id: "7", name: "Old", email: ""), accessToken: Secret("t"), refreshToken: Secret("issued"))
    let session = Session(storage: InMemorySessionStorage(stored))
    let auth = CannedServer(.taro).repositories(session).auth
    #expect(try await auth.restore()?.name == "Old")
    #expect(try await auth.currentUser() == user)
    #expect(session.current?.accessToken == Secret("t"))
  }
}
