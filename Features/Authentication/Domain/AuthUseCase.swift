import Core

/// The use cases of ``AuthStore``; each can be replaced.
public struct AuthUseCase: Sendable {
  /// Signs in with an email address and a password.
  public var login: AnyUseCase<Credentials, User, AuthError>
  /// Signs in with an identity provider.
  public var loginWithProvider: AnyUseCase<IdentityProvider, User, AuthError>
  /// Creates an account and signs in to it.
  public var signUp: AnyUseCase<Credentials, User, AuthError>
  /// Opens the session of an earlier launch without asking the server.
  public var restore: AnyUseCase<Void, User?, SessionStorageError>
  /// Asks the server for the signed-in user.
  public var currentUser: AnyUseCase<Void, User, AuthError>
  /// Closes the session, then tells the server.
  public var logout: AnyUseCase<Void, Void, AuthError>
  /// Deletes the account of the signed-in user.
  public var deleteAccount: AnyUseCase<Secret, User, AuthError>
  /// Removes what the app keeps of a user whose account has been deleted.
  public var removeUserData: AnyUseCase<User.ID, Void, AuthError>

  /// Creates the use cases of a repository.
  ///
  /// `onFailure` is called with each error before the Store gets it; `removeUserData` removes what the app keeps of a user
  /// whose account has been deleted, and throws ``AuthError/userDataNotRemoved(reason:)``.
  public init(
    repository: any AuthRepository, onFailure: @escaping @Sendable (AuthError) -> Void = { _ in },
    removeUserData: @escaping @Sendable (User.ID) async throws(AuthError) -> Void = { _ in }
  ) {
    login = Login(repository: repository).reportingFailures(to: onFailure)
    loginWithProvider = AnyUseCase { (provider: IdentityProvider) async throws(AuthError) -> User in
      let token = try await provider.authorize.execute()
      return try await repository.login(provider: provider.id, token: token)
    }.reportingFailures(to: onFailure)
    signUp = SignUp(repository: repository).reportingFailures(to: onFailure)
    restore = AnyUseCase { (_: Void) async throws(SessionStorageError) -> User? in try await repository.restore() }
    currentUser = AnyUseCase { (_: Void) async throws(AuthError) -> User in
      try await repository.currentUser()
    }.reportingFailures(to: onFailure)
    logout = AnyUseCase { (_: Void) async throws(AuthError) in
      try await repository.logout()
    }.reportingFailures(to: onFailure)
    deleteAccount = DeleteAccount(repository: repository).reportingFailures(to: onFailure)
    self.removeUserData = AnyUseCase(removeUserData).reportingFailures(to: onFailure)
  }

  /// Creates the use cases of an app that does not offer everything.
  public init(
    login: AnyUseCase<Credentials, User, AuthError>,
    loginWithProvider: AnyUseCase<IdentityProvider, User, AuthError> = AnyUseCase { _ throws(AuthError) in
      throw .notAuthorized
    },
    signUp: AnyUseCase<Credentials, User, AuthError> = AnyUseCase { _ throws(AuthError) in
      throw .serverError(reason: "The app does not support sign-up.")
    },
    restore: AnyUseCase<Void, User?, SessionStorageError> = AnyUseCase { _ in nil },
    currentUser: AnyUseCase<Void, User, AuthError> = AnyUseCase { _ throws(AuthError) in throw .cancelled },
    logout: AnyUseCase<Void, Void, AuthError> = AnyUseCase { _ in },
    deleteAccount: AnyUseCase<Secret, User, AuthError> = AnyUseCase { _ throws(AuthError) in
      throw .serverError(reason: "The app does not support deleting accounts.")
    },
    removeUserData: AnyUseCase<User.ID, Void, AuthError> = AnyUseCase { _ in }
  ) {
    self.login = login
    self.loginWithProvider = loginWithProvider
    self.signUp = signUp
    self.restore = restore
    self.currentUser = currentUser
    self.logout = logout
    self.deleteAccount = deleteAccount
    self.removeUserData = removeUserData
  }
}

/// Signs in with an email address and a password.
public struct Login: UseCase {
  private let repository: any AuthRepository

  /// Creates the use case.
  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Trims the email address and signs in.
  ///
  /// Throws ``AuthError/invalidEmail`` or ``AuthError/invalidCredentials`` for a field that is empty or has more than
  /// 10 KiB, without a request.
  public func execute(_ credentials: Credentials) async throws(AuthError) -> User {
    guard let email = credentials.email.trimmedInput, !email.isEmpty else { throw .invalidEmail }
    guard !credentials.pass.isEmpty, credentials.pass.isUsableInput else { throw .invalidCredentials }
    return try await repository.login(email: email, pass: credentials.pass)
  }
}

/// Creates an account and signs in to it.
public struct SignUp: UseCase {
  /// The minimum number of characters of a password.
  public static let minimumPasswordLength = 6

  private let repository: any AuthRepository

  /// Creates the use case.
  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Checks the email address, then the password, and signs up.
  ///
  /// Throws ``AuthError/invalidEmail`` or ``AuthError/weakPassword`` without a request, and
  /// ``AuthError/invalidCredentials`` for a password or a further field of more than 10 KiB.
  public func execute(_ credentials: Credentials) async throws(AuthError) -> User {
    guard credentials.pass.isUsableInput, credentials.fields.values.allSatisfy(\.isUsableInput) else {
      throw .invalidCredentials
    }
    guard let email = EmailAddress(credentials.email) else { throw .invalidEmail }
    guard credentials.pass.count >= Self.minimumPasswordLength else { throw .weakPassword }
    return try await repository.signUp(email: email.text, pass: credentials.pass, fields: credentials.fields)
  }
}

/// Deletes the account of the signed-in user.
public struct DeleteAccount: UseCase {
  private let repository: any AuthRepository

  /// Creates the use case.
  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Returns the user; throws ``AuthError/invalidCredentials`` for a password that is empty or has more than 10 KiB,
  /// without a request.
  public func execute(_ password: Secret) async throws(AuthError) -> User {
    guard !password.rawValue.isEmpty, password.rawValue.isUsableInput else { throw .invalidCredentials }
    return try await repository.deleteAccount(pass: password.rawValue)
  }
}
