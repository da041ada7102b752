import Authentication
import Core
import StoreExploring

/// A Store that is wired to a fake backend, and all that a test looks at.
@MainActor
final class AuthFixture {
  let backend: FakeBackend
  let storage: any SessionStorage
  let session: Session
  /// ControlledDependencies every call of a Store that was made with `holdsCalls`.
  let held: HoldingAPIClient
  let store: AuthStore
  private let routeLog = Log<AuthRoute>()
  private let failureLog = Log<AuthError>()
  private let earlierRequests: Int

  init(
    backend: FakeBackend = .example(), storage: any SessionStorage = InMemorySessionStorage(),
    messages: AuthMessages = .japanese, holdsCalls: Bool = false
  ) {
    self.backend = backend
    self.storage = storage
    session = Session(storage: storage)
    earlierRequests = backend.requests.count
    let client = FakeAPIClient(backend: backend)
    held = HoldingAPIClient(client)
    store = AuthStore(
      client: holdsCalls ? held : client, session: session, messages: messages,
      route: { [routeLog] in routeLog.append($0) }, failed: { [failureLog] in failureLog.append($0) })
  }

  /// The same server and storage in a new process.
  func relaunched(holdsCalls: Bool = false) -> AuthFixture {
    AuthFixture(backend: backend, storage: storage, holdsCalls: holdsCalls)
  }

  /// Where the Store wanted to go.
  var routes: [AuthRoute] { routeLog.values }
  /// What the log was told.
  var failures: [AuthError] { failureLog.values }
  /// What the server was asked in this process, and with which token.
  var sent: [String] {
    backend.requests.dropFirst(earlierRequests).map { request in
      let token = request.headers["Authorization"].map { " (\($0.dropFirst("Bearer ".count)))" } ?? ""
      return "\(request.method.rawValue) \(request.path)\(token)"
    }
  }

  func login(_ account: FakeAccount = .taro) async {
    await store.login(email: account.email, pass: account.password)
  }

  /// A login that stands at the server's door.
  func startedLogin(_ account: FakeAccount = .taro) -> StartedAction {
    StartedAction("login") { [self] in await login(account) }
  }

  func started(_ opening: Opening) -> StartedAction {
    StartedAction(opening.rawValue) { [store] in await opening.perform(on: store) }
  }

  /// The storage of somebody who was signed in when an earlier launch ended.
  static func signedInBefore(_ backend: FakeBackend = .example()) async -> AuthFixture {
    let fixture = AuthFixture(backend: backend)
    await fixture.login()
    return fixture
  }
}

extension AuthFixture {
  /// Lets a held call go on and waits until its action stands at the next one or has returned.
  func release(_ call: Int = 0, of action: StartedAction) async throws {
    try held.release(call: call)
    await action.waitUntilSuspended()
  }
}
