import Core
import Foundation
import Testing

@Suite("A call over HTTP")
struct HTTPAPIClientTests {
  private let baseURL = URL(string: "https://api.example.com/base/")

  private func client(_ transport: ScriptedTransport, log: EventLog = EventLog()) throws -> HTTPAPIClient {
    HTTPAPIClient(
      baseURL: try #require(baseURL), transport: transport, configuration: HTTPClientConfiguration(clock: TestClock()), onEvent: log.add)
  }

  @Test func `goes behind the base URL with its query, header fields and body`() async throws {
    let transport = ScriptedTransport(.done)
    let answer: Echo = try await client(transport).send(
      APIRequest(
        .post, "/v1/posts/%E5%A4%AA", query: [URLQueryItem(name: "q", value: "a b&c+d/é")], headers: ["X-Mine": "1"],
        body: Echo(text: "hi"), authorization: .bearer(AccessToken("secret"))))
    #expect(answer == Echo())
    let url = try #require(URL(string: "https://api.example.com/base/v1/posts/%E5%A4%AA?q=a%20b%26c%2Bd%2F%C3%A9"))
    #expect(
      transport.requests == [
        HTTPTransportRequest(
          .post, url,
          headers: [
            "Accept": "application/json", "Authorization": "Bearer secret", "Content-Type": "application/json",
            "X-Mine": "1",
          ], body: Data(#"{"text":"hi"}"#.utf8))
      ])
  }

  @Test(arguments: ["v1/me", "@evil.example/me", "", "/v1/a b", "/v1/太", "/v1/me?x=1", "/v1/me#x", "/v1/%zz"])
  func `is not sent with a path that is none`(path: String) async throws {
    let transport = ScriptedTransport()
    await #expect(
      throws: APIError.requestFailed(
        .unusableRequest(reason: "The path is not percent-encoded, or does not begin with a slash."))
    ) {
      _ = try await client(transport).send(APIRequest<Echo>(.get, path))
    }
  }

  @Test(arguments: [
    "ftp://example.com", "https:///path", "https://user:pass@example.com", "https://example.com?x=1", "file:///tmp",
    "https://example.com#part",
  ])
  func `is not sent to a base URL that is none`(text: String) async throws {
    let client = HTTPAPIClient(
      baseURL: try #require(URL(string: text)), transport: ScriptedTransport(), configuration: HTTPClientConfiguration(clock: TestClock()))
    await #expect(
      throws: APIError.requestFailed(
        .unusableRequest(reason: "The base URL must be http or https, with a host, a port up to 65535, and no user, query or fragment."))
    ) {
      _ = try await client.send(APIRequest<Echo>(.get, "/v1/me"))
    }
  }

  @Test(arguments: [
    ("X-Mine", "a\r\nInjected: b"), ("X-Mine", "a\nb"), ("X-Mine", "a\0b"), ("X Mine", "a"), ("", "a"),
    ("X-Mine\r\nInjected", "a"),
  ])
  func `is not sent with a header field that would leave its line`(name: String, value: String) async throws {
    await #expect(
      throws: APIError.requestFailed(
        .unusableRequest(reason: "A header field contains characters that cannot be sent."))
    ) {
      var headers = HTTPHeaders()
      headers[name] = value
      _ = try await client(ScriptedTransport()).send(APIRequest<Echo>(.get, "/v1/me", headers: headers))
    }
  }

  @Test(arguments: [
    (HTTPTransportError.failed(.insecure), APIError.requestFailed(.insecure)),
    (.failed(.unusableRequest(reason: "why")), .requestFailed(.unusableRequest(reason: "why"))),
    (.invalidResponse(reason: "why"), .decodingFailed(reason: "why")),
    (.cancelled, .requestFailed(.connectionLost)),
  ])
  func `fails with what the transport says`(failure: HTTPTransportError, expected: APIError) async throws {
    let transport = ScriptedTransport(.failure(failure))
    await #expect(throws: expected) { try await client(transport).send(APIRequest<Echo>(.get, "/v1/me")) }
  }

  @Test func `fails with the problem and the wait of the answer`() async throws {
    let transport = ScriptedTransport(
      .status(409, ["Retry-After": "7"], body: #"{"status":409,"code":"email_already_in_use"}"#))
    await #expect(
      throws: APIError.invalidResponse(
        InvalidResponse(
          statusCode: 409, problem: ProblemDetails(status: 409, code: "email_already_in_use"), retryAfter: .seconds(7)))
    ) { try await client(transport).send(APIRequest<Echo>(.post, "/v1/signup")) }
  }

  @Test(arguments: ["text/html", "Text/HTML; charset=utf-8"])
  func `takes no web page for an answer, even where none is expected`(contentType: String) async throws {
    let transport = ScriptedTransport(.status(200, ["Content-Type": contentType], body: "<html>Sign in</html>"))
    await #expect(throws: APIError.decodingFailed(reason: "The response is a web page.")) {
      try await client(transport).delete(path: "/v1/profile")
    }
  }

  @Test func `takes an answer without a body for what it is, whatever the server calls it`() async throws {
    try await client(ScriptedTransport(.status(204, ["Content-Type": "text/html"]))).delete(path: "/v1/profile")
  }

  @Test func `tells a log what happens and no secret`() async throws {
    let log = EventLog()
    let transport = ScriptedTransport(
      .status(307, ["Location": "/base/v1/elsewhere?token=secret"]), .status(200, body: #"{"text":"secret"}"#))
    _ = try await client(transport, log: log).send(
      APIRequest<Echo>(
        .get, "/v1/me", query: [URLQueryItem(name: "q", value: "secret")], headers: ["X-Mine": "secret"],
        authorization: .bearer(AccessToken("secret"))))
    #expect(log.all.map(\.kind) == [.sending, .redirected, .received(status: 200, bodySize: 17)])
    #expect(log.all.allSatisfy { $0.method == .get && $0.path == "/v1/me" && $0.attempt == 1 })
    var dumped = ""
    dump((log.all, transport.requests), to: &dumped)
    #expect(!"\(log.all) \(transport.requests) \(dumped)".contains("secret"))
  }
}
