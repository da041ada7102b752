import Foundation
import TestSupport
import Testing

@testable import Core

struct FakeBackendTests {
  private let backend = FakeBackend()
  private let post = #"{"text":"hello"}"#

  @Test(arguments: ["/v1/timeline", "/v1/profile"])
  func `What a client has is not sent again`(path: String) async throws {
    let backend = FakeBackend()
    let token = try await backend.signIn()
    func read(_ tag: String?) async throws -> HTTPResponse {
      var request = HTTPRequest(.get, path, headers: ["Authorization": "Bearer \(token.rawValue)"])
      request.headers["If-None-Match"] = tag
      return try await backend.answer(request)
    }
    func save(_ name: String) async throws {
      let body = #"{"uid":"user-1","name":"\#(name)","gender":1,"createdAt":0}"#
      _ = try await backend.call(.put, "/v1/profile", json: body, token: token)
      _ = try await backend.call(.post, "/v1/posts", json: #"{"text":"\#(name)"}"#, token: token)
    }
    try await save("太郎")
    let first = try await read(nil)
    let tag = try #require(first.headers["ETag"])
    #expect(try await read(tag) == HTTPResponse(status: 304, headers: ["ETag": tag]))
    #expect(try await read("\"other\"") == first)
    try await save("次郎")
    let second = try await read(tag)
    #expect(second.status == 200 && second.body != first.body)
    #expect(second.headers["ETag"] != tag)
  }

  @Test func `An unknown route is answered with a problem document that lists the routes`() async throws {
    let response = try await backend.call(.get, "/v1/nowhere")
    #expect(response.problem == ProblemDetails(status: 404, code: "unknown_route"))
    #expect(response.headers["Content-Type"] == "application/problem+json")
    #expect(
      try JSONCoding.decode(ProblemDetails.self, from: response.body).detail == """
        GET /v1/nowhere is not a route of this backend. Available: POST /v1/login, POST /v1/login/{provider}, \
        POST /v1/signup, POST /v1/refresh, POST /v1/logout, GET /v1/me, DELETE /v1/me, GET /v1/lists, \
        GET /v1/timeline, GET /v1/posts/{id}/thread, POST /v1/posts, DELETE /v1/posts/{id}, PUT /v1/posts/{id}/like, \
        DELETE /v1/posts/{id}/like, GET /v1/profile, PUT /v1/profile, DELETE /v1/profile.
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
    for token in [nil, Secret("made-up"), Secret("")] {
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

  @Test func `Tokens are the same in every run, and differ each time, with another seed and without`() async throws {
    #expect(try await FakeBackend().signIn() == (try await backend.signIn()))
    var tokens = try await [backend.signIn(), FakeBackend().signIn()]
    for seed in [1, nil, nil] as [UInt64?] {
      tokens.append(try await FakeBackend(FakeConfiguration(tokenSeed: seed)).signIn())
    }
    #expect(Set(tokens).count == 5)
  }

  @Test(arguments: [-1, 0, 1, 3, Int.max])
  func `At least the configured number of requests is recorded, and fewer than twice as many`(limit: Int) async throws {
    let backend = FakeBackend(FakeConfiguration(recordedRequests: limit))
    for number in 0..<20 {
      _ = try await backend.call(.get, "/\(number)")
      let last = (0...number).map { "/\($0)" }.suffix(max(0, limit))
      #expect(backend.requests.map(\.path).suffix(last.count) == last)
      #expect(backend.requests.count / 2 < max(1, limit))
    }
  }

  @Test func `Faults of a route happen in order and as often as configured`() async throws {
    try backend.fail(.get, "/v1/profile", with: .status(502), times: 2)
    try backend.fail(.get, "/v1/profile", with: .fail(.timedOut))
    try backend.fail(.put, "/v1/profile", with: .status(503))
    try backend.fail(.get, "/v1/me", with: .status(500))
    for status in [502, 502, nil, 401] {
      let response = try? await backend.call(.get, "/v1/profile")
      #expect(response?.status == status)
    }
    for status in [503, 401] { #expect(try await backend.call(.put, "/v1/profile").status == status) }
  }

  @Test func `A fault that can never happen is refused with its reason`() throws {
    let unknown = #expect(throws: FakeFaultError.unknownRoute("PATCH /v1/me", available: backend.routes.names)) {
      try backend.fail(.patch, "/v1/me", with: .malformed)
    }
    #expect(unknown?.description.hasPrefix("PATCH /v1/me is not a route. Available: POST /v1/login, ") == true)
    #expect(throws: FakeFaultError.unknownRoute("GET /v1/nowhere", available: backend.routes.names)) {
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

  @Test func `A malformed response is a success that is not JSON, and a status is a problem document`() async throws {
    let malformed = try await FakeBackend { _ in .malformed }.call(.get, "/v1/me")
    await #expect(throws: APIError.decodingFailed(reason: "The body is not JSON.")) {
      try await malformed.decoded(as: UserResponse.self)
    }
    let failed = try await FakeBackend { _ in .status(503) }.call(.get, "/v1/me")
    #expect(failed.problem == ProblemDetails(status: 503, code: "fault"))
    #expect(failed.headers["Content-Type"] == "application/problem+json")
  }

  @Test(arguments: [
    ("offline", FakeOutcome.fail(.offline)), ("timeout", .fail(.timedOut)), ("malformed", .malformed),
    ("lost", .answerThenFail(.connectionLost)), ("200", .status(200)), ("599", .status(599)), ("199", nil),
    ("600", nil), ("", nil), ("broken", nil),
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

  @Test func `The hook sees each request and wins over a fault`() async throws {
    let seen = Log<HTTPRequest>()
    let backend = FakeBackend { request in
      seen.append(request)
      return request.path == "/v1/lists" ? .status(418) : .answer
    }
    try backend.fail(.get, "/v1/lists", with: .status(500))
    try backend.fail(.get, "/v1/me", with: .status(502))
    #expect(try await backend.call(.get, "/v1/lists").status == 418)
    #expect(try await backend.call(.get, "/v1/me", query: ["a": "b"], json: "x").status == 502)
    #expect(seen.values == backend.requests)
    #expect(
      backend.requests == [
        HTTPRequest(.get, "/v1/lists"),
        HTTPRequest(.get, "/v1/me", query: [URLQueryItem(name: "a", value: "b")], body: Data("x".utf8)),
      ])
  }

  @Test func `A request held by the hook does not hold others, and does nothing if it is cancelled`() async throws {
    let gate = Gate()
    let backend = FakeBackend { request in
      if request.path == "/v1/posts" { await gate.pass() }
      return .answer
    }
    let token = try await backend.signIn()
    let held = Task { [post] in try await backend.call(.post, "/v1/posts", json: post, token: token) }
    await gate.arrived()
    #expect(try await backend.page("quiet", token: token).posts == [])
    #expect(backend.requests.map(\.path) == ["/v1/login", "/v1/posts", "/v1/timeline"])
    held.cancel()
    gate.open()
    await #expect(throws: APIError.cancelled) { try await held.value }
    #expect(try await backend.page("quiet", token: token).posts == [])
  }
}

struct FakeMemoryTests {
  @Test(arguments: 1...25)
  func `At least the last values are kept, and fewer than twice as many`(count: Int) {
    var values = RecentValues<Int, Int>(limit: 4)
    for key in 0..<count { values[key] = -key }
    let kept = (0..<count).filter { values[$0] == -$0 }
    #expect((min(4, count)..<8).contains(kept.count))
    #expect(kept == Array((0..<count).suffix(kept.count)))
  }

  @Test func `A value that is set often does not push out others`() {
    var values = RecentValues<Int, Int>(limit: 4)
    for key in 0..<7 { values[key] = key }
    for _ in 0..<9 { values[6] = 6 }
    values[7] = 7
    #expect((0...7).filter { values[$0] != nil } == [4, 5, 6, 7])
  }

  private let backend = FakeBackend(
    FakeConfiguration(remembered: 1, timelines: [FakeTimeline(id: "home", title: "", postCount: 3)]))

  private func status(_ path: String, _ email: String, _ pass: String = "password123") async throws -> Int {
    try await backend.call(.post, path, json: #"{"email":"\#(email)","pass":"\#(pass)"}"#).status
  }

  @Test func `Only the last token is valid`() async throws {
    let tokens = try await [backend.signIn(), backend.signIn()]
    #expect(try await backend.call(.get, "/v1/me", token: tokens[0]).status == 401)
    #expect(try await backend.call(.get, "/v1/me", token: tokens[1]).status == 200)
  }

  @Test func `Only the last sign-up and the configured accounts can log in`() async throws {
    for email in ["a@example.com", "b@example.com"] { #expect(try await status("/v1/signup", email) == 201) }
    let statuses = try await [
      status("/v1/login", "a@example.com"), status("/v1/login", "b@example.com"),
      status("/v1/login", "taro@example.com"),
    ]
    #expect(statuses == [401, 200, 200])
  }

  @Test func `Only the last address with wrong passwords is counted`() async throws {
    for _ in 0..<4 { #expect(try await status("/v1/login", "a@example.com", "x") == 401) }
    #expect(try await status("/v1/login", "b@example.com", "x") == 401)
    for _ in 0..<4 { #expect(try await status("/v1/login", "a@example.com", "x") == 401) }
    #expect(try await status("/v1/login", "a@example.com", "x") == 429)
  }

  @Test func `An address too long for an account is not remembered, so that the server stays small`() async throws {
    for (count, statuses) in [(254, [401, 429, 201]), (255, [401, 401, 422])] {
      let email = String(repeating: "x", count: count - 12) + "@example.com"
      for _ in 0..<3 { #expect(try await status("/v1/login", email, "x") == 401) }
      let last = try await [
        status("/v1/login", email, "x"), status("/v1/login", email, "x"), status("/v1/signup", email),
      ]
      #expect(last == statuses)
    }
  }

  @Test func `Only the last post, its key and the generated posts are kept`() async throws {
    let token = try await backend.signIn()
    for (key, id) in [("1", "4"), ("2", "5"), ("2", "5"), ("1", "6")] {
      let post = try await backend.call(.post, "/v1/posts", json: #"{"text":"a"}"#, token: token, key: key)
      #expect(try await post.decoded(as: PostResponse.self).id == id)
    }
    #expect(try await backend.page(token: token).posts.map(\.id) == ["6", "3", "2", "1"])
    #expect(try await backend.page(after: "5", token: token).posts.map(\.id) == ["3", "2", "1"])
    let reply = #"{"text":"a","in_reply_to_id":"5"}"#
    #expect(try await backend.call(.post, "/v1/posts", json: reply, token: token).status == 422)
  }
}
