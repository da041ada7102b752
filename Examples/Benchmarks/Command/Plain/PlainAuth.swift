import Authentication
import Core

/// Signing in and out in plain Swift: what `AuthStore` does, in a class with variables and callbacks.
@MainActor
final class PlainAuth {
  private(set) var state = AuthState.signedOut {
    didSet { for observer in observers { observer(state) } }
  }
  private(set) var notice: Notice?
  private let loginUseCase: @Sendable (Credentials) async throws(AuthError) -> User
  private let logoutUseCase: @Sendable () async throws(AuthError) -> Void
  private let endSession: @Sendable () async -> Void
  private let messages = AuthMessages.english
  private let route: @MainActor (AuthRoute) -> Void = { _ in }
  private var observers: [(AuthState) -> Void] = []
  private var wish = 0

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
    let before = state
    switch before {
    case .loading, .signedIn: return
    case .signedOut, .error: break
    }
    wish += 1
    let ticket = wish
    state = .loading
    do throws(AuthError) {
      let user = try await loginUseCase(Credentials(email: email, pass: pass))
      guard ticket == wish else { return }
      state = .signedIn(user: AuthenticatedUser(name: user.name))
      route(.signedIn)
    } catch {
      guard ticket == wish else { return }
      state = error == .cancelled ? before : .error(messages.login(failedWith: error))
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
    guard case .signedIn = state else { return }
    wish += 1
    let ticket = wish
    state = .signedOut
    route(.signedOut)
    do throws(AuthError) {
      try await logoutUseCase()
      guard ticket == wish else { return }
      notice = Notice(title: messages.logoutDoneTitle, text: messages.logoutDone, button: messages.dismiss)
    } catch {
      guard ticket == wish, error != .cancelled else { return }
      notice = Notice(title: messages.logoutFailedTitle, text: messages.logoutFailed, button: messages.dismiss)
    }
  }

  @inline(never)
  func sessionEnded() async {
    guard case .signedIn = state else { return }
    wish += 1
    state = .error(messages.sessionExpired)
    route(.signedOut)
    await endSession()
  }
}
