import Core

/// The rules of signing in and out, over a repository.
public struct AuthUseCase: Sendable {
  /// The minimum number of characters of a new password.
  public static let minimumPasswordLength = 6

  private let repository: any AuthRepository
  private let onFailure: @Sendable (AuthError) -> Void
  private let removeUserData: @Sendable (User.ID) async throws(AuthError) -> Void

  /// Creates the use case.
  ///
  /// `onFailure` is called with each error before the Store gets it; `removeUserData` removes what the app keeps of a user
  /// whose account has been deleted, and throws ``AuthError/userDataNotRemoved(reason:)``.
  public init(
    repository: any AuthRepository, onFailure: @escaping @Sendable (AuthError) -> Void = { _ in },
    removeUserData: @escaping @Sendable (User.ID) async throws(AuthError) -> Void = { _ in }
  ) {
    self.repository = repository
    self.onFailure = onFailure
    self.removeUserData = removeUserData
  }

  /// What the server offers.
  public var capabilities: Set<AuthCapability> { repository.capabilities }

  /// Trims the email address and signs in.
  ///
  /// Throws ``AuthError/invalidEmail`` or ``AuthError/invalidCredentials`` for a field that is empty or has more than
  /// 10 KiB, without a request.
  public func login(email: String, pass: String) async throws(AuthError) -> User {
    try await AuthError.reporting(to: onFailure) { () async throws(AuthError) in
      guard let email = email.trimmedInput, !email.isEmpty else { throw .invalidEmail }
      guard !pass.isEmpty, pass.isUsableInput else { throw .invalidCredentials }
      return try await repository.login(email: email, pass: pass)
    }
  }

  /// Asks the user at an identity provider and signs in with its token.
  ///
  /// Throws ``AuthError/cancelled``, without a request, where `isCurrent` returns `false` for the provider’s answer.
  public func login(with provider: IdentityProvider, isCurrent: () -> Bool = { true }) async throws(AuthError) -> User {
    try await AuthError.reporting(to: onFailure) { () async throws(AuthError) in
      let token = try await provider.authorize()
      guard isCurrent() else { throw .cancelled }
      return try await repository.login(provider: provider.id, token: token)
    }
  }

  /// Checks the email address, then the password, and signs up.
  ///
  /// Throws ``AuthError/invalidEmail`` or ``AuthError/weakPassword`` without a request, and
  /// ``AuthError/invalidCredentials`` for a password or a further field of more than 10 KiB.
  public func signUp(email: String, pass: String, fields: [String: String] = [:]) async throws(AuthError) -> User {
    try await AuthError.reporting(to: onFailure) { () async throws(AuthError) in
      guard pass.isUsableInput, fields.values.allSatisfy(\.isUsableInput) else { throw .invalidCredentials }
      guard let email = EmailAddress(email) else { throw .invalidEmail }
      guard pass.count >= Self.minimumPasswordLength else { throw .weakPassword }
      return try await repository.signUp(email: email.text, pass: pass, fields: fields)
    }
  }

  /// Opens the session of an earlier launch without asking the server.
  public func restore() async throws(SessionStorageError) -> User? {
    try await repository.restore()
  }

  /// Asks the server for the signed-in user.
  public func currentUser() async throws(AuthError) -> User {
    try await AuthError.reporting(to: onFailure) { () async throws(AuthError) in try await repository.currentUser() }
  }

  /// Closes the session, then tells the server.
  public func logout() async throws(AuthError) {
    try await AuthError.reporting(to: onFailure) { () async throws(AuthError) in try await repository.logout() }
  }

  /// Deletes the account of the signed-in user, and returns the user.
  ///
  /// Throws ``AuthError/invalidCredentials`` for a password that is empty or has more than 10 KiB, without a request.
  public func deleteAccount(pass: String) async throws(AuthError) -> User {
    try await AuthError.reporting(to: onFailure) { () async throws(AuthError) in
      guard !pass.isEmpty, pass.isUsableInput else { throw .invalidCredentials }
      return try await repository.deleteAccount(pass: pass)
    }
  }

  /// Removes what the app keeps of a user whose account has been deleted.
  public func removeUserData(of userID: User.ID) async throws(AuthError) {
    try await AuthError.reporting(to: onFailure) { () async throws(AuthError) in try await removeUserData(userID) }
  }
}
