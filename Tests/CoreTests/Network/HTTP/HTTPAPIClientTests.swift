import Core
import Foundation
import TestSupport
import Testing

private let me = APIRequest<Echo>(
  .get, "/v1/me", query: [URLQueryItem(name: "q", value: "secret")], headers: ["X-Mine": "secret"],
  authorization: .bearer(Secret("secret")))
private let post = APIRequest.echo(.post, headers: ["Idempotency-Key": "key-1"], body: Echo(text: "hi"))

private func unusable(_ reason: String) -> APIError { .requestFailed(.unusableRequest(reason: reason)) }

@Suite("HTTPAPIClient sends requests")
struct HTTPAPIClientTests {
  @Test func `A request is appended to the base URL with its query, header fields and body`() async throws {
    let transport = ScriptedTransport(.done)
    let response: Echo = try await scriptedClient(transport).send(
      APIRequest(
        .post, "/v1/posts/%E5%A4%AA", query: [URLQueryItem(name: "q", value: "a b&c+d/é")], headers: ["X-Mine": "1"],
        body: Echo(text: "hi"), authorization: .bearer(Secret("secret"))))
    #expect(response == Echo())
    let url = try #require(
      URL(string: "http://api.example.com/base/v1/posts/%E5%A4%AA?q=a%20b%26c%2Bd%2F%C3%A9"))
    let headers: HTTPHeaders = [
      "Accept": "application/json", "Authorization": "Bearer secret", "Content-Type": "application/json", "X-Mine": "1",
    ]
    #expect(transport.urls == [url])
    #expect(transport.requests.map(\.method) == [.post])
    #expect(transport.requests.map(\.headers) == [headers])
    #expect(transport.requests.map(\.body) == [Data(#"{"text":"hi"}"#.utf8)])
  }

  @Test(arguments: ["v1/me", "@evil.example/me", "", "/v1/a b", "/v1/太", "/v1/me?x=1", "/v1/me#x", "/v1/%zz"])
  func `An invalid path is refused`(path: String) async throws {
    await #expect(throws: unusable("The path is not percent-encoded, or does not begin with a slash.")) {
      try await scriptedClient(ScriptedTransport()).send(.echo(.get, path))
    }
  }

  @Test(arguments: [
    "ftp://example.com", "https:///path", "https://user:pass@example.com", "https://user@example.com", "file:///tmp",
    "https://example.com?x=1", "https://example.com#part", "http://example.com:65536", "http://example.com:0",
    "http://example.com:99999999999999999999",
  ])
  func `An invalid base URL is refused`(text: String) async throws {
    let client = HTTPAPIClient(baseURL: try #require(URL(string: text)), transport: ScriptedTransport())
    let reason = "The base URL must be http or https, with a host, a port up to 65535, and no user, query or fragment."
    await #expect(throws: unusable(reason)) { try await client.send(me) }
  }

  @Test(arguments: [
    ("HTTP://Example.com", "http://Example.com/v1/lists"),
    ("https://example.com:65535//", "https://example.com:65535/v1/lists"),
    ("http://[::1]:1/a/", "http://[::1]:1/a/v1/lists"),
  ])
  func `A base URL may have any case, port and trailing slashes`(text: String, expected: String) async throws {
    let transport = ScriptedTransport(.done)
    let client = HTTPAPIClient(baseURL: try #require(URL(string: text)), transport: transport)
    _ = try await client.send(.echo(.get, "/v1/lists"))
    #expect(transport.urls.map(\.absoluteString) == [expected])
  }

  @Test(arguments: [
    ("X-Mine", "a\r\nInjected: b"), ("X-Mine", "a\nb"), ("X-Mine", "a\0b"), ("X-Mine", "a\u{7F}"), ("X Mine", "a"),
    ("", "a"), ("X-Mine\r\nInjected", "a"),
  ])
  func `A header field that would break its line is refused`(name: String, value: String) async throws {
    var headers = HTTPHeaders()
    headers[name] = value
    await #expect(throws: unusable("A header field contains characters that cannot be sent.")) {
      try await scriptedClient(ScriptedTransport()).send(.echo(headers: headers))
    }
  }

  @Test func `A header field may contain a tab and every character of a token`() async throws {
    let transport = ScriptedTransport(.done)
    let headers: HTTPHeaders = ["!#$%&'*+-.^_`|~09az": "a\t é~"]
    _ = try await scriptedClient(transport).send(.echo(headers: headers))
    #expect(transport.requests.first?.headers["!#$%&'*+-.^_`|~09az"] == "a\t é~")
  }

  @Test(arguments: [
    (APIError.requestFailed(.insecure), APIError.requestFailed(.insecure)),
    (.decodingFailed(reason: "why"), .decodingFailed(reason: "why")),
    (.cancelled, .requestFailed(.connectionLost)),
  ])
  func `A transport that gives up by itself has lost its connection; its other errors are thrown`(
    failure: APIError, expected: APIError
  ) async throws {
    await #expect(throws: expected) { try await scriptedClient(ScriptedTransport(.failure(failure))).send(me) }
  }

  @Test func `A Retry-After date is compared with the configuration's date`() async throws {
    let headers: HTTPHeaders = ["Retry-After": "Sun, 06 Nov 1994 08:49:47 GMT"]
    let transport = ScriptedTransport(.status(409, headers))
    let client = try scriptedClient(transport, configure: { $0.now = { Date(timeIntervalSince1970: 784_111_777) } })
    let response = InvalidResponse(statusCode: 409, retryAfter: .seconds(10), headers: headers)
    await #expect(throws: APIError.invalidResponse(response)) {
      try await client.send(post)
    }
  }

  @Test func `A response can read its header fields`() async throws {
    struct LinkedEcho: Decodable, Equatable {
      let link: String?
      let text: String
      init(from decoder: any Decoder) throws {
        link = decoder.httpHeaders["Link"]
        text = try Echo(from: decoder).text
      }
    }
    let link = #"<https://api.example.com/v1/timelines/home?max_id=7>; rel="next""#
    let transport = ScriptedTransport(.status(200, ["Link": link], body: #"{"text":"hi"}"#))
    let response = try await scriptedClient(transport).send(
      APIRequest<LinkedEcho>(.get, "/", authorization: .anonymous))
    #expect(response.link == link)
    #expect(response.text == "hi")
  }

  @Test func `The log contains what happens and no secret`() async throws {
    let log = Log<HTTPLogEvent>()
    let transport = ScriptedTransport(
      .status(307, ["Location": "/base/v1/elsewhere?token=secret"]), .status(200, body: #"{"text":"secret"}"#))
    _ = try await scriptedClient(transport, onEvent: log.append).send(me)
    #expect(log.values.map(\.kind) == [.sending, .redirected, .received(status: 200, bodySize: 17)])
    #expect(log.values.map { "\($0)" }.first == "GET /v1/me, attempt 1, 0.0 seconds: sending")
    #expect(log.values.allSatisfy { $0.method == .get && $0.path == "/v1/me" && $0.attempt == 1 })
    var dumped = ""
    dump(log.values, to: &dumped)
    #expect(!"\(log.values) \(dumped)".contains("secret"))
  }
}

@Suite("HTTPAPIClient follows redirects")
struct HTTPRedirectTests {
  private static let statuses = [301, 302, 303, 307, 308]

  @Test(
    arguments: statuses,
    [
      "/v2/me?x=1", "http://api.example.com/v2/me?x=1", "//API.example.com:80/v2/me?x=1", "../../v2/me?x=1",
      "HTTP://api.example.com/v2/me?x=1",
    ])
  func `A redirect to the same origin is followed with the token`(status: Int, location: String) async throws {
    let transport = ScriptedTransport(.status(status, ["Location": location]), .done)
    #expect(try await scriptedClient(transport).send(me) == Echo())
    let redirected = try #require(transport.requests.last)
    #expect(transport.requests.map(\.method) == [.get, .get])
    let url = try #require(transport.urls.last)
    #expect(url.scheme == "http")
    #expect(url.path == "/v2/me")
    #expect(url.query == "x=1")
    #expect(redirected.headers["Authorization"] == "Bearer secret")
  }

  @Test(
    arguments: statuses,
    [
      "http://evil.example.com/v1/me", "http://api.example.com:8080/v1/me", "https://api.example.com/v1/me",
      "//evil.example.com/v1/me", "http://user@api.example.com/v1/me", "file:///etc/passwd", "javascript:alert(1)",
      "http://[", "http://api.example.com.evil.example/",
    ])
  func `A redirect to another origin is not followed`(status: Int, location: String) async throws {
    let transport = ScriptedTransport(.status(status, ["Location": location]))
    await #expect(
      throws: APIError.invalidResponse(InvalidResponse(statusCode: status, headers: ["Location": location]))
    ) {
      try await scriptedClient(transport).send(me)
    }
  }

  @Test func `A redirect loop ends after the maximum number of redirects`() async throws {
    let loop = ScriptedTransport.Ending.status(302, ["Location": "/v1/me"])
    let transport = ScriptedTransport(loop, loop, loop, loop)
    await #expect(
      throws: APIError.invalidResponse(InvalidResponse(statusCode: 302, headers: ["Location": "/v1/me"]))
    ) {
      try await scriptedClient(transport, configure: { $0.maximumRedirects = 3 }).send(me)
    }
    #expect(transport.requests.count == 4)
  }

  @Test(arguments: [(301, nil), (302, nil), (303, .get), (307, .post), (308, .post)] as [(Int, HTTPMethod?)])
  func `A redirected POST is sent again, becomes a GET with 303, or is not followed where it would lose its body`(
    status: Int, method: HTTPMethod?
  ) async throws {
    let transport = ScriptedTransport(.status(status, ["Location": "/base/v1/echo"]), .done)
    let response = try? await scriptedClient(transport).send(post)
    #expect(response == method.map { _ in Echo() })
    let first = try #require(transport.requests.first)
    let get = HTTPRequest(.get, first.path, headers: ["Accept": "application/json"])
    #expect(transport.requests.dropFirst() == (method == nil ? [] : method == .get ? [get] : [first]))
  }
}
