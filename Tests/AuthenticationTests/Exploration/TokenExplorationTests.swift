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
      ExploredTokens(dependencies, TokenWorld())
    }
    await expectComplete(explorer, maximumRunning: 2)
  }
}

/// What survives the app: its storage, and the server.
final class TokenWorld: Sendable {
  let storage = InMemorySessionStorage()
  let server = TokenServer()
}

/// The live session and its requests, over a client that waits for the schedule.
@MainActor
final class ExploredTokens {
  let world: TokenWorld
  let session: Session
  private let client: RefreshClient
  private let repository: RemoteAuthRepository
  private var logins = 0

  init(_ dependencies: ControlledDependencies, _ world: TokenWorld) {
    self.world = world
    let lost = APIError.requestFailed(.connectionLost)
    let expired = HeldResponse.failed("401", .invalidResponse(InvalidResponse(statusCode: 401)))
    client = RefreshClient(
      refreshing: dependencies.client(world.server, whenLost: lost) { _ in [.released()] },
      reads: dependencies.client(world.server) { _ in [.released(), expired] }, server: world.server)
    session = Session(storage: world.storage)
    repository = RemoteAuthRepository(client: client, session: session)
  }

  static let actions: [StoreAction<ExploredTokens>] = [
    StoreAction("login", when: { !$0.isSignedIn }) { await $0.login() },
    StoreAction("logout", when: { $0.isSignedIn }) { try? await $0.repository.logout() },
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
      server.mistakes, identifiers: [session.generation, current?.accessToken, current?.refreshToken, logins]
    )
    .keptByActions(isSignedIn)
  }

  private func login() async {
    logins += 1
    _ = try? await repository.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
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
  private let sent = Mutex<[String]>([])

  init(refreshing: any APIClient, reads: any APIClient, server: TokenServer) {
    refresh = refreshing
    self.reads = reads
    self.server = server
  }

  /// The sessions of the refreshes on their way.
  var refreshing: [String] { sent.withLock { $0 } }

  func response<Body: Decodable & Sendable>(to request: APIRequest<Body>) async throws(APIError) -> APIResponse<Body> {
    guard request.path != "/v1/lists" else { return try await reads.response(to: request) }
    guard request.path == "/v1/refresh" else { return try await server.response(to: request) }
    let session = TokenServer.parts(of: TokenServer.token(of: request)).session
    sent.withLock { $0.append(session) }
    defer { sent.withLock { sent in sent.removeAll { $0 == session } } }
    return try await refresh.response(to: request)
  }
}

/// A server that takes a refresh token until a later one is used, and then ends the session, without a grace.
final class TokenServer: APIClient {
  struct OpenSession: Hashable {
    /// The number of the newest tokens, and that of the newest used ones.
    var (issued, used) = (0, 0)
  }

  private struct State {
    var sessions: [String: OpenSession] = [:]
    var count = 0
    var mistakes = 0
  }

  private let state = Mutex(State())

  /// The number of requests with a token that the client should not have sent.
  var mistakes: Int { state.withLock { $0.mistakes } }

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

  func response<Body: Decodable & Sendable>(to request: APIRequest<Body>) async throws(APIError) -> APIResponse<Body> {
    let (id, number) = Self.parts(of: Self.token(of: request))
    let response = state.withLock { state -> (any Sendable)? in
      if request.path == "/v1/login" {
        state.count += 1
        state.sessions["\(state.count)"] = OpenSession()
        let token = "\(state.count) 0"
        return UserResponse(.taro, accessToken: AccessToken(token), refreshToken: RefreshToken(token))
      }
      if request.path == "/v1/logout" {
        state.sessions[id] = nil
        return EmptyResponse()
      }
      guard var session = state.sessions[id] else { return nil }
      guard request.path != "/v1/refresh" || number >= session.used else {
        state.sessions[id] = nil
        state.mistakes += 1
        return nil
      }
      session.used = max(session.used, number)
      defer { state.sessions[id] = session }
      guard request.path == "/v1/refresh" else { return ListsResponse([]) }
      session.issued += 1
      let token = "\(id) \(session.issued)"
      return TokenResponse(SessionTokens(accessToken: AccessToken(token), refreshToken: RefreshToken(token)))
    }
    guard let body = response as? Body else { throw .invalidResponse(InvalidResponse(statusCode: 401)) }
    return APIResponse(body: body)
  }

  fileprivate static func token<Response>(of request: APIRequest<Response>) -> String {
    switch (request.authorization, request.body) {
    case (.token(let token, _), _): token.rawValue
    case (_, .json(let body as RefreshRequest)): body.refreshToken
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
        $0.subject.world.server.mistakes == 0
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
