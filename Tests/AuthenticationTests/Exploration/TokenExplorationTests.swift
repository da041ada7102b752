import Authentication
import Core
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// The tokens of a session over a server that rotates them, which expire, are refused and get lost at any moment.
@MainActor
struct TokenExplorationTests {
  /// It ends after 19 steps and 5,832 schedules, which take 12 seconds of the main actor: `.ci/run` goes there.
  @Test func `Two requests at once never lose, share or reuse the tokens of a session, killed at any moment`() async {
    let explorer = StoreExplorer(
      state: \.isSignedIn, actions: ExploredTokens.actions, invariants: Invariant.ofTokens,
      fingerprint: { $0.fingerprint },
      relaunch: { killed, dependencies in
        let next = ExploredTokens(dependencies, killed.world)
        killed.world.server.forget(but: killed.world.storage.load())
        _ = try? await next.session.restore()
        return next
      }
    ) { dependencies in
      ExploredTokens(dependencies, TokenWorld(hasGrace: false))
    }
    await expectClean(explorer, depth: 9, maximumRunning: 2)
  }
}

/// What survives the app: its storage, and the server.
final class TokenWorld: Sendable {
  let storage = InMemorySessionStorage()
  let server: TokenServer

  init(hasGrace: Bool) {
    server = TokenServer(hasGrace: hasGrace)
  }
}

/// The live session and its requests, over a client that waits for the schedule.
@MainActor
final class ExploredTokens {
  let world: TokenWorld
  let session: Session
  private let client: RefreshClient
  private let repository: RemoteAuthRepository
  private var logins = 0

  init(
    _ dependencies: ControlledDependencies, _ world: TokenWorld, storage: (any SessionStorage)? = nil,
    isShared: Bool = false
  ) {
    self.world = world
    let lost = APIError.requestFailed(.connectionLost)
    let expired = HeldResponse.failed("401", .invalidResponse(InvalidResponse(statusCode: 401)))
    client = RefreshClient(
      refreshing: dependencies.client(world.server, whenLost: lost, outlivesCaller: isShared) { _ in [.released()]
      },
      reads: isShared ? world.server : dependencies.client(world.server) { _ in [.released(), expired] },
      server: world.server)
    session = Session(storage: storage ?? world.storage)
    repository = RemoteAuthRepository(client: client, session: session)
  }

  static let actions: [StoreAction<ExploredTokens>] = [
    StoreAction("login", when: { !$0.isSignedIn }) { await $0.login() },
    StoreAction("logout", when: { $0.isSignedIn }) { await $0.logout() },
    StoreAction("read") { await $0.read() },
    StoreAction("server ends", when: { $0.isSignedIn }) { $0.world.server.endSessions() },
  ]

  var isSignedIn: Bool { session.current != nil }
  var refreshing: [String] { client.refreshing }

  /// Of the server, only what it does with the tokens of the app counts.
  var fingerprint: StateFingerprint {
    let (current, server) = (session.current, world.server)
    return StateFingerprint(
      isSignedIn, world.storage.load() == current, current.map(server.status), refreshing.count,
      server.unclosed(but: nil),
      server.revocations, identifiers: [session.generation, current?.accessToken, current?.refreshToken, logins]
    )
    .keptByActions(isSignedIn)
  }

  /// Reads with a token that has just expired.
  func readExpired() async {
    client.expire()
    await read()
  }

  func logout() async {
    try? await repository.logout()
  }

  func login() async {
    logins += 1
    _ = try? await repository.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
  }

  private func read() async {
    let _: ListsResponse? = try? await AuthorizedAPIClient(wrapping: client, session: session).get(path: "/v1/lists")
  }
}

/// A client that signs in and out in one step, and knows the refreshes on their way, whose answers can be lost.
private final class RefreshClient: APIClient {
  private let refresh: any APIClient
  private let reads: any APIClient
  private let server: TokenServer
  private let state = Mutex((sent: [String](), isExpired: false))

  init(refreshing: any APIClient, reads: any APIClient, server: TokenServer) {
    refresh = refreshing
    self.reads = reads
    self.server = server
  }

  /// The sessions of the refreshes on their way.
  var refreshing: [String] { state.withLock { $0.sent } }

  /// Refuses the next read.
  func expire() {
    state.withLock { $0.isExpired = true }
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    if request.path == "/v1/lists" {
      let isExpired = state.withLock { state in
        defer { state.isExpired = false }
        return state.isExpired
      }
      if isExpired { throw .invalidResponse(InvalidResponse(statusCode: 401)) }
      return try await reads.send(request)
    }
    guard request.path == "/v1/refresh" else { return try await server.send(request) }
    let token = TokenServer.token(of: request)
    server.noteSent(token)
    let session = TokenServer.parts(of: token).session
    state.withLock { $0.sent.append(session) }
    defer { state.withLock { state in state.sent.removeAll { $0 == session } } }
    return try await refresh.send(request)
  }
}

/// A server that takes a refresh token until a later one is used, and then ends the session.
///
/// With a grace, it still takes those that were on their way then.
final class TokenServer: APIClient {
  struct OpenSession: Hashable {
    /// The number of the newest tokens, and that of the newest used ones.
    var (issued, used) = (0, 0)
  }

  private struct State {
    var sessions: [String: OpenSession] = [:]
    var count = 0
    var revocations = 0
    var hasClosed = false

    /// Ends a session whose token was replaced in use.
    mutating func revoke(_ id: String, unless number: Int) -> Bool {
      guard let session = sessions[id], number < session.used else { return false }
      sessions[id] = nil
      revocations += 1
      return true
    }
  }

  private let hasGrace: Bool
  private let state = Mutex(State())

  init(hasGrace: Bool) {
    self.hasGrace = hasGrace
  }

  /// The number of sessions that have ended because a token came that was replaced in use.
  var revocations: Int { state.withLock { $0.revocations } }
  /// The number of sessions that were opened.
  var count: Int { state.withLock { $0.count } }
  /// Whether a user has signed out.
  var hasClosed: Bool { state.withLock { $0.hasClosed } }

  /// Returns the number of the session of a client.
  func number(_ session: StoredSession) -> String {
    Self.parts(of: session.accessToken?.rawValue ?? "").session
  }

  /// Returns whether no later tokens were issued than those of a client.
  func isNewest(_ session: StoredSession) -> Bool {
    let (id, number) = Self.parts(of: session.accessToken?.rawValue ?? "")
    return state.withLock { $0.sessions[id].map { $0.issued == number } ?? true }
  }

  /// Notes that a request with a refresh token is on its way.
  fileprivate func noteSent(_ token: String) {
    let (id, number) = Self.parts(of: token)
    state.withLock { _ = $0.revoke(id, unless: number) }
  }

  /// Returns the number of sessions that are open, without that of a client.
  func unclosed(but session: StoredSession?) -> Int {
    let own = session?.accessToken.flatMap { Self.parts(of: $0.rawValue).session }
    return state.withLock { $0.sessions.keys.count { $0 != own } }
  }

  /// Returns whether the session of a client is open, and whether its tokens are the newest used ones.
  func status(_ session: StoredSession) -> [Bool] {
    let (id, number) = Self.parts(of: session.accessToken?.rawValue ?? "")
    return state.withLock { state in
      guard let open = state.sessions[id] else { return [] }
      return [open.used <= number, open.used == number]
    }
  }

  func endSessions() {
    state.withLock { $0.sessions = [:] }
  }

  /// Forgets the sessions that a killed app could not close.
  func forget(but session: StoredSession?) {
    let own = session?.accessToken.flatMap { Self.parts(of: $0.rawValue).session }
    state.withLock { state in state.sessions = state.sessions.filter { $0.key == own } }
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let (id, number) = Self.parts(of: Self.token(of: request))
    let response = state.withLock { state -> (any Sendable)? in
      if request.path == "/v1/login" {
        state.count += 1
        state.sessions["\(state.count)"] = OpenSession()
        let token = "\(state.count) 0"
        return UserResponse(.taro, accessToken: Secret(token), refreshToken: Secret(token))
      }
      if request.path == "/v1/logout" {
        state.sessions[id] = nil
        state.hasClosed = true
        return EmptyResponse()
      }
      if request.path == "/v1/refresh", !hasGrace, state.revoke(id, unless: number) { return nil }
      guard var session = state.sessions[id] else { return nil }
      session.used = max(session.used, number)
      defer { state.sessions[id] = session }
      guard request.path == "/v1/refresh" else { return ListsResponse([]) }
      session.issued += 1
      let token = "\(id) \(session.issued)"
      return TokenResponse(SessionTokens(accessToken: Secret(token), refreshToken: Secret(token)))
    }
    guard let body = response as? Response else { throw .invalidResponse(InvalidResponse(statusCode: 401)) }
    return body
  }

  fileprivate static func token<Response>(of request: APIRequest<Response>) -> String {
    switch (request.authorization, request.body) {
    case (.token(let token, _), _): token.rawValue
    case (_, .json(let body as RefreshRequest)): body.refreshToken.rawValue
    default: ""
    }
  }

  /// A token is the number of its session, and that of the refresh that issued it.
  fileprivate static func parts(of token: String) -> (session: String, number: Int) {
    let parts = token.split(separator: " ").map(String.init)
    return parts.count == 2 ? (parts[0], Int(parts[1]) ?? 0) : ("", 0)
  }
}

extension Invariant<ExploredTokens, Bool> {
  @MainActor fileprivate static var ofTokens: [Self] {
    [
      .always("a session is refreshed once at a time") { state in
        Set(state.subject.refreshing).count == state.subject.refreshing.count
      },
      .always("no refresh token is sent that a later one has replaced in use") {
        $0.subject.world.server.revocations == 0
      },
      .always("only a sign-out or the server signs out", when: { $0.previousState && !$0.state }) { state in
        state.started == "logout" || state.answered?.call == "answer to POST /v1/refresh"
      },
      .always("a launch finds the user signed in as before", when: \.isRelaunched) { $0.state == $0.previousState },
      .whenIdle("what is saved is the session") { $0.subject.world.storage.load() == $0.subject.session.current },
      .whenIdle("a session that the app does not have is closed at the server") { state in
        state.subject.world.server.unclosed(but: state.subject.session.current) == 0
      },
      .sometimes("the server ends the session") { state in
        state.previousState && !state.state && state.answered?.call == "answer to POST /v1/refresh"
      },
      .sometimes("a refresh whose answer was lost is repeated") { state in
        state.answered?.answer == "arrives"
          && state.subject.session.current.map {
            state.subject.world.server.status($0) != [true, true]
          } ?? false
      },
    ]
  }
}
