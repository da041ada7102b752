import Foundation
import TestSupport
import Testing

@testable import Core

@Suite("Fake backend")
struct FakeBackendTests {
  private let backend = FakeBackend()
  private let post = #"{"text":"hello"}"#

  // MARK: Routes

  @Test func `An unknown route is answered with a problem document that lists the routes`() async throws {
    let response = try await backend.call(.get, "/v1/nowhere")
    #expect(response.problem == ProblemDetails(status: 404, code: "unknown_route"))
    #expect(response.headers["Content-Type"] == "application/problem+json")
    #expect(
      try JSONCoding.decode(ProblemDetails.self, from: response.body).detail == """
        GET /v1/nowhere is not a route of this backend. Available: POST /v1/login, POST /v1/login/{provider}, \
        POST /v1/signup, POST /v1/logout, GET /v1/me, GET /v1/lists, GET /v1/timeline, POST /v1/posts, \
        GET /v1/profile, PUT /v1/profile, DELETE /v1/profile.
        """)
  }

  @Test(arguments: ["", "/", "/v1", "/v1/login/google/x", "/v1/LOGIN", "/v1//login", "//v1/login"])
  func `A path is matched segment by segment`(path: String) async throws {
    #expect(try await backend.call(.post, path, json: "{}").problem?.code == "unknown_route")
  }

  @Test func `A method that a path does not take is answered with the methods that it takes`() async throws {
    let response = try await backend.call(.patch, "/v1/profile")
    #expect(response.problem == ProblemDetails(status: 405, code: "method_not_allowed"))
    #expect(response.headers["Allow"] == "GET, PUT, DELETE")
  }

  @Test(arguments: ["", "{", "[]", "{}", #"{"email":1,"pass":2}"#, #"{"email":"a"}"#, "\u{0}"])
  func `A body that does not fit the call is malformed`(json: String) async throws {
    let response = try await backend.call(.post, "/v1/login", json: json)
    #expect(response.problem == ProblemDetails(status: 400, code: "malformed_body"))
  }

  @Test(arguments: [
    (HTTPMethod.post, "/v1/logout"), (.get, "/v1/me"), (.get, "/v1/lists"), (.get, "/v1/timeline"),
    (.post, "/v1/posts"), (.get, "/v1/profile"), (.put, "/v1/profile"), (.delete, "/v1/profile"),
  ])
  func `A call without a token that was issued is unauthorized`(method: HTTPMethod, path: String) async throws {
    for token in [nil, AccessToken("made-up"), AccessToken("")] {
      let response = try await backend.call(method, path, json: "{}", token: token)
      #expect(response.problem == ProblemDetails(status: 401, code: "unauthorized"))
      #expect(response.headers["WWW-Authenticate"] == "Bearer")
    }
  }

  @Test(arguments: [("Bearer ", 200), ("bearer ", 200), ("BEARER ", 200), ("Basic ", 401), ("", 401)])
  func `The scheme of a token is Bearer in any case`(scheme: String, status: Int) async throws {
    let token = try await backend.signIn()
    let request = HTTPRequest(.get, "/v1/me", headers: ["Authorization": scheme + token.rawValue])
    #expect(try await backend.answer(request).status == status)
  }

  // MARK: Determinism

  @Test func `The same requests get the same responses`() async throws {
    var transcripts: [[String]] = []
    for _ in 0..<2 {
      let backend = FakeBackend(FakeConfiguration(now: { Date(timeIntervalSince1970: 1_800_000_000) }))
      let token = try await backend.signIn()
      var transcript = [token.rawValue]
      for list in ["home", "swift", "quiet"] {
        transcript.append(try await backend.call(.get, "/v1/timeline", query: ["list": list], token: token).text)
      }
      transcript.append(try await backend.call(.post, "/v1/posts", json: post, token: token).text)
      transcripts.append(transcript)
    }
    #expect(transcripts[0] == transcripts[1])
  }

  @Test func `Tokens differ each time, with another seed and without one`() async throws {
    var tokens = try await [backend.signIn().rawValue, backend.signIn().rawValue]
    for seed in [1, nil, nil] as [UInt64?] {
      tokens.append(try await FakeBackend(FakeConfiguration(tokenSeed: seed)).signIn().rawValue)
    }
    #expect(Set(tokens).count == 5)
  }

  // MARK: Recording

  @Test func `Requests are recorded in order, failed ones too`() async throws {
    try backend.fail(.get, "/v1/me", with: .fail(.offline))
    _ = try? await backend.call(.get, "/v1/me", query: ["a": "b"])
    _ = try await backend.call(.post, "/v1/login", json: "x")
    #expect(
      backend.requests == [
        HTTPRequest(.get, "/v1/me", query: [URLQueryItem(name: "a", value: "b")]),
        HTTPRequest(.post, "/v1/login", body: Data("x".utf8)),
      ])
  }

  @Test(arguments: [-1, 0, 1, 3, Int.max])
  func `At least the configured number of requests is recorded, and fewer than twice as many`(limit: Int) async throws {
    let backend = FakeBackend(FakeConfiguration(recordedRequests: limit))
    for number in 0..<100 {
      _ = try await backend.call(.get, "/\(number)")
      let last = (0...number).map { "/\($0)" }.suffix(max(0, limit))
      let paths = backend.requests.map(\.path)
      #expect(paths.suffix(last.count) == last)
      #expect(paths.count / 2 < max(1, limit))
    }
  }

  // MARK: Faults

  private func outcomes(_ backend: FakeBackend, _ count: Int, _ method: HTTPMethod = .get) async -> [String] {
    var outcomes: [String] = []
    for _ in 0..<count {
      do throws(APIError) {
        outcomes.append("\(try await backend.answer(HTTPRequest(method, "/v1/profile")).status)")
      } catch {
        outcomes.append("\(error)")
      }
    }
    return outcomes
  }

  @Test func `Faults of a route happen in order and as often as configured`() async throws {
    try backend.fail(.get, "/v1/profile", with: .fail(.timedOut), times: 2)
    try backend.fail(.get, "/v1/profile", with: .malformed)
    try backend.fail(.put, "/v1/profile", with: .status(503))
    try backend.fail(.get, "/v1/me", with: .status(500))
    let timeout = "\(APIError.requestFailed(.timedOut))"
    #expect(await outcomes(backend, 4) == [timeout, timeout, "200", "401"])
    #expect(await outcomes(backend, 2, .put) == ["503", "401"])
  }

  @Test func `Removed faults do not happen`() async throws {
    try backend.fail(.get, "/v1/profile", with: .malformed, times: 3)
    #expect(await outcomes(backend, 1) == ["200"])
    backend.removeFaults()
    #expect(await outcomes(backend, 1) == ["401"])
  }

  @Test func `A fault that can never happen is refused with its reason`() throws {
    let unknown = #expect(throws: FakeFaultError.unknownRoute("PATCH /v1/me")) {
      try backend.fail(.patch, "/v1/me", with: .malformed)
    }
    #expect(unknown?.description.hasPrefix("PATCH /v1/me is not a route. Available: POST /v1/login, ") == true)
    #expect(throws: FakeFaultError.unknownRoute("GET /v1/nowhere")) {
      try backend.fail(.get, "/v1/nowhere", with: .malformed)
    }
    for times in [0, 1_000_001] {
      #expect(throws: FakeFaultError.invalidTimes(times)) {
        try backend.fail(.get, "/v1/me", with: .malformed, times: times)
      }
    }
    try backend.fail(.post, "/v1/login/google", with: .malformed, times: 1_000_000)
  }

  @Test func `No more than a thousand faults wait at a time`() throws {
    for _ in 0..<1_000 { try backend.fail(.get, "/v1/me", with: .malformed) }
    #expect(throws: FakeFaultError.tooManyFaults) { try backend.fail(.get, "/v1/me", with: .malformed) }
    backend.removeFaults()
    try backend.fail(.get, "/v1/me", with: .malformed)
  }

  @Test func `A malformed response is a success whose body is not JSON`() async throws {
    let response = try await FakeBackend { _ in .malformed }.call(.get, "/v1/me")
    #expect(response.status == 200)
    await #expect(throws: APIError.decodingFailed(reason: "The body is not JSON.")) {
      try await response.decoded(as: UserResponse.self)
    }
  }

  @Test func `A status fault is a problem document`() async throws {
    let response = try await FakeBackend { _ in .status(503) }.call(.get, "/v1/me")
    #expect(response.problem == ProblemDetails(status: 503, code: "fault"))
    #expect(response.headers["Content-Type"] == "application/problem+json")
  }

  @Test(arguments: [
    ("offline", FakeOutcome.fail(.offline)), ("timeout", .fail(.timedOut)), ("malformed", .malformed),
    ("200", .status(200)), ("599", .status(599)), ("199", nil), ("600", nil), ("", nil), ("broken", nil),
  ])
  func `Scripts name outcomes by kind`(kind: String, outcome: FakeOutcome?) {
    #expect(FakeOutcome(kind: kind) == outcome)
  }

  @Test(arguments: [
    (FakeOutcome.fail(.offline), []), (.status(500), []), (.answerThenFail(.connectionLost), ["hello"]),
  ])
  func `Only a response lost on its way leaves the request done`(outcome: FakeOutcome, texts: [String]) async throws {
    let token = try await backend.signIn()
    try backend.fail(.post, "/v1/posts", with: outcome)
    _ = try? await backend.call(.post, "/v1/posts", json: post, token: token)
    #expect(try await backend.page("quiet", token: token).posts.map(\.text) == texts)
  }

  // MARK: Hook

  @Test func `The hook sees each request and wins over a fault`() async throws {
    let seen = Log<HTTPRequest>()
    let backend = FakeBackend { request in
      seen.append(request)
      return request.path == "/v1/lists" ? .status(418) : .answer
    }
    try backend.fail(.get, "/v1/lists", with: .status(500))
    try backend.fail(.get, "/v1/me", with: .status(502))
    #expect(try await backend.call(.get, "/v1/lists").status == 418)
    #expect(try await backend.call(.get, "/v1/me").status == 502)
    #expect(seen.values == backend.requests)
  }

  @Test func `A request held by the hook does not hold others`() async throws {
    let gate = Gate()
    let backend = FakeBackend { request in
      if request.path == "/v1/me" { await gate.pass() }
      return .answer
    }
    let held = Task { try await backend.call(.get, "/v1/me").status }
    await gate.arrived()
    #expect(try await backend.call(.get, "/v1/lists").status == 401)
    #expect(backend.requests.map(\.path) == ["/v1/me", "/v1/lists"])
    gate.open()
    #expect(try await held.value == 401)
  }

  @Test func `A request cancelled while the hook holds it does nothing`() async throws {
    let gate = Gate()
    let backend = FakeBackend { request in
      if request.path == "/v1/posts" { await gate.pass() }
      return .answer
    }
    let token = try await backend.signIn()
    let held = Task { [post] in try await backend.call(.post, "/v1/posts", json: post, token: token) }
    await gate.arrived()
    held.cancel()
    gate.open()
    await #expect(throws: APIError.cancelled) { try await held.value }
    #expect(try await backend.page("quiet", token: token).posts == [])
  }
}
