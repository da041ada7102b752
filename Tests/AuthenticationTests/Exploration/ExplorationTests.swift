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
        .login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
    }
    if start == .signedIn { await login() }
    server.holds(knowingSessions: start == .signedIn)
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
    var open: Set<AccessToken> = []
    var closed: Set<AccessToken> = []
    /// The sessions of the tokens.
    var sessions: [String: AccessToken] = [:]
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
  var unclosed: Set<AccessToken> { state.withLock { $0.open.subtracting($0.closed) } }

  func session(of token: AccessToken) -> AccessToken? { state.withLock { $0.sessions[token.rawValue] } }

  func isOpen(_ token: AccessToken) -> Bool { session(of: token).map(unclosed.contains) ?? false }

  /// Lets requests wait for the schedule from now on.
  func holds(knowingSessions: Bool) {
    state.withLock { state in
      state.isHolding = true
      if !knowingSessions { state.open = [] }
    }
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let token: AccessToken? = if case .bearer(let token) = request.authorization { token } else { nil }
    let refresh: RefreshRequest? = if case .json(let body)? = request.body { body as? RefreshRequest } else { nil }
    let sent = refresh?.refreshToken ?? token?.rawValue
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

extension Invariant<ExploredSession, AuthState> {
  @MainActor fileprivate static var ofSession: [Self] {
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

/// The Store over use cases that can answer anything at any time.
@MainActor
struct StoreExplorationTests {
  @Test(arguments: [false, true])
  func `The Store keeps its invariants in every schedule`(_ isSignedIn: Bool) async {
    let explorer = StoreExplorer(
      state: \ExploredStore.store.state, actions: ExploredStore.actions, invariants: Invariant.ofStore,
      fingerprint: { $0.fingerprint }
    ) { dependencies in
      await ExploredStore(dependencies, isSignedIn: isSignedIn)
    }
    await expectClean(explorer, depth: 5)
  }
}

@MainActor
private final class ExploredStore {
  let store: AuthStore
  /// Whether the user signed out after the last sign-in began.
  private(set) var wantsOut = false
  let routes = Log<AuthRoute>()

  init(_ dependencies: ControlledDependencies, isSignedIn: Bool) async {
    let failures: [HeldAnswer<User, AuthError>] = [.failure("offline", .noNetwork), .failure("cancelled", .cancelled)]
    var useCase = AuthUseCase(login: AnyUseCase { _ in .taro })
    useCase.restore = dependencies.useCase("restore") { _ in
      [
        .success("stored", .taro), .success("nothing", nil), .failure("damaged", .damaged(reason: "")),
        .failure("unavailable", .unavailable(reason: "")),
      ]
    }
    useCase.currentUser = dependencies.useCase("confirm", whenCancelled: .cancelled) { _ in
      [.success("confirmed", .taro), .failure("refused", .sessionEnded)] + failures
    }
    useCase.logout = dependencies.useCase("logout", whenCancelled: .cancelled) { _ in
      [.success("signed out"), .failure("offline", .noNetwork)]
    }
    useCase.deleteAccount = dependencies.useCase("deletion", whenCancelled: .cancelled) { _ in
      [.success("deleted"), .failure("wrong password", .invalidCredentials), .failure("ended", .sessionEnded)]
    }
    useCase.login = dependencies.useCase("login", whenCancelled: .cancelled) { _ in
      [.success("signed in", .taro)] + failures
    }
    useCase.signUp = useCase.login
    useCase.loginWithProvider = AnyUseCase { _ in .taro }
    store = AuthStore(useCase: useCase, messages: .japanese) { [routes] in routes.append($0) }
    if isSignedIn { await store.login(with: .google) }
  }

  /// Which string is shown decides nothing, and the generation counts only while actions run.
  var fingerprint: StateFingerprint {
    StateFingerprint(store, ignoring: ["notice", "state", "messages"], onlyWhileRunning: ["generation"])
      .adding(StateName.ofCase(store.state), wantsOut)
  }

  static let actions: [StoreAction<ExploredStore>] = [
    StoreAction("login") { await $0.signIn { await $0.login(email: "", pass: "") } },
    StoreAction("sign up") { await $0.signIn { await $0.signUp(email: "", pass: "") } },
    StoreAction("restore") { await $0.signIn { await $0.restore() } },
    StoreAction("logout") { await $0.logout() },
    StoreAction("session ended") { $0.sessionEnded() },
    StoreAction("delete account") { await $0.store.deleteAccount(pass: "p") },
  ]

  private func signIn(_ action: (AuthStore) async -> Void) async {
    if store.state != .loading, store.state != .taro { wantsOut = false }
    await action(store)
  }

  private func logout() async {
    if store.state == .loading || store.state == .taro { wantsOut = true }
    await store.logout()
  }

  private func sessionEnded() {
    if store.state == .taro { wantsOut = true }
    store.sessionEnded()
  }
}

extension Invariant<ExploredStore, AuthState> {
  @MainActor fileprivate static var ofStore: [Self] {
    [
      .whenIdle("nothing is loading") { $0.state != .loading },
      .always("what is loading waits for a sign-in or a deletion") { state in
        let isDeleting = state.subject.store.isDeletingAccount
        return (isDeleting ? state.state == .loading : state.state != .loading)
          || state.calls.contains { $0.name == (isDeleting ? "deletion" : "login") }
      },
      .always("a user who signed out stays signed out until the next sign-in") { state in
        !state.subject.wantsOut || (state.state != .loading && state.state != .taro)
      },
      .always("only a sign-out or the end of the session signs out") { state in
        guard state.previousState == .taro, state.state != .taro else { return true }
        return switch state.lastEvents.first {
        case .started(let run): ["logout", "session ended", "delete account"].contains(run.name)
        case .answered(let call, let answer, _): call == "confirm" && answer == "refused"
        default: false
        }
      },
      .always("no request is sent while a user is signed in or being signed in, but to sign out") { state in
        guard state.previousState == .loading || state.previousState == .taro else { return true }
        guard case .started(let run) = state.lastEvents.first, run.name != "logout" else { return true }
        guard run.name != "delete account" || state.previousState != .taro else { return true }
        return !state.makesCall
      },
      .always("the routes lead in and out in turn, and to where the state is") { state in
        state.subject.routes.values.lead(to: state.subject.store.isDeletingAccount ? .taro : state.state)
      },
    ]
  }
}
