import Authentication
import Core
import ExampleApp
import Feed
import MyPage
import StoreExploring
import StoreTesting
import Synchronization
import Testing

@MainActor
struct RootExplorationTests {
  @Test func `No order of actions and responses shows one session’s data in another or loses the reason of its end`()
    async
  {
    let actions: [StoreAction<ExploredRoot>] = [
      StoreAction("login") { await $0.run { await $0.auth.login(email: "taro@example.com", pass: "password123") } },
      StoreAction("logout") { await $0.run { await $0.auth.logout() } },
      StoreAction("refresh") { await $0.run { await $0.feed.refresh() } },
      StoreAction("post") { await $0.run { await $0.feed.post(text: "Hello") } },
      StoreAction("my page") { await $0.run { await $0.myPage.load() } },
    ]
    let explorer = StoreExplorer(
      state: \ExploredRoot.state, actions: actions, invariants: Invariant<ExploredRoot, RootState>.root,
      stateName: { "\(StateName.ofCase($0.auth)), \(StateName.ofCase($0.feed)), \(StateName.ofCase($0.myPage))" },
      fingerprint: { StateFingerprint(idle: $0.state) },
      make: { await ExploredRoot($0) })
    await expectClean(explorer, depth: 4, maximumRunning: 2)
  }
}

extension Invariant<ExploredRoot, RootState> {
  fileprivate static var root: [Self] {
    [
      .whenIdle("nothing is loading") { moment in
        moment.state.auth != .loading && moment.state.feed != .loading && moment.state.myPage != .loading
      },
      .whenIdle("a user is signed in exactly if there is a session") { moment in
        moment.state.auth.isSignedIn == (moment.subject.root.session.current != nil)
      },
      .whenIdle("a signed-out user sees no data") { moment in
        moment.state.auth.isSignedIn || (moment.state.feed.content == nil && moment.state.myPage.content == nil)
      },
      .whenIdle("a user whose session the server ended sees the reason") { moment in
        guard moment.subject.before.auth.isSignedIn, moment.hasRefusal, !moment.hasSignInOrOut else { return true }
        return moment.state.auth == .error(moment.subject.root.auth.messages.sessionExpired)
      },
      .whenIdle("a session that nothing ended continues") { moment in
        moment.hasRefusal || moment.hasSignInOrOut || moment.state.auth == moment.subject.before.auth
      },
    ]
  }
}

extension ExplorationState<ExploredRoot, RootState> {
  fileprivate var hasRefusal: Bool {
    events.contains { event in
      if case .answered(let call, with: "401", by: _) = event { call != "POST /v1/login" } else { false }
    }
  }

  fileprivate var hasSignInOrOut: Bool {
    events.contains { event in
      if case .started(let run) = event { ["login", "logout"].contains(run.name) } else { false }
    }
  }
}

extension AuthState {
  fileprivate var isSignedIn: Bool {
    if case .signedIn = self { true } else { false }
  }
}

/// The states of an app’s three Stores.
private struct RootState: Hashable {
  let auth: AuthState
  let feed: FeedState
  let myPage: MyPageState
}

/// An app over a client whose calls wait, with a signed-in user and everything loaded.
@MainActor
private final class ExploredRoot {
  let root: AppRoot
  /// The state when no action ran.
  private(set) var before = RootState(auth: .signedOut, feed: .idle, myPage: .idle)
  private var runningActions = 0

  var state: RootState { RootState(auth: root.auth.state, feed: root.feed.state, myPage: root.myPage.state) }

  init(_ dependencies: ControlledDependencies) async {
    let fake = FakeAPIClient(backend: FakeBackend(FakeConfiguration(timelines: [])))
    let client = SwitchedClient(
      direct: fake,
      controlled: dependencies.client(fake) { _ in
        [
          .released(), .failed("401", .invalidResponse(InvalidResponse(statusCode: 401))),
          .failed("offline", .requestFailed(.offline)),
        ]
      })
    root = AppRoot(AppEnvironment(client: client, storages: .inMemory()))
    await root.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
    await root.feed.load()
    await root.myPage.load()
    before = state
    client.isControlled = true
  }

  func run(_ action: (AppRoot) async -> Void) async {
    if runningActions == 0 { before = state }
    runningActions += 1
    await action(root)
    await root.waitForRoutes()
    runningActions -= 1
  }
}

/// A client that responds directly until it is controlled.
private final class SwitchedClient: APIClient {
  private let direct: any APIClient
  private let controlled: any APIClient
  private let state = Mutex(false)

  init(direct: any APIClient, controlled: any APIClient) {
    self.direct = direct
    self.controlled = controlled
  }

  var isControlled: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    try await (isControlled ? controlled : direct).send(request)
  }
}
