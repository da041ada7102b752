import Foundation
import StoreExploring
import Synchronization
import TestSupport
import Testing

@testable import Core

/// A session whose access token has expired, at a server that issues new ones.
struct RefreshTests {
  private let server = RefreshServer()
  private let storage: InMemorySessionStorage
  private let session: Session
  private let changes = Log<User.ID?>()
  private let observation: Session.Observation

  init() async throws {
    storage = server.storage
    session = Session(storage: storage)
    await session.begin(try await server.signIn(.taro))
    observation = session.onUserChange { [session, changes] in changes.append(session.current?.user.id) }
    server.expire()
  }

  private func me() async throws(APIError) -> User.ID { try await server.me(session) }

  @Test func `An expired token is renewed within the session, saved before it is used, and the call repeated`()
    async throws
  {
    let (before, generation) = (session.current, session.generation)
    #expect(try await me() == "user-1")
    #expect(server.sent == ["GET /v1/me", "POST /v1/refresh", "GET /v1/me"])
    #expect(server.isTokenSaved.values == [true, true])
    #expect(session.generation == generation)
    #expect(session.current?.accessToken != before?.accessToken)
    #expect(session.current?.refreshToken != before?.refreshToken)
    #expect(storage.load() == session.current)
    #expect(changes.values == [])
    server.expire()
    #expect(try await me() == "user-1")
    #expect(server.sent.count == 6)
  }

  @Test func `Fifty calls wait for one refresh, and each is repeated once`() async throws {
    server.refreshing.close()
    let calls = (0..<50).map { _ in Task { try await me() } }
    await server.refreshing.arrived()
    server.refreshing.open()
    for call in calls { #expect(try await call.value == "user-1") }
    #expect(server.sent.count { $0 == "POST /v1/refresh" } == 1)
    #expect(server.sent.count { $0 == "GET /v1/me" } == 100)
  }

  @Test func `A caller that is cancelled takes no tokens from those that wait with it`() async throws {
    server.refreshing.close()
    let first = Task { try await me() }
    await server.refreshing.arrived()
    let second = Task { try await me() }
    first.cancel()
    server.refreshing.open()
    await #expect(throws: APIError.cancelled) { try await first.value }
    #expect(try await second.value == "user-1")
    #expect(server.sent.count { $0 == "POST /v1/refresh" } == 1)
    #expect(storage.load() == session.current)
  }

  @MainActor
  @Test func `A call whose token was replaced before leaves the refresh in progress to those that wait for it`()
    async throws
  {
    let current = try #require(session.current)
    server.refreshing.close()
    let first = Task { try await me() }
    await server.refreshing.arrived()
    let earlier = StoredSession(user: .taro, accessToken: Secret("earlier"))
    #expect(try await session.refresh(earlier, of: session.generation, with: nil)?.isNew == false)
    let isNew = Log<Bool?>()
    let joined = StartedAction { [session] in
      isNew.append(try? await session.refresh(current, of: session.generation, with: nil)?.isNew)
    }
    server.refreshing.open()
    try await joined.finish()
    #expect(isNew.values == [true])
    #expect(try await first.value == "user-1")
  }

  private static let refusal = Data(#"{"code":"unauthorized"}"#.utf8)

  @Test(arguments: [
    FakeOutcome.status(401), .respond(HTTPResponse(status: 401)), .respond(HTTPResponse(status: 400, body: refusal)),
  ])
  func `A refusal of the refresh token ends the session`(_ refusal: FakeOutcome) async throws {
    let generation = session.generation
    try server.backend.fail(.post, "/v1/refresh", with: refusal)
    await #expect(throws: APIError.cancelled) { try await me() }
    #expect(session.current == nil)
    #expect(session.generation != generation)
    #expect(storage.load() == nil)
    #expect(changes.values == [nil])
    #expect(server.sent == ["GET /v1/me", "POST /v1/refresh"])
  }

  @Test func `A refresh token of a deleted account ends the session, whose saved copy is removed last`() async throws {
    let (removed, saved) = (Log<User>(), Log<StoredSession?>())
    let observation = session.onAccountDeletion { [session, storage] user in
      #expect(session.current == nil)
      removed.append(user)
      saved.append(storage.load())
      return saved.values.count > 1
    }
    let before = try #require(session.current)
    try await server.deleteAccount(before)
    await #expect(throws: APIError.cancelled) { try await me() }
    #expect(session.current == nil)
    #expect(storage.load() == before)
    let next = Session(storage: storage)
    #expect(try await next.restore() == before.user)
    #expect(try await session.restore() == before.user)
    await #expect(throws: APIError.cancelled) { try await me() }
    #expect(removed.values == [before.user, before.user])
    #expect(saved.values == [before, before])
    #expect(session.current == nil)
    #expect(storage.load() == nil)
    #expect(changes.values == [nil, before.user.id, nil])
    withExtendedLifetime(observation) {}
  }

  private static let webPage = HTTPResponse(
    status: 200, headers: ["Content-Type": "text/html"], body: Data("<html>".utf8))

  private static let overlong = String(repeating: "x", count: 10_241)
  private static let unusable = APIError.decodingFailed(
    reason: "The server answered with unusable tokens, or those of another user.")

  private static func tokens(_ access: String, _ refresh: String, user: String = "user-1") -> FakeOutcome {
    let body = try? JSONCoding.encode(["access_token": access, "refresh_token": refresh, "user_id": user])
    return .respond(HTTPResponse(status: 200, body: body ?? Data()))
  }

  @Test(arguments: [
    (tokens("", "r"), unusable), (tokens("a", ""), unusable), (tokens("a\nX: b", "r"), unusable),
    (tokens("a", "r", user: "user-2"), unusable),
    (FakeOutcome.status(403), APIError.decodingFailed(reason: "The server answered 403 instead of new tokens.")),
    (.status(404), .decodingFailed(reason: "The server answered 404 instead of new tokens.")),
    (.respond(HTTPResponse(status: 429)), .invalidResponse(InvalidResponse(statusCode: 429))),
    (.respond(HTTPResponse(status: 503)), .invalidResponse(InvalidResponse(statusCode: 503))),
    (.respond(webPage), .decodingFailed(reason: "The response is a web page.")),
    (.malformed, .decodingFailed(reason: "The body is not JSON.")),
    (tokens(overlong, "r"), .decodingFailed(reason: "access_token cannot be decoded.")),
    (tokens("a", overlong), .decodingFailed(reason: "refresh_token cannot be decoded.")),
    (.fail(.offline), .requestFailed(.offline)), (.fail(.timedOut), .requestFailed(.timedOut)),
    (.answerThenFail(.connectionLost), .requestFailed(.connectionLost)),
  ])
  func `A refresh that fails in any other way fails the call, and the session stays`(
    _ outcome: FakeOutcome, _ error: APIError
  ) async throws {
    let (before, generation) = (session.current, session.generation)
    try server.backend.fail(.post, "/v1/refresh", with: outcome)
    await #expect(throws: error) { try await me() }
    #expect(session.current == before)
    #expect(session.generation == generation)
    #expect(storage.load() == before)
    #expect(try await me() == "user-1")
    #expect(changes.values == [])
  }

  @Test func `A call that is refused with new tokens too fails, and the session stays`() async throws {
    try server.backend.fail(.get, "/v1/me", with: .respond(HTTPResponse(status: 401)), times: 2)
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: 401))) { try await me() }
    #expect(server.sent == ["GET /v1/me", "POST /v1/refresh", "GET /v1/me"])
    #expect(session.current != nil)
  }

  @Test(arguments: [nil, FakeAccount.taro, .hanako])
  func `A refresh that a sign-out or sign-in overtakes changes nothing`(_ next: FakeAccount?) async throws {
    server.refreshing.close()
    let call = Task { try await me() }
    await server.refreshing.arrived()
    _ = await session.close()
    if let next { await session.begin(try await server.signIn(next)) }
    let current = session.current
    server.refreshing.open()
    await #expect(throws: APIError.cancelled) { try await call.value }
    #expect(session.current == current)
    #expect(storage.load() == current)
  }

  @Test func `A token that the server confirms instead of replacing it is sent once more`() async throws {
    let token = try #require(session.current?.accessToken)
    let client = AuthorizedAPIClient(wrapping: FakeAPIClient(backend: server.backend), session: session) { _, _ in
      SessionTokens(accessToken: token, refreshToken: nil)
    }
    await #expect(throws: APIError.self) { try await client.delete(path: "/v1/profile") }
    #expect(server.sent == ["DELETE /v1/profile", "DELETE /v1/profile"])
    #expect(session.current?.accessToken == token)
  }

  @Test func `Tokens of another process that have expired since are refreshed in their turn`() async throws {
    let other = try await server.refresh(try #require(storage.load()))
    storage.update { _ in other }
    server.expire()
    #expect(try await me() == "user-1")
    #expect(server.sent == ["GET /v1/me", "GET /v1/me", "POST /v1/refresh", "GET /v1/me"])
    #expect(storage.load() == session.current)
  }

  @Test func `A call whose tokens other processes replace each time fails at the third refusal`() async throws {
    let (token, refusing) = (session.current?.accessToken, RefusingClient(storage: storage))
    let client = AuthorizedAPIClient(wrapping: refusing, session: session)
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: 401))) {
      try await client.delete(path: "/v1/me")
    }
    #expect(refusing.tokens.values == [token, Secret("1"), Secret("2")])
  }
}

/// Refuses every token, each of which another process has replaced by then.
private struct RefusingClient: APIClient {
  let storage: InMemorySessionStorage
  let tokens = Log<Secret?>()

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    if case .token(let token, _) = request.authorization { tokens.append(token) } else { tokens.append(nil) }
    let count = tokens.values.count
    // A client that never gives up comes to an end too.
    if count < 9 { storage.update { $0.map { StoredSession(user: $0.user, accessToken: Secret("\(count)")) } } }
    throw .invalidResponse(InvalidResponse(statusCode: 401))
  }
}

/// A session whose access token has expired, at a server that ends a session whose refresh token is sent twice, unless
/// that is the same request.
struct ReusedTokenTests {
  private let server = RefreshServer(reuseGraceSeconds: nil)
  private let storage: InMemorySessionStorage
  private let session: Session

  init() async throws {
    storage = server.storage
    session = Session(storage: storage)
    await session.begin(try await server.signIn(.taro))
    server.expire()
  }

  @Test func `A refresh whose answer was lost is the same request again, also after the next launch`() async throws {
    try server.backend.fail(.post, "/v1/refresh", with: .answerThenFail(.connectionLost))
    await #expect(throws: APIError.requestFailed(.connectionLost)) { try await server.me(session) }
    let next = Session(storage: storage)
    #expect(try await next.restore() == session.current?.user)
    #expect(try await server.me(next) == "user-1")
    #expect(try await server.me(session) == "user-1")
    server.expire()
    #expect(try await server.me(session) == "user-1")
    let keys = server.keys.values
    #expect(keys.count == 3)
    #expect(keys[0] == keys[1])
    #expect(keys[0] != keys[2])
  }

  @Test func `Tokens that could not be saved are issued again after the next launch`() async throws {
    let failing = UnsavedTokensStorage(storage)
    let first = Session(storage: failing)
    #expect(try await first.restore() != nil)
    failing.fill()
    #expect(try await server.me(first) == "user-1")
    #expect(first.current != storage.load())
    let next = Session(storage: storage)
    #expect(try await next.restore() != nil)
    #expect(try await server.me(next) == "user-1")
    #expect(next.current == first.current)
  }

  @Test func `Sessions that share a storage refresh once, at a server that revokes a reused token`() async throws {
    let other = Session(storage: storage)
    #expect(try await other.restore() != nil)
    server.refreshing.close()
    let first = Task { try await server.me(session) }
    await server.refreshing.arrived()
    let second = Task { try await server.me(other) }
    server.refreshing.open()
    #expect(try await first.value == "user-1")
    #expect(try await second.value == "user-1")
    #expect(server.keys.values.count == 1)
    #expect(other.current == session.current)
  }
}

/// A storage whose disk can be full.
private final class UnsavedTokensStorage: SessionStorage {
  private let storage: InMemorySessionStorage
  private let tokens = Mutex<Secret?>(nil)

  init(_ storage: InMemorySessionStorage) {
    self.storage = storage
  }

  /// Lets no other tokens than the current ones be saved.
  func fill() {
    tokens.withLock { $0 = storage.load()?.accessToken }
  }

  func load() -> StoredSession? { storage.load() }

  func update(
    _ change: @Sendable (StoredSession?) -> StoredSession?
  ) throws(SessionStorageError) -> StoredSession? {
    let kept = tokens.withLock { $0 }
    if let kept, change(storage.load())?.accessToken != kept { throw .notWritten(reason: "full") }
    return storage.update(change)
  }
}

/// A fake backend whose access tokens live for a minute, and whose refreshes wait at a gate.
private final class RefreshServer: Sendable {
  let clock = ManualClock()
  let refreshing = Gate()
  /// Whether the token of each authorized request was saved when it was sent.
  let isTokenSaved = Log<Bool>()
  let storage = InMemorySessionStorage()
  /// The idempotency keys of the refreshes.
  let keys = Log<String?>()
  private let requests = Log<String>()
  private let backends = Log<FakeBackend>()

  init(reuseGraceSeconds: Int? = 30) {
    refreshing.open()
    let configuration = FakeConfiguration(
      accounts: [.taro, .hanako], accessTokenSeconds: 60, reuseGraceSeconds: reuseGraceSeconds,
      now: { [clock] in clock.now })
    let backend = FakeBackend(configuration) { [weak self] request in
      await self?.outcome(of: request) ?? .answer
    }
    backends.append(backend)
  }

  var backend: FakeBackend { backends.values[0] }
  /// The requests that a client has sent.
  var sent: [String] { requests.values }

  func expire() { clock.advance(seconds: 61) }

  func me(_ session: Session) async throws(APIError) -> User.ID {
    let client = AuthorizedAPIClient(wrapping: FakeAPIClient(backend: backend), session: session)
    let response: UserResponse = try await client.get(path: "/v1/me")
    return response.userID
  }

  func signIn(_ account: FakeAccount) async throws -> StoredSession {
    let body = LoginRequest(email: account.email, pass: account.password.rawValue)
    return try await answer("/v1/login", body).decoded(as: UserResponse.self).session
  }

  /// Refreshes as another process would.
  func refresh(_ session: StoredSession) async throws -> StoredSession {
    let token = try #require(session.refreshToken)
    let tokens = try await answer("/v1/refresh", RefreshRequest(token)).decoded(as: TokenResponse.self).tokens
    return StoredSession(user: session.user, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken)
  }

  /// Deletes the account of a session as another device would.
  func deleteAccount(_ session: StoredSession) async throws {
    let token = try await refresh(session).accessToken?.rawValue ?? ""
    let headers: HTTPHeaders = ["From": "another process", "Authorization": "Bearer \(token)"]
    let body = try JSONCoding.encode(DeleteAccountRequest(pass: FakeAccount.taro.password.rawValue))
    let response = try await backend.answer(HTTPRequest(.delete, "/v1/me", headers: headers, body: body))
    #expect(response.status == 204)
  }

  private func answer(_ path: String, _ body: some Encodable) async throws -> HTTPResponse {
    try await backend.answer(
      HTTPRequest(.post, path, headers: ["From": "another process"], body: JSONCoding.encode(body)))
  }

  private func outcome(of request: HTTPRequest) async -> FakeOutcome {
    guard request.headers["From"] == nil else { return .answer }
    requests.append("\(request.method.rawValue) \(request.path)")
    if let header = request.headers["Authorization"] {
      isTokenSaved.append(storage.load()?.accessToken.map { "Bearer \($0.rawValue)" } == header)
    }
    if request.path == "/v1/refresh" {
      keys.append(request.headers["Idempotency-Key"])
      await refreshing.pass()
    }
    return .answer
  }
}
