import Core
import MyPage
import StoreExploring
import Synchronization

/// A Store wired to a fake backend, with somebody signed in.
@MainActor
final class ServedMyPage {
  nonisolated static let hanako = FakeAccount(
    id: "user-2", name: "花子", email: "hanako@example.com", password: "password123")

  let backend: FakeBackend
  let session = Session()
  let flags: LoggedFlags
  let store: MyPageStore
  /// The calls that wait, where the Store was made to hold them.
  let held: HoldingAPIClient
  private let recordedRoutes = Routes()

  init(
    backend: FakeBackend = ServedMyPage.makeBackend(), flags: LoggedFlags = LoggedFlags(),
    account: FakeAccount = .taro, holdsCalls: Bool = false
  ) async throws {
    self.backend = backend
    self.flags = flags
    let client = FakeAPIClient(backend: backend)
    held = HoldingAPIClient(client)
    let routes = recordedRoutes
    store = MyPageStore(
      client: holdsCalls ? held : client, session: session, flags: flags,
      route: { routes.all.append($0) }, now: { Sample.moment })
    try await signIn(account)
  }

  nonisolated static func makeBackend() -> FakeBackend {
    FakeBackend(FakeConfiguration(accounts: [.taro, hanako]))
  }

  var routes: [MyPageRoute] { recordedRoutes.all }

  /// The calls about profiles, such as `PUT /v1/profile`.
  var calls: [HTTPRequest] { backend.requests.filter { $0.path == "/v1/profile" } }

  func signIn(_ account: FakeAccount) async throws {
    await session.end()
    let user: UserResponse = try await FakeAPIClient(backend: backend).post(
      path: "/v1/login", body: LoginRequest(email: account.email, pass: account.password))
    _ = await session.begin(StoredSession(user: user.user, token: user.token), in: session.generation)
  }

  func start(_ action: @escaping @MainActor (MyPageStore) async -> Void) -> StartedAction {
    let store = store
    return StartedAction { await action(store) }
  }
}

/// Flags in memory that remember what was done to them.
final class LoggedFlags: SavedFlagStorage {
  private let flags = InMemorySavedFlagStorage()
  private let entries = Mutex<[String]>([])
  private let changed: @Sendable (String) -> Void

  init(changed: @escaping @Sendable (String) -> Void = { _ in }) {
    self.changed = changed
  }

  /// The changes, such as `user-1 true`, the oldest first.
  var log: [String] { entries.withLock { $0 } }

  func isSaved(for userID: User.ID) -> Bool { flags.isSaved(for: userID) }

  func set(_ isSaved: Bool, for userID: User.ID) {
    entries.withLock { $0.append("\(userID) \(isSaved)") }
    flags.set(isSaved, for: userID)
    changed("flag \(isSaved)")
  }
}
