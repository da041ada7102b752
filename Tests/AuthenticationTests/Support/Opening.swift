import Authentication
import Core
import StoreExploring

/// An action that opens a session: one of the first four rows of the table.
enum Opening: String, CaseIterable {
  case login, provider, signUp, restore

  @MainActor
  func perform(on store: some AuthActions) async {
    switch self {
    case .login: await store.login(email: "taro@example.com", pass: "password123")
    case .provider: await store.login(with: .google)
    case .signUp: await store.signUp(email: "jiro@example.com", pass: "secret-of-jiro")
    case .restore: await store.restore()
    }
  }

  /// The call that asks the server.
  var call: (method: HTTPMethod, path: String) {
    switch self {
    case .login: (.post, "/v1/login")
    case .provider: (.post, "/v1/login/google")
    case .signUp: (.post, "/v1/signup")
    case .restore: (.get, "/v1/me")
    }
  }

  /// The state in the end.
  var signedIn: AuthState {
    switch self {
    case .login, .provider, .restore: .taro
    case .signUp: .signedIn(user: AuthenticatedUser(name: "jiro"))
    }
  }

  /// What is told in the end.
  var notices: [Notice?] {
    switch self {
    case .login, .provider, .restore: [nil]
    case .signUp: [nil, .signedUp]
    }
  }
}

/// A state in which nobody is signed in and nothing is under way.
enum Outside: CaseIterable {
  case signedOut, error

  var state: AuthState {
    switch self {
    case .signedOut: .signedOut
    case .error: .wrongPassword
    }
  }

  /// A Store in that state, with a session in its storage.
  @MainActor
  func fixture(holdsCalls: Bool = false) async throws -> AuthFixture {
    let fixture = await AuthFixture.signedInBefore().relaunched(holdsCalls: holdsCalls)
    guard self == .error else { return fixture }
    let login = fixture.startedLogin(FakeAccount(id: "", name: "", email: "taro@example.com", password: "wrong"))
    if holdsCalls { try fixture.held.release() }
    try await login.finish()
    return fixture
  }
}
