import Core
import Foundation
import Testing

@Suite("A redirect")
struct HTTPRedirectTests {
  private func send(_ request: APIRequest<Echo>, over transport: ScriptedTransport) async throws -> Echo {
    let client = HTTPAPIClient(
      baseURL: try #require(URL(string: "http://api.example.com")), transport: transport,
      configuration: HTTPClientConfiguration(maximumAttempts: 1, maximumRedirects: 3, clock: TestClock()))
    return try await client.send(request)
  }

  private let mine = APIRequest<Echo>(.get, "/v1/me", authorization: .bearer(AccessToken("secret")))

  @Test(
    arguments: [301, 302, 303, 307, 308],
    ["/v2/me?x=1", "http://api.example.com/v2/me?x=1", "//API.example.com:80/v2/me?x=1", "../v2/me?x=1"])
  func `within the origin is followed with the token`(status: Int, location: String) async throws {
    let transport = ScriptedTransport(.status(status, ["Location": location]), .done)
    #expect(try await send(mine, over: transport) == Echo())
    #expect(transport.requests.map(\.method) == [.get, .get])
    #expect(transport.requests.last?.url.path == "/v2/me")
    #expect(transport.requests.last?.url.query == "x=1")
    #expect(transport.requests.last?.headers["Authorization"] == "Bearer secret")
  }

  @Test(
    arguments: [301, 302, 303, 307, 308],
    [
      "http://evil.example.com/v1/me", "http://api.example.com:8080/v1/me", "https://api.example.com/v1/me",
      "//evil.example.com/v1/me", "http://user@api.example.com/v1/me", "file:///etc/passwd", "javascript:alert(1)",
      "http://[", "http://api.example.com.evil.example/",
    ])
  func `to another origin is not followed`(status: Int, location: String) async throws {
    let transport = ScriptedTransport(.status(status, ["Location": location]), .done)
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: status))) {
      try await send(mine, over: transport)
    }
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [301, 302, 303, 307, 308, 300, 304])
  func `without a place to go is an answer`(status: Int) async throws {
    let transport = ScriptedTransport(.status(status))
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: status))) {
      try await send(mine, over: transport)
    }
  }

  @Test func `in a circle ends`() async throws {
    let circle = ScriptedTransport.Ending.status(302, ["Location": "/v1/me"])
    let transport = ScriptedTransport(circle, circle, circle, circle)
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: 302))) {
      try await send(mine, over: transport)
    }
    #expect(transport.requests.count == 4)
  }

  private let post = APIRequest<Echo>(
    .post, "/v1/posts", headers: ["Idempotency-Key": "key-1"], body: Echo(text: "hi"))

  @Test(arguments: [307, 308])
  func `that keeps the verb keeps the body`(status: Int) async throws {
    let transport = ScriptedTransport(.status(status, ["Location": "/v2/posts"]), .done)
    _ = try await send(post, over: transport)
    #expect(transport.requests.map(\.method) == [.post, .post])
    #expect(transport.requests.map(\.body) == Array(repeating: Data(#"{"text":"hi"}"#.utf8), count: 2))
    #expect(transport.requests.map { $0.headers["Idempotency-Key"] } == ["key-1", "key-1"])
  }

  @Test func `to see the outcome reads it`() async throws {
    let transport = ScriptedTransport(.status(303, ["Location": "/v1/posts/1"]), .done)
    _ = try await send(post, over: transport)
    #expect(transport.requests.map(\.method) == [.post, .get])
    #expect(transport.requests.last?.body == Data())
    #expect(transport.requests.last?.headers == ["Accept": "application/json"])
  }

  @Test(arguments: [301, 302])
  func `that would lose what was to be sent is not followed`(status: Int) async throws {
    let transport = ScriptedTransport(.status(status, ["Location": "/v2/posts"]))
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: status))) {
      try await send(post, over: transport)
    }
  }
}
