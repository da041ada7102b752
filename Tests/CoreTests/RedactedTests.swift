import Core
import Foundation
import TestSupport
import Testing

struct RedactedTests {
  /// A value of every type that holds a secret, each with `hunter2` inside.
  private var values: [Any] {
    let secret = "hunter2"
    let token = AccessToken(secret)
    let refresh = RefreshToken(secret)
    let session = StoredSession(user: .taro, accessToken: token, refreshToken: refresh)
    let tokens = SessionTokens(accessToken: token, refreshToken: refresh)
    let login = LoginRequest(email: "taro@example.com", pass: secret)
    let account = FakeAccount(id: "1", name: "a", email: "a@b.c", password: secret)
    let identity = FakeIdentity(provider: "google", token: secret, email: "a@b.c")
    let headers: HTTPHeaders = ["Authorization": "Bearer \(secret)"]
    let body = Data(secret.utf8)
    let request = HTTPRequest(
      .get, "/v1/me", query: [URLQueryItem(name: "token", value: secret)], headers: headers, body: body)
    let response = HTTPResponse(status: 200, headers: headers, body: body)
    return [
      token, refresh, tokens, RefreshRequest(refresh), DeleteAccountRequest(pass: secret), TokenResponse(tokens), login,
      IdentityTokenRequest(token: secret), session, account, identity, headers, request, response,
      APIBody.json(login), APIBody.form([URLQueryItem(name: "token", value: secret)]),
      APIBody.bytes(body, contentType: "text/plain"),
      APIError.invalidResponse(InvalidResponse(statusCode: 1, body: body, headers: headers)),
      UserResponse(.taro, accessToken: token, refreshToken: refresh), APIAuthorization.bearer(token),
      FakeOutcome.respond(response), APIResponse(body: secret, headers: headers),
      SignUpRequest(email: "a@b.c", pass: secret, fields: ["code": secret]),
      APIRequest<UserResponse>(
        .post, "/v1/login", query: request.query, headers: headers, body: login, authorization: .bearer(token)),
      FakeConfiguration(accounts: [account], identities: [identity]), InMemorySessionStorage(session),
      FakeBackend(FakeConfiguration(accounts: [account])), Session(storage: InMemorySessionStorage(session)),
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

  @Test func `No type that holds a secret prints it in any way`() {
    for value in values {
      for text in printed(value) {
        #expect(!text.contains("hunter2") && !text.contains("[104, 117, 110"), "\(type(of: value))")
      }
    }
  }

  @Test func `Fields that are not secret are printed`() {
    #expect("\(AccessToken("hunter2"))" == "AccessToken(redacted)")
    #expect("\(LoginRequest(email: "a@b.c", pass: "hunter2"))" == "LoginRequest(email: a@b.c, redacted)")
    #expect("\(UserResponse(.taro))" == "UserResponse(user_id: user-1, user_name: 太郎, redacted)")
    #expect("\(StoredSession.taro)" == "StoredSession(user: user-1, redacted)")
    #expect("\(HTTPRequest(.get, "/v1/me"))" == "HTTPRequest(method: GET, path: /v1/me, redacted)")
    let invalid = InvalidResponse(statusCode: 400, retryAfter: .seconds(2))
    #expect("\(invalid)" == "InvalidResponse(statusCode: 400, retryAfter: 2.0 seconds, redacted)")
    let named = InvalidResponse(statusCode: 400, headers: ["Set-Cookie": "hunter2", "ETag": "1"])
    #expect("\(named)" == "InvalidResponse(statusCode: 400, headers: etag set-cookie, redacted)")
    #expect("\(APIResponse(body: 1, headers: ["ETag": "1"]))" == "APIResponse<Int>(redacted)")
    #expect("\(HTTPResponse(status: 200))" == "HTTPResponse(status: 200, redacted)")
    let headers: HTTPHeaders = ["Authorization": "x", "Accept": "y"]
    #expect("\(headers)" == "HTTPHeaders(names: accept authorization, redacted)")
    let request = APIRequest<EmptyResponse>(.get, "/v1/me")
    #expect("\(request)" == "APIRequest<EmptyResponse>(method: GET, path: /v1/me, redacted)")
    #expect(Mirror(reflecting: HTTPResponse(status: 200)).children.map(\.label) == ["status"])
  }
}
