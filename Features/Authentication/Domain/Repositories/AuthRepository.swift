import Core

/// Where users come from.
///
/// Write one of your own to plug in a backend with another contract.
///
/// `login` and `logout` are all there is to write; what else a repository does not offer, it leaves out.
public protocol AuthRepository: Sendable {
  /// Signs in with an address and a password.
  ///
  /// - Parameters:
  ///   - email: The address, without white space around it.
  ///   - pass: The password.
  /// - Returns: Who is signed in now.
  /// - Throws: ``AuthError``. A login that ``logout()`` overtook opens no session and throws ``AuthError/cancelled``.
  func login(email: String, pass: String) async throws(AuthError) -> User

  /// Signs in on the word of an identity provider.
  ///
  /// - Parameters:
  ///   - provider: The provider's ``IdentityProvider/id``.
  ///   - token: What the provider vouched with.
  /// - Returns: Who is signed in now.
  /// - Throws: ``AuthError``; by default ``AuthError/notAuthorized``.
  func login(provider: String, token: AccessToken) async throws(AuthError) -> User

  /// Makes an account and signs in to it.
  ///
  /// - Parameters:
  ///   - email: The address, which has the form of one.
  ///   - pass: The password, 6 characters or more.
  /// - Returns: Who is signed in now.
  /// - Throws: ``AuthError``; by default ``AuthError/serverError(reason:)``.
  func signUp(email: String, pass: String) async throws(AuthError) -> User

  /// What an earlier launch left; nothing by default. It signs nobody in.
  ///
  /// - Returns: Who was signed in.
  func storedSession() async -> RecalledSession

  /// Takes up the session that an earlier launch left.
  ///
  /// - Returns: Who is signed in now, as last known where the server could not be asked; `nil` where the server
  ///   refuses the session, which is forgotten then. `nil` by default.
  /// - Throws: ``AuthError/cancelled`` where it no longer counts.
  func restore() async throws(AuthError) -> User?

  /// Forgets the session at once, then tells the server.
  ///
  /// A login or a restore that is still under way no longer counts.
  ///
  /// - Throws: ``AuthError`` where the server did not hear of it.
  func logout() async throws(AuthError)

  /// Forgets a session that the server has ended. Does nothing by default.
  func endSession() async
}

extension AuthRepository {
  /// Offers no identity provider.
  ///
  /// - Parameters:
  ///   - provider: Any provider.
  ///   - token: Any token.
  /// - Returns: Nothing.
  /// - Throws: ``AuthError/notAuthorized``.
  public func login(provider: String, token: AccessToken) async throws(AuthError) -> User {
    throw .notAuthorized
  }

  /// Offers no accounts.
  ///
  /// - Parameters:
  ///   - email: Any address.
  ///   - pass: Any password.
  /// - Returns: Nothing.
  /// - Throws: ``AuthError/serverError(reason:)``.
  public func signUp(email: String, pass: String) async throws(AuthError) -> User {
    throw .serverError(reason: "This repository makes no accounts.")
  }

  /// Keeps no session.
  ///
  /// - Returns: ``RecalledSession/none``.
  public func storedSession() async -> RecalledSession { .none }

  /// Keeps no session.
  ///
  /// - Returns: `nil`.
  /// - Throws: Nothing.
  public func restore() async throws(AuthError) -> User? { nil }

  /// Keeps no session.
  public func endSession() async {}
}
