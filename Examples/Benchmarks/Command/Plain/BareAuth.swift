import Authentication
import Core
import Observation

/// The transitions of ``PlainAuth``, with no thought for what comes between them, in a class that is `@Observable` and nothing else.
@MainActor
@Observable
final class BareAuth {
  private(set) var state = AuthState.signedOut
  private(set) var notice: Notice?
  private let loginUseCase: @Sendable (Credentials) async throws(AuthError) -> User
  private let logoutUseCase: @Sendable () async throws(AuthError) -> Void
  private let endSession: @Sendable () async -> Void

  init(
    login: @escaping @Sendable (Credentials) async throws(AuthError) -> User,
    logout: @escaping @Sendable () async throws(AuthError) -> Void,
    endSession: @escaping @Sendable () async -> Void
  ) {
    loginUseCase = login
    logoutUseCase = logout
    self.endSession = endSession
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
