import Authentication
import Core

/// Signing in and out in plain Swift: a class with a variable, and callbacks for whoever watches it.
@MainActor
final class PlainAuth {
  private(set) var state = AuthState.signedOut {
    didSet { for observer in observers { observer(state) } }
  }
  private(set) var notice: Notice?
  private let loginUseCase: @Sendable (Credentials) async throws(AuthError) -> User
  private let logoutUseCase: @Sendable () async throws(AuthError) -> Void
  private let endSession: @Sendable () async -> Void
  private var observers: [(AuthState) -> Void] = []

  init(
    login: @escaping @Sendable (Credentials) async throws(AuthError) -> User,
    logout: @escaping @Sendable () async throws(AuthError) -> Void,
    endSession: @escaping @Sendable () async -> Void
  ) {
    loginUseCase = login
    logoutUseCase = logout
    self.endSession = endSession
  }

  func observe(_ observer: @escaping (AuthState) -> Void) {
    observers.append(observer)
  }

  @inline(never)
  func login(email: String, pass: String) async {
    state = .loading
    do throws(AuthError) {
      let user = try await loginUseCase(Credentials(email: email, pass: pass))
      state = .signedIn(user: AuthenticatedUser(name: user.name))
    } catch {
      state = .error("")
    }
  }

  /// Looks at what is stored, then asks who that is.
  @inline(never)
  func restore() async {
    await endSession()
    await login(email: "", pass: "")
  }

  @inline(never)
  func logout() async {
    state = .signedOut
    do throws(AuthError) {
      try await logoutUseCase()
      notice = Notice(title: "Goodbye", text: "You’re signed out!")
    } catch {
      state = .error("")
    }
  }

  @inline(never)
  func sessionEnded() async {
    state = .error("Your session has expired.")
    await endSession()
  }
}
