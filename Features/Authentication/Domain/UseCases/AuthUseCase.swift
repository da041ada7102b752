import Core

/// The use cases of Authentication, as ``AuthStore`` gets them.
///
/// Each can be replaced.
public struct AuthUseCase: Sendable {
  /// Signs in with an address and a password.
  public var login: AnyUseCase<Credentials, User, AuthError>
  /// Signs in on the word of an identity provider.
  public var loginWithProvider: AnyUseCase<IdentityProvider, User, AuthError>
  /// Makes an account and signs in to it.
  public var signUp: AnyUseCase<Credentials, User, AuthError>
  /// Looks at what an earlier launch left.
  public var recallSession: AnyUseCase<Void, RecalledSession, Never>
  /// Takes up the session that an earlier launch left.
  public var restoreSession: AnyUseCase<Void, User?, AuthError>
  /// Signs out.
  public var logout: AnyUseCase<Void, Void, AuthError>
  /// Forgets a session that the server has ended.
  public var endSession: AnyUseCase<Void, Void, Never>

  /// Makes the use cases of a repository.
  ///
  /// - Parameters:
  ///   - repository: Where users come from.
  ///   - failed: Is told of every failure before the Store is, for a log.
  public init(repository: any AuthRepository, failed: @escaping @Sendable (AuthError) -> Void = { _ in }) {
    login = Login(repository: repository).reportingFailures(to: failed)
    loginWithProvider = LoginWithProvider(repository: repository).reportingFailures(to: failed)
    signUp = SignUp(repository: repository).reportingFailures(to: failed)
    recallSession = AnyUseCase(RecallSession(repository: repository))
    restoreSession = RestoreSession(repository: repository).reportingFailures(to: failed)
    logout = Logout(repository: repository).reportingFailures(to: failed)
    endSession = AnyUseCase(EndSession(repository: repository))
  }

  /// Makes the use cases of an app that only signs in and out.
  ///
  /// - Parameters:
  ///   - login: Signs in with an address and a password, which come as they were typed.
  ///   - logout: Signs out; by default there is nobody to tell.
  public init(
    login: AnyUseCase<Credentials, User, AuthError>,
    logout: AnyUseCase<Void, Void, AuthError> = AnyUseCase { _ in }
  ) {
    self.init(repository: LoginOnlyRepository(logoutUseCase: logout, loginUseCase: login))
    self.login = login
  }
}

/// A repository that offers nothing but two use cases.
private struct LoginOnlyRepository: AuthRepository {
  let logoutUseCase: AnyUseCase<Void, Void, AuthError>
  let loginUseCase: AnyUseCase<Credentials, User, AuthError>

  func login(email: String, pass: String) async throws(AuthError) -> User {
    try await loginUseCase.execute(Credentials(email: email, pass: pass))
  }

  func logout() async throws(AuthError) {
    try await logoutUseCase.execute()
  }
}
