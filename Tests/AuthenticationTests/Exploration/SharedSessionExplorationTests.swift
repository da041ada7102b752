import Authentication
import Core
import CoreTesting
import Foundation
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// An app and its widget over one storage and one server, each killed by itself at any moment.
@MainActor
struct SharedSessionExplorationTests {
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess)
  func `Two processes share a session, whichever is killed while it refreshes the tokens`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      await expectComplete(SharedSessionExplorationTests().explorer, maximumRunning: 1)
    }
  }

  /// It ends after 29,136 states, which take four minutes in release; `.ci/run` goes to eight steps.
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess)
  func `Two processes that refresh at once share a session, whichever is killed`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      await expectClean(SharedSessionExplorationTests().explorer, depth: 6, maximumRunning: 2)
    }
  }

  private var explorer: StoreExplorer<SharedTokens, [Bool]> {
    StoreExplorer(
      state: \.isSignedIn, actions: SharedTokens.actions, invariants: Invariant.ofSharedTokens,
      fingerprint: { $0.fingerprint },
      relaunch: { killed, dependencies in
        let process = dependencies.process ?? ""
        killed.world.storage.end(process)
        let launched = await ExploredTokens(process, dependencies, killed.world)
        return process == "app"
          ? SharedTokens(killed.world, app: launched, widget: killed.widget)
          : SharedTokens(killed.world, app: killed.app, widget: launched)
      }
    ) { dependencies in
      let world = TokenWorld()
      let app = await ExploredTokens("app", dependencies, world)
      await app.login()
      return SharedTokens(world, app: app, widget: await ExploredTokens("widget", dependencies, world))
    }
  }
}

@MainActor
private final class SharedTokens {
  let world: TokenWorld
  let app: ExploredTokens
  let widget: ExploredTokens

  init(_ world: TokenWorld, app: ExploredTokens, widget: ExploredTokens) {
    self.world = world
    self.app = app
    self.widget = widget
  }

  static let actions: [StoreAction<SharedTokens>] = [
    StoreAction("app reads", in: "app", canBeCancelled: true, when: { $0.app.canRead }) { await $0.app.readExpired() },
    StoreAction("app signs out", in: "app", canBeCancelled: true, when: { $0.app.isSignedIn }) {
      await $0.app.logout()
    },
    StoreAction(
      "app signs in", in: "app", canBeCancelled: true, when: { !$0.app.isSignedIn && $0.world.server.count < 2 }
    ) {
      await $0.app.login()
    },
    StoreAction("widget reads", in: "widget", canBeCancelled: true, when: { $0.widget.canRead }) {
      await $0.widget.readExpired()
    },
  ]

  var isSignedIn: [Bool] { [app.isSignedIn, widget.isSignedIn] }
  var isSavedOpen: Bool { world.storage.load().map { !world.server.status($0).isEmpty } ?? false }

  /// Tokens are identifiers; a generation is the number of its session, because no session is opened twice.
  var fingerprint: StateFingerprint {
    let sessions = [app.session.current, widget.session.current, world.storage.load()]
    let numbers = sessions.map { $0.map(world.server.number) }
    return StateFingerprint(
      numbers, sessions.map { $0.map(world.server.status) }, world.server.count, world.server.hasClosed,
      world.server.revocations, app.refreshing.count, widget.refreshing.count, world.storage.turns,
      identifiers: sessions.map { $0?.accessToken?.rawValue }
    )
    .keptByActions(numbers)
  }
}

/// What outlives the processes: their storage, and the server.
private final class TokenWorld: Sendable {
  let storage = LockedStorage()
  let server = TokenServer()
}

/// A storage with a lock, which ends with the process that has it.
private final class LockedStorage: Sendable {
  private struct Turn {
    let process: String
    let begin: UnsafeContinuation<Void, Never>?
  }

  let saved = InMemorySessionStorage()
  /// The process that has the turn, and those that wait for it.
  private let state = Mutex<[Turn]>([])

  var turns: [String] { state.withLock { $0.map(\.process) } }

  func load() -> StoredSession? { saved.load() }

  func wait(_ process: String) async {
    await withUnsafeContinuation { continuation in
      state.withLock { state in
        state.append(Turn(process: process, begin: state.isEmpty ? nil : continuation))
        if state.count == 1 { continuation.resume() }
      }
    }
  }

  /// Ends the turn of a process, and its waiting: a process that was killed never goes on.
  func end(_ process: String) {
    state.withLock { state in
      let had = state.first?.process
      state.removeAll { $0.process == process }
      if had == process { state.first?.begin?.resume() }
    }
  }
}

/// A storage as one process has it.
private struct SharedStorage: SessionStorage {
  let storage: LockedStorage
  let process: String

  func load() -> StoredSession? { storage.load() }
  func update(_ change: @Sendable (StoredSession?) -> StoredSession?) -> StoredSession? { storage.saved.update(change) }

  func inTurn<Success>(_ refresh: () async -> Success) async -> Success {
    await storage.wait(process)
    defer { storage.end(process) }
    return await refresh()
  }
}

/// The live session of a process and its requests; the client of its refreshes waits for the schedule.
@MainActor
private final class ExploredTokens {
  let session: Session
  private let client: RefreshClient
  private let repository: RemoteAuthRepository

  /// Launches a process, which reads what is saved.
  init(_ process: String, _ dependencies: ControlledDependencies, _ world: TokenWorld) async {
    client = RefreshClient(
      refreshing: dependencies.client(
        world.server, whenLost: .requestFailed(.connectionLost), outlivesCaller: true
      ) { _ in [.released()] }, server: world.server)
    session = Session(storage: SharedStorage(storage: world.storage, process: process))
    repository = RemoteAuthRepository(client: client, session: session)
    _ = try? await session.restore()
  }

  var isSignedIn: Bool { session.current != nil }
  var refreshing: [String] { client.refreshing }
  var canRead: Bool { isSignedIn && refreshing.isEmpty }

  /// Reads with a token that has just expired.
  func readExpired() async {
    client.expire()
    let _: ListsResponse? = try? await AuthorizedAPIClient(wrapping: client, session: session).get(path: "/v1/lists")
  }

  func logout() async {
    try? await repository.logout()
  }

  func login() async {
    _ = try? await repository.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
  }
}

/// A client that signs in and out in one step, and knows the refreshes on their way, whose answers can be lost.
private final class RefreshClient: APIClient {
  private let refresh: any APIClient
  private let server: TokenServer
  private let state = Mutex((sent: [String](), isExpired: false))

  init(refreshing: any APIClient, server: TokenServer) {
    refresh = refreshing
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
      return try await server.send(request)
    }
    guard request.path == "/v1/refresh" else { return try await server.send(request) }
    let token = TokenServer.token(of: request)
    server.noteSent(token)
    let session = server.parts(of: token).session
    state.withLock { $0.sent.append(session) }
    defer { state.withLock { state in state.sent.removeAll { $0 == session } } }
    return try await refresh.send(request)
  }
}

/// A server that takes a refresh token until a later one is used, and those that were on their way then.
///
/// A refresh token that comes later than that ends the session.
private final class TokenServer: APIClient {
  private struct OpenSession {
    /// The number of the newest tokens, and that of the newest used ones.
    var (issued, used) = (0, 0)
  }

  private struct State {
    /// What each token stands for, which none of them tells.
    var tokens: [String: (session: String, number: Int)] = [:]
    var sessions: [String: OpenSession] = [:]
    var count = 0
    var revocations = 0
    var hasClosed = false
  }

  private let state = Mutex(State())

  /// The number of sessions that have ended because a token was sent that was replaced in use.
  var revocations: Int { state.withLock { $0.revocations } }
  /// The number of sessions that were opened.
  var count: Int { state.withLock { $0.count } }
  /// Whether a user has signed out.
  var hasClosed: Bool { state.withLock { $0.hasClosed } }

  /// Returns the number of the session of a client.
  func number(_ session: StoredSession) -> String {
    parts(of: session.accessToken?.rawValue ?? "").session
  }

  /// Returns whether no later tokens were issued than those of a client.
  func isNewest(_ session: StoredSession) -> Bool {
    let (id, number) = parts(of: session.accessToken?.rawValue ?? "")
    return state.withLock { $0.sessions[id].map { $0.issued == number } ?? true }
  }

  /// Notes that a request with a refresh token is on its way.
  func noteSent(_ token: String) {
    let (id, number) = parts(of: token)
    state.withLock { state in
      guard let session = state.sessions[id], number < session.used else { return }
      state.sessions[id] = nil
      state.revocations += 1
    }
  }

  /// Returns whether the session of a client is open, and whether its tokens are the newest used ones.
  func status(_ session: StoredSession) -> [Bool] {
    let (id, number) = parts(of: session.accessToken?.rawValue ?? "")
    return state.withLock { state in
      guard let open = state.sessions[id] else { return [] }
      return [open.used <= number, open.used == number]
    }
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let (id, number) = parts(of: Self.token(of: request))
    let response = state.withLock { state -> (any Sendable)? in
      if request.path == "/v1/login" {
        state.count += 1
        state.sessions["\(state.count)"] = OpenSession()
        let token = UUID().uuidString
        state.tokens[token] = ("\(state.count)", 0)
        return UserResponse(.taro, accessToken: Secret(token), refreshToken: Secret(token))
      }
      if request.path == "/v1/logout" {
        state.sessions[id] = nil
        state.hasClosed = true
        return EmptyResponse()
      }
      guard var session = state.sessions[id] else { return nil }
      session.used = max(session.used, number)
      defer { state.sessions[id] = session }
      guard request.path == "/v1/refresh" else { return ListsResponse([]) }
      session.issued += 1
      let token = UUID().uuidString
      state.tokens[token] = (id, session.issued)
      return TokenResponse(SessionTokens(accessToken: Secret(token), refreshToken: Secret(token)))
    }
    guard let body = response as? Response else { throw .invalidResponse(InvalidResponse(statusCode: 401)) }
    return body
  }

  static func token<Response>(of request: APIRequest<Response>) -> String {
    switch (request.authorization, request.body) {
    case (.token(let token, _), _): token.rawValue
    case (_, .json(let body as RefreshRequest)): body.refreshToken.rawValue
    default: ""
    }
  }

  /// The session of a token, and the number of the refresh that issued it.
  func parts(of token: String) -> (session: String, number: Int) {
    state.withLock { $0.tokens[token] ?? ("", 0) }
  }
}

extension Invariant<SharedTokens, [Bool]> {
  @MainActor fileprivate static var ofSharedTokens: [Self] {
    [
      .always("no refresh token is sent that a later one has replaced in use") {
        $0.subject.world.server.revocations == 0
      },
      .following("what is saved is a session of the server, until the user signs out", from: false) { isOut, state in
        if state.started == "app signs out" { isOut = true }
        if state.started == "app signs in" { isOut = false }
        return isOut ? state.subject.world.storage.load() == nil : state.subject.isSavedOpen
      },
      .following("a process is signed out by a sign-out only, and in by a sign-in", from: false) { isOut, state in
        if state.started == "app signs out" { isOut = true }
        if state.started == "app signs in" { isOut = false }
        return zip(state.previousState, state.state).allSatisfy { before, now in
          before == now || (now ? !isOut : state.subject.world.server.hasClosed)
        }
      },
      .always("one process refreshes at a time") { state in
        state.subject.app.refreshing.count + state.subject.widget.refreshing.count <= 1
      },
      .sometimes("a process is killed before it gets the tokens that the server has issued") { state in
        guard state.isRelaunched, let saved = state.subject.world.storage.load() else { return false }
        return !state.subject.world.server.isNewest(saved)
      },
      .sometimes("a refresh of a killed process is served while the other one goes on") { state in
        guard case .served = state.lastEvents.first else { return false }
        return !state.isIdle
      },
    ]
  }
}
