import Authentication
import Core
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// Store, repository and session together while tokens are refreshed: a session that ends is closed at the server.
@MainActor
struct RefreshExplorationTests {
  @Test(arguments: ExploredRefresh.Start.allCases)
  func `A refused token leaves no session open that the app has lost, in every schedule`(_ start: ExploredRefresh.Start)
    async
  {
    let explorer = StoreExplorer(
      state: \ExploredRefresh.store.state, actions: ExploredRefresh.actions, invariants: Invariant.ofRefresh,
      fingerprint: { $0.fingerprint }
    ) { dependencies in
      await ExploredRefresh(dependencies, start)
    }
    await expectClean(explorer, depth: 4)
  }
}

/// The live wiring over a client whose requests wait for the schedule.
@MainActor
final class ExploredRefresh {
  enum Start: CaseIterable, Sendable {
    case fresh, stored, signedIn
  }

  let store: AuthStore
  let session: Session
  let storage = InMemorySessionStorage()
  let server: TokenLog
  let routes = Log<AuthRoute>()
  /// Whether a session has ended since the start, so that nothing of an earlier launch may be stored.
  private(set) var hasEnded = false

  init(_ dependencies: ControlledDependencies, _ start: Start) async {
    let client = FakeAPIClient(backend: .sample())
    let held = dependencies.client(client) { request in
      let refused = HeldResponse.failed("401", .invalidResponse(InvalidResponse(statusCode: 401)))
      let isRefusable = request.hasPrefix("GET") || request.hasSuffix("refresh")
      return [.released(), .failed("offline", .requestFailed(.offline))] + (isRefusable ? [refused] : [])
    }
    server = TokenLog(held: held, atOnce: client)
    session = Session(storage: storage)
    store = AuthStore(client: server, session: session, messages: .japanese) { [routes] in routes.append($0) }
    if start == .stored {
      await AuthStore(client: server, session: Session(storage: storage))
        .login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
    }
    if start == .signedIn { await login() }
    server.holds(knowingSessions: start == .signedIn)
  }

  /// Tokens and generations are identifiers.
  var fingerprint: StateFingerprint {
    let (current, stored) = (session.current, storage.load())
    return StateFingerprint(of: store)
      .adding(
        StateName.ofCase(store.state), stored == current, hasEnded, current?.accessToken.map { server.isOpen($0) },
        server.unclosed.count,
        identifiers: [session.generation, current?.accessToken, stored?.accessToken])
  }

  static let actions: [StoreAction<ExploredRefresh>] = [
    StoreAction("login") { await $0.login() },
    StoreAction("restore") { await $0.store.restore() },
    StoreAction("logout") { await $0.logout() },
    StoreAction("read") { await $0.read() },
  ]

  private func login() async {
    await store.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
  }

  private func logout() async {
    if session.current != nil { hasEnded = true }
    await store.logout()
  }

  /// Another feature reads in the session, which the server may refuse.
  private func read() async {
    let client = AuthorizedAPIClient(wrapping: server, session: session)
    let _: ListsResponse? = try? await client.get(path: "/v1/lists")
    if store.state == .expired { hasEnded = true }
  }
}

/// Knows the sessions that the server has opened and the client has not closed, by their first access tokens.
final class TokenLog: APIClient {
  private struct State {
    var open: Set<Secret> = []
    var closed: Set<Secret> = []
    /// The sessions of the tokens.
    var sessions: [String: Secret] = [:]
    var isHolding = false
  }

  private let held: any APIClient
  private let atOnce: any APIClient
  private let state = Mutex(State())

  init(held: any APIClient, atOnce: any APIClient) {
    self.held = held
    self.atOnce = atOnce
  }

  /// The sessions that are open although the client did not even try to close them.
  var unclosed: Set<Secret> { state.withLock { $0.open.subtracting($0.closed) } }

  func session(of token: Secret) -> Secret? { state.withLock { $0.sessions[token.rawValue] } }

  func isOpen(_ token: Secret) -> Bool { session(of: token).map(unclosed.contains) ?? false }

  /// Lets requests wait for the schedule from now on.
  func holds(knowingSessions: Bool) {
    state.withLock { state in
      state.isHolding = true
      if !knowingSessions { state.open = [] }
    }
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let token: Secret? = if case .token(let token, _) = request.authorization { token } else { nil }
    let refresh: RefreshRequest? = if case .json(let body)? = request.body { body as? RefreshRequest } else { nil }
    let sent = (refresh?.refreshToken ?? token)?.rawValue
    let session = sent.flatMap { sent in state.withLock { $0.sessions[sent] } }
    if request.path == "/v1/logout", let session { state.withLock { _ = $0.closed.insert(session) } }
    let isHolding = state.withLock { $0.isHolding }
    do throws(APIError) {
      let response = try await (isHolding ? held : atOnce).send(request)
      let tokens = (response as? TokenResponse).map { ($0.tokens.accessToken, $0.tokens.refreshToken) }
      let opened = (response as? UserResponse)?.session
      state.withLock { state in
        guard let session = opened?.accessToken ?? session else { return }
        for token in [
          opened?.refreshToken?.rawValue, opened?.accessToken?.rawValue, tokens?.0.rawValue, tokens?.1?.rawValue,
        ] {
          if let token { state.sessions[token] = session }
        }
        if opened?.accessToken != nil || request.method == .get { state.open.insert(session) }
      }
      return response
    } catch {
      if case .invalidResponse(let response) = error, response.statusCode == 401, request.path == "/v1/refresh",
        let session
      {
        state.withLock { _ = $0.closed.insert(session) }
      }
      throw error
    }
  }
}

extension Invariant<ExploredRefresh, AuthState> {
  @MainActor fileprivate static var ofRefresh: [Self] {
    [
      .always("a signed-in user has a session") { $0.state != .taro || $0.subject.session.current != nil },
      .whenIdle("signed out means forgotten, in memory and in the storage") { state in
        let (current, stored) = (state.subject.session.current, state.subject.storage.load())
        guard state.state != .taro else { return current != nil && stored == current }
        return current == nil && (stored == nil || !state.subject.hasEnded)
      },
      .whenIdle("no session but the current one is left open at the server") { state in
        let current = state.subject.session.current?.accessToken.flatMap(state.subject.server.session)
        return state.subject.server.unclosed.isSubset(of: [current].compactMap(\.self))
      },
      .whenIdle("the routes lead in and out in turn, and to where the state is") { state in
        state.subject.routes.values.lead(to: state.state)
      },
    ]
  }
}
