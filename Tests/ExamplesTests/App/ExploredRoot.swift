import Authentication
import Core
import ExampleApp
import Feed
import MyPage
import StoreExploring
import Synchronization

/// What the three Stores of an app show.
struct RootState: Equatable {
  var auth: AuthState
  var feed: FeedState
  var myPage: MyPageState
}

/// The whole app over a client whose calls wait: three Stores, one session, one fake backend.
@MainActor
final class ExploredRoot {
  let root: AppRoot
  let session = Session()
  /// The state in which nothing ran.
  private(set) var before = RootState(auth: .signedOut, feed: .idle, myPage: .idle)
  private var runningActions = 0

  var state: RootState { RootState(auth: root.auth.state, feed: root.feed.state, myPage: root.myPage.state) }

  /// Makes an app in which somebody is signed in, and everything is loaded.
  init(_ holds: ControlledDependencies) async {
    let fake = FakeAPIClient(backend: FakeBackend())
    let refused = HeldResponse.failed("401", .invalidResponse(InvalidResponse(statusCode: 401)))
    let held = holds.client(fake) { _ in [.released(), refused, .failed("offline", .requestFailed(.offline))] }
    let client = SwitchedClient(atOnce: fake, held: held)
    root = AppRoot(AppEnvironment(client: client, session: session))
    await root.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
    await root.feed.load()
    await root.myPage.load()
    before = state
    client.isHolding = true
  }

  /// All that decides what happens next while nothing runs; tokens and dates decide nothing.
  var memory: AnyHashable {
    [
      StateName.ofCase(state.auth), StateName.ofCase(state.feed), StateName.ofCase(state.myPage),
      "\(session.record == nil)",
    ]
  }

  static let actions: [StoreAction<ExploredRoot>] = [
    StoreAction("login") {
      await $0.perform { await $0.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password) }
    },
    StoreAction("logout") { await $0.perform { await $0.auth.logout() } },
    StoreAction("refresh") { await $0.perform { await $0.feed.refresh() } },
    StoreAction("post") { await $0.perform { await $0.feed.post(text: "Hello") } },
    StoreAction("my page") { await $0.perform { await $0.myPage.load() } },
  ]

  /// Does something, and what its routes set in motion.
  private func perform(_ action: (AppRoot) async -> Void) async {
    if runningActions == 0 { before = state }
    runningActions += 1
    await action(root)
    await root.settle()
    runningActions -= 1
  }
}

/// A client that answers at once until it is told to hold.
private final class SwitchedClient: APIClient {
  private let atOnce: any APIClient
  private let held: any APIClient
  private let state = Mutex(false)

  init(atOnce: any APIClient, held: any APIClient) {
    self.atOnce = atOnce
    self.held = held
  }

  var isHolding: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    try await (isHolding ? held : atOnce).send(request)
  }
}
