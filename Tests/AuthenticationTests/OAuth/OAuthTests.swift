import Authentication
import Core
import Foundation
import StoreExploring
import Synchronization
import TestSupport
import Testing

struct SHA256Tests {
  @Test(
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ), ("a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
      ("a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
      ("a", 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
      ("a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
      ("a", 120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
      ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ] as [(String, Int, String)])
  func `A digest is that of the standard's examples, at every length of the padding`(
    _ text: String, _ count: Int, _ digest: String
  ) {
    let bytes = SHA256.digest(of: String(repeating: text, count: count).utf8)
    #expect(bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined() == digest)
  }

  @Test func `A challenge is that of the example in RFC 7636`() {
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    #expect(OAuthRequest.challenge(of: verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }
}

struct OAuthSignInTests {
  private let authorization = FakeAuthorizationServer()

  @Test func `A sign-in sends the user to the server and exchanges the code for tokens`() async throws {
    let opened = Log<URL>()
    let tokens = try await authorization.server().signIn { [authorization] url throws(OAuthError) in
      opened.append(url)
      return try await authorization.browse(url)
    }
    let url = try #require(opened.values.first)
    var fields = url.fields
    let random = ["state", "code_challenge", "nonce"].compactMap { fields.removeValue(forKey: $0) }
    #expect(random.map(\.count) == [43, 43, 43])
    #expect(Set(random).count == 3)
    #expect(random.joined().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    #expect(url.absoluteString.hasPrefix("https://id.example.com/authorize?prompt=login%20consent&response_type=code&"))
    #expect(
      fields == [
        "prompt": "login consent", "response_type": "code", "client_id": "focal app",
        "redirect_uri": "com.example.focal+a:/callback", "scope": "openid email", "code_challenge_method": "S256",
      ])
    #expect(url.absoluteString.contains("focal%2Ba"), "A plus sign would be read as a space.")
    #expect(tokens.accessToken == Secret("access-2"))
    #expect(tokens.refreshToken == Secret("refresh-2"))
    #expect(try IdentityClaims(of: #require(tokens.identityToken)).nonce == random[2])
    #expect(
      authorization.forms == [
        "POST /oauth/token/?v=2 client_id=focal app&code=code-1&grant_type=authorization_code"
          + "&redirect_uri=com.example.focal+a:/callback"
      ])
    #expect(authorization.origins.values.map(\.absoluteString) == ["https://token.example.com:8443"])
  }

  @Test func `Without OpenID Connect there is no nonce, and an identity token is ignored`() async throws {
    let server = try authorization.server(authorization.configuration([]))
    let fields = try server.request().url().fields
    #expect(fields["nonce"] == nil)
    #expect(fields["scope"] == nil)
    let tokens = try await server.signIn(browser: authorization.browse)
    #expect(tokens.identityToken == nil)
    #expect(tokens.refreshToken == Secret("refresh-2"))
  }

  @Test func `Every sign-in has its own state, verifier and nonce`() throws {
    let server = try authorization.server()
    let (first, second) = (server.request(), server.request())
    let random = try [first, second].flatMap { request in
      [request.state.rawValue, request.verifier.rawValue, try request.url().fields["nonce"] ?? ""]
    }
    #expect(Set(random).count == 6)
    #expect(random.allSatisfy { $0.count == 43 })
  }

  @Test func `A code is accepted once, and only with its verifier`() async throws {
    let server = try authorization.server()
    let refused = OAuthError.refused(
      OAuthRefusal(error: "invalid_grant", errorDescription: Secret("secret-description")))
    let request = server.request()
    let code = try request.code(from: try await authorization.browse(try request.url()))
    _ = try await server.tokens(for: code, of: request)
    await #expect(throws: refused) { try await server.tokens(for: code, of: request) }
    let other = try request.code(from: try await authorization.browse(try request.url()))
    await #expect(throws: refused) { try await server.tokens(for: other, of: server.request()) }
  }

  @Test(
    arguments: [
      ("code=a", .stateMismatch), ("code=a&state=other", .stateMismatch), ("error=access_denied", .stateMismatch),
      ("state=STATE&error=access_denied", .cancelled),
      (
        "state=STATE&error=invalid_scope&error_description=Not+this+one%2B",
        .refused(OAuthRefusal(error: "invalid_scope", errorDescription: Secret("Not this one+")))
      ), ("state=STATE&code=a&error=server_error", .refused(OAuthRefusal(error: "server_error"))),
      ("state=STATE", .malformedCallback(reason: "The callback has neither a code nor an error.")),
      ("state=STATE&code=", .malformedCallback(reason: "The callback has neither a code nor an error.")),
      ("state=STATE&code=a&code=b", .malformedCallback(reason: "The callback has more than one code.")),
      ("state=STATE&code=a&state=STATE", .malformedCallback(reason: "The callback has more than one state.")),
      (
        "state=STATE&code=a&iss=https://evil.example.com",
        .malformedCallback(reason: "The callback comes from another issuer.")
      ),
    ] as [(String, OAuthError)])
  func `A callback that is not the answer to this sign-in is an error, and sends nothing`(
    _ query: String, _ error: OAuthError
  ) async throws {
    let server = try authorization.server()
    await #expect(throws: error) { try await server.signIn(browser: returning(query)) }
    #expect(authorization.forms == [])
  }

  @Test func `A code is read as a form is encoded`() throws {
    let request = try authorization.server().request()
    let callback = try url("app:/callback?code=a+b%2B%2F&state=\(request.state.rawValue)")
    #expect(try request.code(from: callback) == "a b+/")
  }

  @Test(
    arguments: [
      (["nonce": "other"], "The nonce of the identity token is wrong."),
      (["aud": "other"], "The identity token is for another app."),
      (["iss": "https://evil.example.com"], "The identity token comes from another issuer."),
    ] as [([String: String], String)])
  func `An identity token of another sign-in, app or issuer is an error`(
    _ claims: [String: String], _ reason: String
  ) async throws {
    authorization.claims.withLock { $0 = claims }
    await #expect(throws: OAuthError.invalidIdentityToken(reason: reason)) {
      try await authorization.server().signIn(browser: authorization.browse)
    }
  }

  @Test func `Issuers are compared only where the issuer is known`() async throws {
    var configuration = try authorization.configuration()
    configuration.issuer = nil
    authorization.claims.withLock { $0 = ["iss": "https://other.example.com"] }
    _ = try await authorization.server(configuration).signIn(browser: authorization.browse)
  }

  @Test(arguments: [nil, "", "a.e30", "a.e30.c.d", "a.!.c", "a.e30.c", "a.W10.c"])
  func `A missing or damaged identity token is an error`(_ token: String?) async throws {
    var fields = ["access_token": "a", "token_type": "Bearer"]
    fields["id_token"] = token
    authorization.override.withLock { [fields] in $0 = .success(.json(fields)) }
    let reason = token == nil ? "There is no identity token." : "The identity token cannot be decoded."
    await #expect(throws: OAuthError.invalidIdentityToken(reason: reason)) {
      try await authorization.server().signIn(browser: authorization.browse)
    }
  }

  @Test func `An identity token may be for several apps`() async throws {
    struct Claims: Encodable {
      let iss = FakeAuthorizationServer.issuer
      let aud = ["other", "focal app"]
      let nonce: String
    }
    let request = try authorization.server().request()
    let nonce = try #require(try request.url().fields["nonce"])
    let token = Secret(FakeAuthorizationServer.token(Claims(nonce: nonce)))
    #expect(try request.checked(token) == token)
  }

  @Test(arguments: ["", "a", "aa"])
  func `The claims of a token of three parts are decoded, whatever their length`(_ nonce: String) throws {
    let token = FakeAuthorizationServer.token(["iss": "i", "aud": "a", "nonce": nonce])
    #expect(try IdentityClaims(of: Secret(token)).nonce == nonce)
    for end in [".", ".more"] {
      #expect(throws: OAuthError.invalidIdentityToken(reason: "The identity token cannot be decoded.")) {
        try IdentityClaims(of: Secret(token + end))
      }
    }
  }
}

struct OAuthTokenTests {
  private let authorization = FakeAuthorizationServer()

  @Test func `A refresh rotates the refresh token, and the used one is refused`() async throws {
    let server = try authorization.server()
    let first = Secret("refresh-0")
    let tokens = try await server.refresh(first)
    #expect(
      tokens == SessionTokens(accessToken: Secret("access-1"), refreshToken: Secret("refresh-1")))
    await #expect(throws: SessionRefreshError.refused) { try await server.refresh(first) }
    #expect(try await server.refresh(Secret("refresh-1")).accessToken == Secret("access-2"))
    #expect(
      authorization.forms.first
        == "POST /oauth/token/?v=2 client_id=focal app&grant_type=refresh_token&refresh_token=refresh-0")
  }

  @Test func `A refresh token that the server does not rotate stays valid`() async throws {
    let server = try FakeAuthorizationServer(rotates: false).server()
    for number in 1...2 {
      let expected = SessionTokens(accessToken: Secret("access-\(number)"), refreshToken: nil)
      #expect(try await server.refresh(Secret("refresh-0")) == expected)
    }
  }

  @Test func `A token is revoked where the server has an endpoint for it`() async throws {
    try await authorization.server().revoke(Secret("refresh-0"))
    #expect(authorization.forms == ["POST /revoke client_id=focal app&token=refresh-0"])
    authorization.override.withLock { $0 = .success(.json(status: 401, ["error": "invalid_client"])) }
    await #expect(throws: OAuthError.refused(OAuthRefusal(error: "invalid_client"))) {
      try await authorization.server().revoke(Secret("refresh-0"))
    }
    var configuration = try authorization.configuration()
    configuration.revocationEndpoint = nil
    try await authorization.server(configuration).revoke(Secret("refresh-0"))
    #expect(authorization.forms.count == 1)
  }

  @Test func `The secret of an app is sent with its identifier`() async throws {
    var configuration = try authorization.configuration()
    configuration.clientSecret = Secret("hush")
    try await authorization.server(configuration).revoke(Secret("refresh-0"))
    #expect(authorization.forms == ["POST /revoke client_id=focal app&client_secret=hush&token=refresh-0"])
  }

  @Test func `Any failure of a refresh but invalid_grant keeps the session`() async throws {
    let refused = HTTPResponse.json(status: 401, ["error": "invalid_client"])
    let failure = APIError.invalidResponse(
      InvalidResponse(statusCode: 401, problem: ProblemDetails(), body: refused.body))
    for (response, error) in [
      (.success(refused), failure), (.failure(.requestFailed(.timedOut)), .requestFailed(.timedOut)),
    ] as [(Result<HTTPResponse, APIError>, APIError)] {
      authorization.override.withLock { $0 = response }
      await #expect(throws: SessionRefreshError.failed(error)) {
        try await authorization.server().refresh(Secret("refresh-0"))
      }
    }
  }

  @Test(
    arguments: [
      (
        .success(.refusal("invalid_client")),
        .refused(OAuthRefusal(error: "invalid_client", errorDescription: Secret("secret-description")))
      ), (.success(.json(status: 503, ["error": "server_error"])), .refused(OAuthRefusal(error: "server_error"))),
      (
        .success(HTTPResponse(status: 500, body: Data("<html>".utf8))),
        .failed(.invalidResponse(InvalidResponse(statusCode: 500, body: Data("<html>".utf8))))
      ), (.failure(.requestFailed(.timedOut)), .failed(.requestFailed(.timedOut))), (.failure(.cancelled), .cancelled),
      (.success(.json(["access_token": "a"])), .failed(.decodingFailed(reason: "token_type is missing."))),
      (
        .success(.json(["access_token": "a", "token_type": "mac"])),
        .failed(.decodingFailed(reason: "The token is not a bearer token."))
      ),
    ] as [(Result<HTTPResponse, APIError>, OAuthError)])
  func `A failure of the token endpoint is reported as what it is`(
    _ response: Result<HTTPResponse, APIError>, _ error: OAuthError
  ) async throws {
    authorization.override.withLock { $0 = response }
    await #expect(throws: error) { try await authorization.server().signIn(browser: authorization.browse) }
  }

  @Test(arguments: [
    ("http://token.example.com/token?x=1", "http://token.example.com/token"), ("https:/token", "https:///token"),
    ("https:///token", "https:///token"),
    ("ftp://127.0.0.1/", "ftp://127.0.0.1/"), ("token", "://token"),
  ])
  func `Neither a user nor a token is sent to an endpoint without TLS`(
    _ endpoint: String, _ place: String
  ) async throws {
    var configuration = try authorization.configuration()
    configuration.tokenEndpoint = try url(endpoint)
    configuration.authorizationEndpoint = configuration.tokenEndpoint
    let server = try authorization.server(configuration)
    let error = APIError.requestFailed(.unusableRequest(reason: "The endpoint \(place) needs https."))
    await #expect(throws: SessionRefreshError.failed(error)) { try await server.refresh(Secret("refresh-0")) }
    await #expect(throws: OAuthError.failed(error)) { try await server.signIn(browser: authorization.browse) }
    #expect(authorization.origins.values == [])
  }

  @Test(arguments: ["HTTPS://a.example", "http://127.0.0.1:80", "http://localhost:8080", "http://[::1]:80"])
  func `An endpoint with TLS, or on this machine, may be used`(_ origin: String) async throws {
    var configuration = try authorization.configuration()
    configuration.tokenEndpoint = try url(origin + "/oauth/token/#fragment")
    _ = try await authorization.server(configuration).refresh(Secret("refresh-0"))
    #expect(authorization.origins.values.map(\.absoluteString) == [origin])
    #expect(authorization.forms.first?.hasPrefix("POST /oauth/token/ ") == true)
  }
}

struct OAuthDiscoveryTests {
  private let authorization = FakeAuthorizationServer()

  private func discover(_ issuer: String) async throws -> RemoteAuthorizationServer {
    let configuration = try authorization.configuration()
    return try await .discover(
      issuer: try url(issuer), clientID: configuration.clientID,
      redirectURL: configuration.redirectURL, scopes: configuration.scopes
    ) { [authorization] _ in authorization }
  }

  @Test func `A server is found by its issuer, which then counts`() async throws {
    let server = try await discover(FakeAuthorizationServer.issuer)
    _ = try await server.signIn(browser: authorization.browse)
    try await server.revoke(Secret("refresh-2"))
    let paths = authorization.forms.map { $0.split(separator: " ")[1] }
    #expect(paths == ["/realm/.well-known/openid-configuration", "/oauth/token/", "/revoke"])
    authorization.claims.withLock { $0 = ["iss": "https://evil.example.com"] }
    await #expect(throws: OAuthError.invalidIdentityToken(reason: "The identity token comes from another issuer.")) {
      try await server.signIn(browser: authorization.browse)
    }
  }

  @Test(
    arguments: [
      (FakeAuthorizationServer.issuer + "/", .decodingFailed(reason: another)),
      ("https://evil.example.com/realm", .decodingFailed(reason: another)),
      ("https://id.example.com", .invalidResponse(InvalidResponse(statusCode: 404))),
      (
        "http://id.example.com",
        .requestFailed(
          .unusableRequest(
            reason: "The endpoint http://id.example.com/.well-known/openid-configuration needs https."))
      ),
    ] as [(String, APIError)])
  func `A discovery document of another issuer, or none, is an error`(_ issuer: String, _ error: APIError) async {
    await #expect(throws: OAuthError.failed(error)) { try await discover(issuer) }
  }

  private static let another = "The issuer of the discovery document is another one."
}

@MainActor
struct OAuthProviderTests {
  private let authorization = FakeAuthorizationServer()

  @Test(arguments: [["openid"], ["email"]])
  func `The app's server gets the identity token, or without OpenID Connect the access token`(
    _ scopes: [String]
  ) async throws {
    let server = try authorization.server(authorization.configuration(scopes))
    let harness = AuthHarness()
    await harness.store.login(with: .oauth(id: "focal-id", server: server, browser: authorization.browse))
    #expect(harness.sent == ["POST /v1/login/focal-id"])
    let body = String(decoding: try #require(harness.backend.requests.first).body, as: UTF8.self)
    #expect(body.hasPrefix(scopes == ["openid"] ? #"{"token":"header."# : #"{"token":"access-2""#))
    #expect(harness.failures == [.notAuthorized], "The fake backend does not know the token.")
  }

  @Test(
    arguments: [
      (.cancelled, .cancelled), (.refused(OAuthRefusal(error: "invalid_grant")), .notAuthorized),
      (.failed(.requestFailed(.timedOut)), .noNetwork), (.failed(.cancelled), .cancelled),
      (.timedOut, .serverError(reason: "The browser did not return in time.")),
      (.stateMismatch, .serverError(reason: "The callback belongs to another sign-in.")),
      (.malformedCallback(reason: "why"), .serverError(reason: "why")),
      (.invalidIdentityToken(reason: "why"), .serverError(reason: "why")),
      (
        .refused(OAuthRefusal(error: "invalid_client")),
        .serverError(reason: "The authorization server refused the sign-in: invalid_client.")
      ),
    ] as [(OAuthError, AuthError)])
  func `Each OAuth error has its meaning for a sign-in`(_ error: OAuthError, _ expected: AuthError) {
    #expect(AuthError(error) == expected)
  }
}

extension URL {
  /// The fields of the query.
  fileprivate var fields: [String: String] { FakeAuthorizationServer.fields(query(percentEncoded: true) ?? "") }
}

/// Returns a browser whose callback has this query, with the state of the sign-in for `STATE`.
private func returning(_ query: String) -> OAuthBrowser {
  { url throws(OAuthError) in
    let query = query.replacing("STATE", with: url.fields["state"] ?? "")
    return URL(string: "com.example.focal+a:/callback?" + query) ?? url
  }
}
