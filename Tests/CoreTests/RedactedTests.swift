import Core
import Foundation
import Testing

@Suite("A secret")
struct RedactedTests {
  /// Every type that holds a secret, each with `hunter2` inside.
  private var values: [Any] {
    let secret = "hunter2"
    let token = AccessToken(secret)
    let record = StoredSession(user: StoredSession.taro.user, token: token)
    let login = LoginRequest(email: "taro@example.com", pass: secret)
    let account = FakeAccount(id: "1", name: "a", email: "a@b.c", password: secret)
    let identity = FakeIdentity(provider: "google", token: secret, email: "a@b.c")
    let headers: HTTPHeaders = ["Authorization": "Bearer \(secret)"]
    let body = Data(secret.utf8)
    let request = HTTPRequest(
      .get, "/v1/me", query: [URLQueryItem(name: "token", value: secret)], headers: headers, body: body)
    let response = HTTPResponse(status: 200, headers: headers, body: body)
    return [
      token, login, IdentityTokenRequest(token: secret), record, account, identity, headers, request, response,
      UserResponse(record.user, accessToken: token), APIAuthorization.bearer(token), FakeOutcome.respond(response),
      APIRequest<UserResponse>(
        .post, "/v1/login", query: request.query, headers: headers, body: login, authorization: .bearer(token)),
      FakeConfiguration(accounts: [account], identities: [identity]), InMemorySessionStorage(record),
      FakeBackend(FakeConfiguration(accounts: [account])), Session(storage: InMemorySessionStorage(record)),
    ]
  }

  /// What each way of printing says about a value, alone and inside others.
  private func printed(_ value: Any) -> [String] {
    [value, Optional(value) as Any, [value], ["key": value], (label: value, 1)].flatMap { value in
      var text = ""
      print(value, terminator: "", to: &text)
      var debug = ""
      debugPrint(value, terminator: "", to: &debug)
      var dumped = ""
      dump(value, to: &dumped)
      return [
        text, debug, dumped, "\(value)", String(describing: value), String(reflecting: value),
        mirrored(value, depth: 6),
      ]
    }
  }

  private func mirrored(_ value: Any, depth: Int) -> String {
    guard depth > 0 else { return "" }
    return Mirror(reflecting: value).children.map { child in
      "\(child.label ?? "")\(child.value)\(mirrored(child.value, depth: depth - 1))"
    }.joined()
  }

  @Test func `is printed in no way by any type that holds one`() {
    for value in values {
      for text in printed(value) {
        #expect(!text.contains("hunter2"), "\(type(of: value))")
        #expect(!text.contains("[104, 117, 110"), "\(type(of: value))")
      }
    }
  }

  @Test func `leaves what may be shown`() {
    #expect("\(AccessToken("hunter2"))" == "AccessToken(redacted)")
    #expect("\(LoginRequest(email: "a@b.c", pass: "hunter2"))" == "LoginRequest(email: a@b.c, redacted)")
    #expect("\(StoredSession.taro)" == "StoredSession(user: user-1, redacted)")
    #expect("\(HTTPRequest(.get, "/v1/me"))" == "HTTPRequest(method: GET, path: /v1/me, redacted)")
    #expect("\(HTTPResponse(status: 200))" == "HTTPResponse(status: 200, redacted)")
    let headers: HTTPHeaders = ["Authorization": "x", "Accept": "y"]
    #expect("\(headers)" == "HTTPHeaders(names: accept authorization, redacted)")
    #expect(
      "\(APIRequest<EmptyResponse>(.get, "/v1/me"))" == "APIRequest<EmptyResponse>(method: GET, path: /v1/me, redacted)"
    )
    var dumped = ""
    dump(LoginRequest(email: "a@b.c", pass: "hunter2"), to: &dumped)
    #expect(dumped.contains("a@b.c"))
  }

  @Test func `is in no error that a damaged answer leads to`() async {
    let body = Data(#"{"user_id":{"access_token":"hunter2"}}"#.utf8)
    await #expect {
      try await HTTPResponse(status: 200, body: body).decoded(as: UserResponse.self)
    } throws: {
      !"\($0)".contains("hunter2")
    }
  }
}
