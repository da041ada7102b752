import Core
import Foundation
import Testing

@Suite("A fake backend")
struct FakeBackendTests {
  private let backend = FakeBackend()

  @Test func `says loudly that a route is unknown, and which there are`() async throws {
    let response = try await backend.call(.get, "/v1/nowhere")
    #expect(response.problem == ProblemDetails(status: 404, code: "unknown_route"))
    #expect(response.headers["Content-Type"] == "application/problem+json")
    for route in [
      "GET /v1/nowhere is no route", "POST /v1/login", "POST /v1/login/{provider}", "POST /v1/signup",
      "POST /v1/logout",
      "GET /v1/me", "GET /v1/lists", "GET /v1/timeline", "POST /v1/posts", "GET /v1/profile", "PUT /v1/profile",
      "DELETE /v1/profile",
    ] {
      #expect(response.text.contains(route))
    }
  }

  @Test(arguments: ["", "/", "/v1", "/v1/login/", "/v1/login/google/x", "/v1/LOGIN", "/v1//login", "//v1/login"])
  func `takes no path for another`(path: String) async throws {
    #expect(try await backend.call(.post, path, json: "{}").status != 200)
    #expect(try await backend.call(.get, path).problem?.status == (path == "/v1/login/" ? 405 : 404))
  }

  @Test func `says which verbs a route takes`() async throws {
    let response = try await backend.call(.patch, "/v1/profile")
    #expect(response.problem == ProblemDetails(status: 405, code: "method_not_allowed"))
    #expect(response.headers["Allow"] == "GET, PUT, DELETE")
  }

  @Test(arguments: ["", "{", "[]", "{}", "{\"email\":1,\"pass\":2}", "{\"email\":\"a\"}", "\u{0}"])
  func `refuses a body that does not fit`(json: String) async throws {
    let response = try await backend.call(.post, "/v1/login", json: json)
    #expect(response.problem == ProblemDetails(status: 400, code: "malformed_body"))
  }

  @Test(arguments: [
    (HTTPMethod.post, "/v1/logout"), (.get, "/v1/me"), (.get, "/v1/lists"), (.get, "/v1/timeline"),
    (.post, "/v1/posts"), (.get, "/v1/profile"), (.put, "/v1/profile"), (.delete, "/v1/profile"),
  ])
  func `wants a token that it has handed out`(method: HTTPMethod, path: String) async throws {
    for token in [nil, AccessToken("made-up"), AccessToken("")] {
      let response = try await backend.call(method, path, json: "{}", token: token)
      #expect(response.problem == ProblemDetails(status: 401, code: "unauthorized"))
      #expect(response.headers["WWW-Authenticate"] == "Bearer")
    }
  }

  @Test func `records what was asked, also what then failed`() async throws {
    backend.fail(.get, "/v1/me", with: .fail(.offline))
    _ = try? await backend.call(.get, "/v1/me", query: ["a": "b"])
    _ = try await backend.call(.post, "/v1/login", json: "x")
    #expect(
      backend.requests == [
        HTTPRequest(.get, "/v1/me", query: [URLQueryItem(name: "a", value: "b")]),
        HTTPRequest(.post, "/v1/login", body: Data("x".utf8)),
      ])
  }

  @Test func `records the last requests, or none`() async throws {
    let backend = FakeBackend(FakeConfiguration(recordedRequests: 3))
    for number in 0..<100 {
      _ = try await backend.call(.get, "/\(number)")
      #expect(backend.requests.count <= 6)
      let last = (max(0, number - 2)...number).map { "/\($0)" }
      #expect(Array(backend.requests.map(\.path).suffix(last.count)) == last)
    }
    let silent = FakeBackend(FakeConfiguration(recordedRequests: 0))
    _ = try await silent.call(.get, "/")
    #expect(silent.requests == [])
  }

  @Test func `gives the same answers to the same questions`() async throws {
    var transcripts: [[String]] = []
    for _ in 0..<2 {
      let backend = FakeBackend(FakeConfiguration(now: { Date(timeIntervalSince1970: 1_800_000_000) }))
      let token = try await backend.signIn()
      var transcript = [token.rawValue]
      for list in ["home", "swift", "quiet"] {
        transcript.append(try await backend.call(.get, "/v1/timeline", query: ["list": list], token: token).text)
      }
      transcript.append(try await backend.call(.post, "/v1/posts", json: #"{"text":"a"}"#, token: token).text)
      transcripts.append(transcript)
    }
    #expect(transcripts[0] == transcripts[1])
  }
}
