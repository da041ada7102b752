import Authentication
import Core
import CoreTesting
import StoreExploring
import Synchronization
import TestSupport
import Testing

/// A live Store over a fake backend, and what it did.
@MainActor
final class AuthHarness {
  let backend: FakeBackend
  let storage: any SessionStorage
  let session: Session
  let held: HoldingAPIClient
  let store: AuthStore
  private let routeLog = Log<AuthRoute>()
  private let failureLog = Log<AuthError>()
  private let removedLog = Log<User.ID>()
  private let client: TokenClient
  private let earlierRequests: Int

  init(
    backend: FakeBackend = .onMainActor(), storage: any SessionStorage = InMemorySessionStorage(),
    issued: Log<String> = Log(), holdsRequests: Bool = false, canRemoveUserData: Bool = true
  ) {
    self.backend = backend
    self.storage = storage
    session = Session(storage: storage)
    earlierRequests = backend.requests.count
    client = TokenClient(client: FakeAPIClient(backend: backend), issued: issued)
    held = HoldingAPIClient(client)
    store = AuthStore(
      client: holdsRequests ? held : client, session: session, messages: .japanese,
      onRoute: { [routeLog] in routeLog.append($0) }, onFailure: { [failureLog] in failureLog.append($0) },
      removeUserData: { [removedLog] userID throws(AuthError) in
        guard canRemoveUserData else { throw .userDataNotRemoved(reason: userID) }
        removedLog.append(userID)
      })
  }

  /// Creates a Store with 太郎 signed in, or in the error state, or signed out.
  convenience init(in state: AuthState, holdsRequests: Bool = false) async {
    self.init(holdsRequests: holdsRequests)
    switch state {
    case .signedOut, .loading: break
    case .error: await store.login(email: "", pass: "")
    case .signedIn:
      let login = startLogin()
      if holdsRequests { try? held.release() }
      try? await login.finish()
    }
  }

  /// Creates the Store of a launch after one in which 太郎 signed in.
  static func relaunched(holdsRequests: Bool = false) async -> AuthHarness {
    let first = await AuthHarness(in: .taro)
    return AuthHarness(
      backend: first.backend, storage: first.storage, issued: first.client.issued, holdsRequests: holdsRequests)
  }

  var routes: [AuthRoute] { routeLog.values }
  var failures: [AuthError] { failureLog.values }
  /// The users whose data was removed from the device.
  var removed: [User.ID] { removedLog.values }
  /// The requests of this process, with the numbers of the tokens that the backend issued.
  var sent: [String] {
    backend.requests.dropFirst(earlierRequests).map { request in
      guard let header = request.headers["Authorization"] else { return "\(request.method.rawValue) \(request.path)" }
      let token = header.dropFirst("Bearer ".count)
      let number = client.issued.values.firstIndex { $0 == token }.map { "token \($0 + 1)" } ?? "\(token)"
      return "\(request.method.rawValue) \(request.path) (\(number))"
    }
  }

  /// Sends a request of another feature.
  func readLists() async {
    let client = AuthorizedAPIClient(wrapping: FakeAPIClient(backend: backend), session: session)
    let _: ListsResponse? = try? await client.get(path: "/v1/lists")
  }

  func login(_ account: FakeAccount = .taro) async {
    await store.login(email: account.email, pass: account.password.rawValue)
  }

  func startLogin(_ account: FakeAccount = .taro) -> StartedAction {
    StartedAction("login") { [self] in await login(account) }
  }

  func start(_ signIn: SignIn) -> StartedAction {
    StartedAction("\(signIn)") { [store] in await signIn.perform(on: store) }
  }

  /// Sends a held request and waits until its action has sent the next one or has returned.
  func release(_ call: Int = 0, of action: StartedAction) async throws {
    try held.release(call: call)
    await action.waitUntilSuspended()
  }
}

/// Logs the tokens that the backend issues.
private struct TokenClient: APIClient {
  let client: FakeAPIClient
  let issued: Log<String>

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let response = try await client.send(request)
    if let token = (response as? UserResponse)?.accessToken ?? (response as? TokenResponse)?.accessToken {
      issued.append(token.rawValue)
    }
    return response
  }
}

/// An action that signs in.
enum SignIn: CaseIterable {
  case login, provider, signUp

  @MainActor
  func perform(on store: any AuthActions) async {
    switch self {
    case .login: await store.login(email: " taro@example.com ", pass: "password123")
    case .provider: await store.login(with: .google)
    case .signUp: await store.signUp(email: "jiro@example.com", pass: "secret-of-jiro", fields: ["name": "Jiro"])
    }
  }

  /// The request that it sends, and what the Store shows then.
  var expected: (path: String, body: String, state: AuthState, notices: [Notice?]) {
    switch self {
    case .login: ("/v1/login", #"{"email":"taro@example.com","pass":"password123"}"#, .taro, [nil])
    case .provider: ("/v1/login/google", #"{"token":"google-taro"}"#, .taro, [nil])
    case .signUp:
      (
        "/v1/signup", #"{"email":"jiro@example.com","name":"Jiro","pass":"secret-of-jiro"}"#,
        .signedIn(user: AuthenticatedUser(name: "jiro")), [nil, .signedUp]
      )
    }
  }
}

extension AuthState {
  static let taro = AuthState.signedIn(user: AuthenticatedUser(name: "太郎"))
  static let hanako = AuthState.signedIn(user: AuthenticatedUser(name: "花子"))
  static let wrongPassword = AuthState.error(AuthMessages.japanese.invalidCredentials)
  static let invalidEmail = AuthState.error(AuthMessages.japanese.invalidEmail)
  static let offline = AuthState.error(AuthMessages.japanese.common.noNetwork)
  static let expired = AuthState.error("セッションの有効期限が切れました。もう一度ログインしてください。")
  /// The states in which no user is signed in and nothing is in progress.
  static let outside = [AuthState.signedOut, .invalidEmail]
}

extension Notice {
  static let deleted = Notice(title: "削除完了", text: "アカウントを削除しました。", button: "OK", kind: .success)
  static let userDataNotRemoved = Notice(
    title: "削除完了", text: "アカウントを削除しましたが、この端末に保存されたデータを削除できませんでした。次に起動したときに、もう一度削除します。", button: "OK")
  static let signInNotSaved = Notice(
    title: "ログイン情報", text: "ログイン情報を保存できませんでした。次に起動したときに、もう一度ログインが必要になることがあります。", button: "OK")
  static let signOutNotSaved = Notice(
    title: "ログイン情報", text: "保存されたログイン情報を削除できませんでした。次に起動したときに、もう一度ログアウトしてください。", button: "OK")

  static func notDeleted(_ text: String, kind: Notice.Kind = .failure) -> Notice {
    Notice(title: "削除失敗", text: text, button: "OK", kind: kind)
  }
  static let signedUp = Notice(
    title: AuthMessages.japanese.signUpDoneTitle, text: AuthMessages.japanese.signUpDone, button: "OK", kind: .success)
  static let signedOut = Notice(
    title: AuthMessages.japanese.logoutDoneTitle, text: AuthMessages.japanese.logoutDone, button: "OK", kind: .success)
  static let signOutFailed = Notice(
    title: AuthMessages.japanese.logoutFailedTitle, text: AuthMessages.japanese.logoutFailed, button: "OK")
  static let damaged = Notice(
    title: "ログイン情報", text: "保存されたログイン情報を読み込めませんでした。もう一度ログインしてください。", button: "OK")
}

extension StateFingerprint {
  /// What decides what a Store does next.
  @MainActor
  init(of store: AuthStore) {
    self.init(store.memory.essence, identifiers: store.memory.identifiers)
  }
}

extension FakeBackend {
  /// A backend that expects every request on the main actor.
  static func onMainActor() -> FakeBackend {
    .sample { request in
      // With `#isolation` in the comparison, Swift 6.3 fails to compile this in release.
      let isolation: (any Actor)? = #isolation
      #expect(isolation === MainActor.shared, "\(request.path)")
      return .answer
    }
  }
}

/// A repository without a `Session`, which answers as the test says.
struct SampleRepository: AuthRepository {
  var signIn = AnyUseCase<Void, User, AuthError> { _ in .taro }
  var stored = AnyUseCase<Void, User?, SessionStorageError> { _ in nil }
  var confirmation = AnyUseCase<Void, User, AuthError> { _ throws(AuthError) in throw .cancelled }
  var signOut = AnyUseCase<Void, Void, AuthError> { _ in }
  var deletion = AnyUseCase<Void, User, AuthError> { _ in .taro }

  func login(email: String, pass: String) async throws(AuthError) -> User { try await signIn.execute() }
  func signUp(email: String, pass: String, fields: [String: String]) async throws(AuthError) -> User {
    try await signIn.execute()
  }
  func restore() async throws(SessionStorageError) -> User? { try await stored.execute() }
  func currentUser() async throws(AuthError) -> User { try await confirmation.execute() }
  func logout() async throws(AuthError) { try await signOut.execute() }
  func deleteAccount(pass: String) async throws(AuthError) -> User { try await deletion.execute() }
}

extension IdentityProvider {
  static let google = IdentityProvider.google { Secret("google-taro") }
}

/// A storage that is read when the test says so.
struct HeldStorage: SessionStorage {
  let reading = HoldingUseCase<Void, StoredSession?, SessionStorageError>("storage")

  func load() async throws(SessionStorageError) -> StoredSession? { try await reading.execute() }
  func update(_ change: @Sendable (StoredSession?) -> StoredSession?) -> StoredSession? { change(nil) }
}

/// A storage that can be read and, as long as it is full, not written.
final class FullStorage: SessionStorage {
  private let isFull = Atomic(true)

  func free() { isFull.store(false, ordering: .relaxed) }

  func load() -> StoredSession? { nil }
  func update(_ change: @Sendable (StoredSession?) -> StoredSession?) throws(SessionStorageError) -> StoredSession? {
    if isFull.load(ordering: .relaxed) { throw .notWritten(reason: "full") }
    return change(nil)
  }
}
