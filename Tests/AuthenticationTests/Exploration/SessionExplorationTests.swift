import Authentication
import Core
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// Store, repository and session together: signed out means forgotten, in memory, in the storage and at the server.
@MainActor
struct SessionExplorationTests {
  @Test(arguments: ExploredSession.Start.allCases)
  func `The Store and its session agree in every schedule`(_ start: ExploredSession.Start) async {
    let explorer = StoreExplorer(
      state: \ExploredSession.store.state, actions: ExploredSession.actions, invariants: Invariant.ofSession,
      fingerprint: { $0.fingerprint }
    ) { dependencies in
      await ExploredSession(dependencies, start)
    }
    await expectClean(explorer, depth: 4)
  }
}

/// The live wiring over a client whose requests wait for the schedule.
@MainActor
final class ExploredSession {
  enum Start: CaseIterable, Sendable {
    case fresh, stored, signedIn
  }

  let store: AuthStore
  let session: Session
  let storage = InMemorySessionStorage()
  let server: TokenLog
  private let routeLog = Log<AuthRoute>()
  /// Whether a session has ended since the start, so that nothing of an earlier launch may be stored.
  private(set) var hasEnded = false

  var routes: [AuthRoute] { routeLog.values }

  init(_ dependencies: ControlledDependencies, _ start: Start) async {
    let client = FakeAPIClient(backend: .sample())
    if start == .stored {
      await AuthStore(client: client, session: Session(storage: storage))
        .login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
    }
    let held = dependencies.client(client) { request in
      let refused = HeldResponse.failed("401", .invalidResponse(InvalidResponse(statusCode: 401)))
      return [.released(), .failed("offline", .requestFailed(.offline))] + (request.hasPrefix("GET") ? [refused] : [])
    }
    server = TokenLog(held: held, atOnce: client)
    session = Session(storage: storage)
    store = AuthStore(client: server, session: session, messages: .japanese) { [routeLog] in routeLog.append($0) }
    if start == .signedIn { await login() }
    server.holds()
  }

  /// Which token it is counts only while actions run.
  var fingerprint: StateFingerprint {
    let (current, stored) = (session.current, storage.load())
    return StateFingerprint(store, ignoring: ["notice", "state", "messages"], onlyWhileRunning: ["generation"])
      .adding(
        StateName.ofCase(store.state), current == nil, stored == nil, stored == current, hasEnded,
        current?.accessToken.map { server.isOpen($0) },
        onlyWhileRunning: "\(session.generation)", current?.accessToken, stored?.accessToken, server.unclosed)
  }

  static let actions: [StoreAction<ExploredSession>] = [
    StoreAction("login") { await $0.login() },
    StoreAction("restore") { await $0.store.restore() },
    StoreAction("logout") { await $0.logout() },
    StoreAction("read") { await $0.read() },
  ]

  private func login() async {
    await store.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
  }

  private func logout() async {
    if store.state == .loading || store.state == .taro { hasEnded = true }
    await store.logout()
  }

  /// Another feature reads in the session, which the server may refuse.
  private func read() async {
    let client = AuthorizedAPIClient(wrapping: server, session: session)
    let _: ListsResponse? = try? await client.get(path: "/v1/lists")
    if store.state == .expired { hasEnded = true }
  }
}

/// Knows the tokens that the server has issued and the client has not closed.
final class TokenLog: APIClient {
  private struct State {
    var open: Set<AccessToken> = []
    var closed: Set<AccessToken> = []
    var isHolding = false
  }

  private let held: any APIClient
  private let atOnce: any APIClient
  private let state = Mutex(State())

  init(held: any APIClient, atOnce: any APIClient) {
    self.held = held
    self.atOnce = atOnce
  }

  /// The tokens that are open although the client did not even try to close them.
  var unclosed: Set<AccessToken> { state.withLock { $0.open.subtracting($0.closed) } }

  func isOpen(_ token: AccessToken) -> Bool { state.withLock { $0.open.contains(token) } }

  /// Lets requests wait for the schedule from now on.
  func holds() {
    state.withLock { $0.isHolding = true }
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let token: AccessToken? = if case .bearer(let token) = request.authorization { token } else { nil }
    if request.path == "/v1/logout", let token { state.withLock { _ = $0.closed.insert(token) } }
    let isHolding = state.withLock { $0.isHolding }
    do throws(APIError) {
      let response = try await (isHolding ? held : atOnce).send(request)
      if let opened = (response as? UserResponse)?.session.accessToken ?? (request.method == .get ? token : nil) {
        state.withLock { _ = $0.open.insert(opened) }
      }
      return response
    } catch {
      if case .invalidResponse(let response) = error, response.statusCode == 401, let token {
        state.withLock { _ = $0.closed.insert(token) }
      }
      throw error
    }
  }
}

extension Invariant<ExploredSession, AuthState> {
  @MainActor fileprivate static var ofSession: [Self] {
    [
      .whenIdle("nothing is loading") { $0.state != .loading },
      .always("a signed-in user has a session") { $0.state != .taro || $0.subject.session.current != nil },
      .whenIdle("signed out means forgotten, in memory and in the storage") { state in
        let (current, stored) = (state.subject.session.current, state.subject.storage.load())
        guard state.state != .taro else { return current != nil && stored == current }
        return current == nil && (stored == nil || !state.subject.hasEnded)
      },
      .whenIdle("no token but the current one is left open at the server") { state in
        state.subject.server.unclosed.isSubset(of: [state.subject.session.current?.accessToken].compactMap(\.self))
      },
      .whenIdle("the routes lead in and out in turn, and to where the state is") { state in
        let routes = state.subject.routes
        let alternate = routes.indices.allSatisfy { routes[$0] == ($0.isMultiple(of: 2) ? .signedIn : .signedOut) }
        return alternate && (routes.last == .signedIn) == (state.state == .taro)
      },
    ]
  }
}
