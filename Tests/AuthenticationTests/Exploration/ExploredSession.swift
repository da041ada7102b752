import Authentication
import Core
import StoreExploring
import Synchronization

/// The live wiring over a client whose calls wait: Store, repository, session, storage and fake backend.
@MainActor
final class ExploredSession {
  /// What an earlier launch has left.
  enum Start: CaseIterable, Sendable {
    case fresh, stored, signedIn
  }

  let store: AuthStore
  let session: Session
  let storage = InMemorySessionStorage()
  let tokens: TokenLog
  private let start: Start
  private let routeLog: Log<AuthRoute>
  /// Whether somebody has left since the start, so that nothing of an earlier launch may be there.
  private(set) var hasLeft = false

  var routes: [AuthRoute] { routeLog.values }

  init(_ holds: ControlledDependencies, _ answers: ExploredAnswers, _ start: Start) async {
    let backend = FakeBackend.example()
    if start == .stored { await Self.leaveSession(in: storage, at: backend) }
    let client = FakeAPIClient(backend: backend)
    let held = holds.client(client) { answers.responses(to: $0) }
    let routes = Log<AuthRoute>()
    tokens = TokenLog(held: held, atOnce: client)
    session = Session(storage: storage)
    store = AuthStore(client: tokens, session: session) { routes.append($0) }
    routeLog = routes
    self.start = start
    if start == .signedIn { await login() }
    tokens.isHolding = true
  }

  /// All that decides what happens next while nothing runs.
  ///
  /// Tokens have numbers, which decide nothing.
  var memory: AnyHashable {
    let record = session.record
    return [
      AnyHashable(StateFingerprint(store, ignoring: ["wish", "notice", "state"])),
      AnyHashable(StateName.ofCase(store.state)),
      AnyHashable(record == nil), AnyHashable(storage.load() == record), AnyHashable(storage.load() == nil),
      AnyHashable(hasLeft), AnyHashable(record?.token.map { tokens.open.contains($0) }),
    ]
  }

  /// All that decides what happens next while actions run: which session a call belongs to counts then.
  var runningMemory: AnyHashable {
    [
      AnyHashable(StateFingerprint(store, ignoring: ["notice"])), AnyHashable("\(session.generation)"),
      AnyHashable(session.record?.token), AnyHashable(storage.load()?.token), AnyHashable(tokens.open),
      AnyHashable(tokens.told), AnyHashable(hasLeft), AnyHashable(routes),
    ]
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
    switch store.state {
    case .loading, .signedIn: hasLeft = true
    case .signedOut, .error: break
    }
    await store.logout()
  }

  /// Another feature reads, and leads the end of the session to the Store, as the root does.
  private func read() async {
    let client = AuthorizedAPIClient(wrapping: tokens, session: session)
    do throws(APIError) {
      let _: ListsResponse = try await client.get(path: "/v1/lists")
    } catch {
      guard error == .sessionEnded else { return }
      hasLeft = true
      await store.sessionEnded()
    }
  }

  private static func leaveSession(in storage: InMemorySessionStorage, at backend: FakeBackend) async {
    let earlier = AuthStore(client: FakeAPIClient(backend: backend), session: Session(storage: storage))
    await earlier.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
  }
}

/// Follows the tokens that the server has handed out and not taken back.
final class TokenLog: APIClient {
  private struct State {
    var open: Set<AccessToken> = []
    var told: Set<AccessToken> = []
    var isHolding = false
  }

  private let held: any APIClient
  private let atOnce: any APIClient
  private let state = Mutex(State())

  init(held: any APIClient, atOnce: any APIClient) {
    self.held = held
    self.atOnce = atOnce
  }

  /// The tokens that the server still takes.
  var open: Set<AccessToken> { state.withLock { $0.open } }
  /// Those that the server was told of, whether it heard or not.
  var told: Set<AccessToken> { state.withLock { $0.told } }
  /// Whether calls wait for the schedule.
  var isHolding: Bool {
    get { state.withLock { $0.isHolding } }
    set { state.withLock { $0.isHolding = newValue } }
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let token: AccessToken? = if case .bearer(let token) = request.authorization { token } else { nil }
    let isLogout = request.path == "/v1/logout"
    if isLogout, let token { state.withLock { state in _ = state.told.insert(token) } }
    do throws(APIError) {
      let response = try await (isHolding ? held : atOnce).send(request)
      let opened = (response as? UserResponse).flatMap { $0.token ?? token }
      state.withLock { state in
        if let opened { state.open.insert(opened) }
        if isLogout, let token { state.open.remove(token) }
      }
      return response
    } catch {
      if case .invalidResponse(let response) = error, response.statusCode == 401, let token {
        state.withLock { state in _ = state.open.remove(token) }
      }
      throw error
    }
  }
}

extension ExploredAnswers {
  /// What a call of this name is answered.
  func responses(to call: String) -> [HeldResponse] {
    let refused = HeldResponse.failed("401", .invalidResponse(InvalidResponse(statusCode: 401)))
    let offline = HeldResponse.failed("offline", .requestFailed(.offline))
    let every: [HeldResponse] = [
      refused, .failed("500", .invalidResponse(InvalidResponse(statusCode: 500))),
      .failed("malformed", .decodingFailed(reason: "cut")),
    ]
    let few = call.hasPrefix("GET") ? [refused] : []
    return [.released(), offline] + (self == .every ? every : few)
  }
}
