import Authentication
import Core
import Foundation
import TestSupport
import Testing

@MainActor
struct SecretTests {
  private static let secret = Secret("hunter2")

  /// Every kind of value that contains a secret, which a password or a token always is.
  private static var values: [Any] {
    let login = LoginRequest(email: "taro@example.com", pass: secret.rawValue)
    let query = [URLQueryItem(name: "token", value: secret.rawValue)]
    let headers: HTTPHeaders = ["Authorization": "Bearer \(secret.rawValue)"]
    let body = Data(secret.rawValue.utf8)
    let session = StoredSession(user: .taro, accessToken: secret, refreshToken: secret)
    let account = FakeAccount(id: "1", name: "a", email: "a@b.c", password: secret)
    var oauth = OAuthConfiguration(
      authorizationEndpoint: URL(filePath: "/"), tokenEndpoint: URL(filePath: "/"), clientID: "",
      redirectURL: URL(filePath: "/"),
      scopes: ["openid"])
    oauth.clientSecret = secret
    return [
      secret, login, SignUpRequest(email: "a@b.c", pass: "", fields: ["code": secret.rawValue]), session,
      HTTPRequest(.get, "/v1/me", query: query, headers: headers, body: body),
      HTTPResponse(status: 200, headers: headers, body: body),
      APIError.invalidResponse(InvalidResponse(statusCode: 1, body: body, headers: headers)),
      APIRequest<UserResponse>(.post, "/", query: query, headers: headers, body: login, authorization: .bearer(secret)),
      APIBody.form(query), APIBody.bytes(body, contentType: "text/plain"),
      FakeConfiguration(accounts: [account], identities: [FakeIdentity(provider: "", token: secret, email: "")]),
      FakeBackend(FakeConfiguration(accounts: [account])), InMemorySessionStorage(session),
      Session(storage: InMemorySessionStorage(session)), oauth,
      OAuthRefusal(error: "invalid_grant", errorDescription: secret), IdentityProvider.google { Secret("hunter2") },
    ]
  }

  /// What each way of printing shows of a value, alone and inside others.
  private func printed(_ value: Any) -> [String] {
    [value, Optional(value) as Any, [value], ["key": value], (label: value, 1)].flatMap { value in
      var dumped = ""
      dump(value, to: &dumped)
      return ["\(value)", String(reflecting: value), dumped]
    }
  }

  @Test func `No value that contains a secret prints it in any way`() {
    for value in Self.values {
      let leaks = printed(value).filter { $0.contains("hunter2") || $0.contains("[104, 117, 110") }
      #expect(leaks == [], "\(type(of: value))")
    }
  }

  @Test func `A Store prints no secret`() async throws {
    let harness = AuthHarness()
    await harness.store.login(email: "taro@example.com", pass: "secret-of-hanako")
    await harness.login()
    let token = try #require(harness.session.current?.accessToken?.rawValue)
    for text in printed(harness.store) + printed(harness.failures) {
      #expect(["password123", "secret-of-hanako", token].filter(text.contains) == [])
    }
  }

  @Test func `What is not secret is printed`() {
    #expect("\(Self.secret)" == "•••")
    #expect("\(LoginRequest(email: "a@b.c", pass: "hunter2"))" == #"LoginRequest(email: "a@b.c", pass: •••)"#)
    let headers: HTTPHeaders = ["Authorization": "x"]
    #expect("\(headers)" == #"HTTPHeaders(values: ["authorization": •••])"#)
    for part in ["/v1/me", "get", "authorization"] {
      #expect("\(HTTPRequest(.get, "/v1/me", headers: headers))".contains(part))
      #expect("\(APIRequest<EmptyResponse>(.get, "/v1/me", headers: headers))".contains(part))
    }
    #expect("\(HTTPResponse(status: 404, headers: headers))".contains("404"))
    #expect("\(InvalidResponse(statusCode: 404, retryAfter: .seconds(2)))".contains("2.0 seconds"))
  }

  @Test func `JSON has a secret as a plain string`() throws {
    let json = try JSONCoding.encode([Self.secret])
    #expect(String(decoding: json, as: UTF8.self) == #"["hunter2"]"#)
    #expect(try JSONCoding.decode([Secret].self, from: json) == [Self.secret])
  }
}
