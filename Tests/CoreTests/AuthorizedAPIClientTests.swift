import Core
import Foundation
import TestSupport
import Testing

struct AuthorizedAPIClientTests {
  private let storage = InMemorySessionStorage()
  private let session: Session
  private let gate = Gate()
  private let ended = Log<String>()
  private let observation: Session.Observation

  init() {
    session = Session(storage: storage)
    observation = session.onUserChange { [ended, session] in if session.current == nil { ended.append("ended") } }
  }

  /// A client whose backend gives every request the same outcome once the gate is open.
  private func client(_ outcome: FakeOutcome) -> (client: AuthorizedAPIClient, backend: FakeBackend) {
    let backend = FakeBackend { [gate] _ in
      await gate.pass()
      return outcome
    }
    return (AuthorizedAPIClient(wrapping: FakeAPIClient(backend: backend), session: session), backend)
  }

  @Test func `A request carries the token of the session`() async throws {
    gate.open()
    await session.begin(.taro)
    let (client, backend) = client(.respond(HTTPResponse(status: 200, body: Data("[1]".utf8))))
    let response: [Int] = try await client.get(path: "/v1/me")
    #expect(response == [1])
    #expect(
      backend.requests.map(\.headers) == [["Accept": "application/json", "Authorization": "Bearer token-of-taro"]])
  }

  @Test(arguments: [
    (AuthorizationScheme.bearer, "Authorization", "Bearer token-of-taro"),
    (.scheme("Token"), "Authorization", "Token token-of-taro"), (.bare, "Authorization", "token-of-taro"),
    (.cookie(name: "sid"), "Cookie", "sid=token-of-taro"), (.header("X-Key"), "X-Key", "token-of-taro"),
  ])
  func `A token is sent as the client says, also to end its session`(
    _ scheme: AuthorizationScheme, _ field: String, _ value: String
  ) async throws {
    gate.open()
    await session.begin(.taro)
    let backend = FakeBackend { _ in .respond(HTTPResponse(status: 204)) }
    let client = AuthorizedAPIClient(
      wrapping: FakeAPIClient(backend: backend), session: session, scheme: scheme, refresh: nil)
    try await client.delete(path: "/session")
    try await client.end(try #require(await session.close()), with: APIRequest(.delete, "/session"))
    #expect(
      backend.requests.map(\.headers) == Array(repeating: ["Accept": "application/json", field: value], count: 2))
  }

  @Test(arguments: [(400, true), (401, false), (403, false)])
  func `Only a response that the client names refuses a token, which ends a session that cannot be refreshed`(
    _ status: Int, _ isRefusal: Bool
  ) async throws {
    gate.open()
    await session.begin(StoredSession(user: .taro, accessToken: Secret("a"), refreshToken: Secret("r")))
    let open = try #require(session.current)
    let backend = FakeBackend { _ in .respond(HTTPResponse(status: status)) }
    let client = AuthorizedAPIClient(
      wrapping: FakeAPIClient(backend: backend), session: session, refuses: { $0.statusCode == 400 }, refresh: nil)
    let error = APIError.invalidResponse(InvalidResponse(statusCode: status))
    await #expect(throws: isRefusal ? .cancelled : error) { try await client.delete(path: "/v1/me") }
    #expect(session.current == (isRefusal ? nil : open))
    #expect(ended.values == (isRefusal ? ["ended"] : []))
    let end = APIRequest<EmptyResponse>(.delete, "/session")
    if isRefusal {
      try await client.end(open, with: end)
    } else {
      await #expect(throws: error) { try await client.end(open, with: end) }
    }
    #expect(backend.requests.count == 2)
  }

  @Test(arguments: [
    (
      Result<SessionTokens, SessionRefreshError>.success(.init(accessToken: Secret("b"), refreshToken: nil)),
      "b" as String?
    ),
    (.failure(.failed(.requestFailed(.offline))), "a"), (.failure(.refused), nil),
  ])
  func `A token that is due is exchanged before the request, and used where the server is not reached`(
    _ result: Result<SessionTokens, SessionRefreshError>, _ sent: String?
  ) async {
    gate.open()
    await session.begin(StoredSession(user: .taro, accessToken: Secret("a"), refreshToken: Secret("a")))
    let backend = FakeBackend { _ in .respond(HTTPResponse(status: 204)) }
    let client = AuthorizedAPIClient(
      wrapping: FakeAPIClient(backend: backend), session: session, scheme: .bare,
      needsRefresh: { $0.accessToken?.rawValue == "a" }
    ) { token, _ throws(SessionRefreshError) in
      #expect(token == Secret("a"))
      return try result.get()
    }
    for _ in 1...2 { try? await client.delete(path: "/v1/me") }
    let expected = sent.map { [$0, $0] } ?? [nil]
    #expect(backend.requests.map { $0.headers["Authorization"] } == expected)
    #expect(ended.values == (sent == nil ? ["ended"] : []))
  }

  @Test func `Without a user a request carries no token, and a 401 is passed on`() async {
    gate.open()
    let (client, backend) = client(.respond(HTTPResponse(status: 401)))
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: 401))) {
      try await client.delete(path: "/v1/me")
    }
    #expect(backend.requests.map(\.headers) == [["Accept": "application/json"]])
    #expect(ended.values == [])
  }

  @Test(arguments: [(APIAuthorization.anonymous, nil), (.bearer(Secret("other")), "Bearer other")])
  func `A request with its own authorization passes through`(
    _ authorization: APIAuthorization, _ header: String?
  ) async {
    gate.open()
    await session.begin(.taro)
    let (client, backend) = client(.status(401))
    await #expect(throws: APIError.self) {
      try await client.send(APIRequest<EmptyResponse>(.post, "/v1/logout", authorization: authorization))
    }
    #expect(backend.requests.map { $0.headers["Authorization"] } == [header])
    #expect(session.current == .taro)
  }

  @Test func `Without a refresh token a 401 ends the session once, and every request of the session is cancelled`()
    async
  {
    await session.begin(.taro)
    let (client, _) = client(.status(401))
    let requests = (0..<50).map { _ in Task { try await client.delete(path: "/v1/me") } }
    await gate.arrived(50)
    gate.open()
    for request in requests { await #expect(throws: APIError.cancelled) { try await request.value } }
    #expect(ended.values == ["ended"])
    #expect(session.current == nil)
    #expect(storage.load() == nil)
  }

  @Test(arguments: [FakeOutcome.answer, .status(401), .status(500), .fail(.offline), .malformed])
  func `A response to a session that is over is cancelled and leaves the next session`(_ outcome: FakeOutcome) async {
    await session.begin(.taro)
    let (client, _) = client(outcome)
    let request = Task { try await client.delete(path: "/v1/me") }
    await gate.arrived()
    await session.begin(.hanako)
    gate.open()
    await #expect(throws: APIError.cancelled) { try await request.value }
    #expect(session.current == .hanako)
    #expect(ended.values == [])
  }

  @Test func `A response is cancelled after a sign-in and delivered after a renewal`() async throws {
    let (client, _) = client(.respond(HTTPResponse(status: 204)))
    let anonymous = Task { try await client.delete(path: "/v1/me") }
    await gate.arrived()
    await session.begin(.taro)
    let authorized = Task { try await client.delete(path: "/v1/me") }
    await gate.arrived(2)
    _ = await session.renew(User(id: User.taro.id, name: "次郎", email: "e", lastLoginDate: .sample))
    gate.open()
    await #expect(throws: APIError.cancelled) { try await anonymous.value }
    try await authorized.value
  }
}
