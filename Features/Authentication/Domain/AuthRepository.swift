import Core

/// Signs users in and out.
///
/// Implement it to use a backend with another contract. `login` and `logout` are required; the other methods have
/// defaults for a backend that does not offer them, which says so in ``capabilities``. The rules about answers that come too late are kept by
/// `Session.open(_:onOvertaken:)`, `restore()`, `renew(_:)`, `close()` and `deleteAccount(_:)`.
public protocol AuthRepository: Sendable {
  /// What the server offers, always the same; everything by default.
  var capabilities: Set<AuthCapability> { get }

  /// Signs in with an email address, without surrounding white space, and a password.
  ///
  /// A sign-in that ``logout()`` overtakes opens no session and throws ``AuthError/cancelled``.
  func login(email: String, pass: String) async throws(AuthError) -> User

  /// Signs in with the token of an identity provider; throws ``AuthError/notAuthorized`` by default.
  func login(provider: String, token: Secret) async throws(AuthError) -> User

  /// Creates an account and signs in to it; throws ``AuthError/serverError(reason:)`` by default.
  ///
  /// `fields` has what the server asks for beside the two, by the names that it has for them. What it refuses in words for
  /// the user is ``AuthError/rejected(reason:)``.
  func signUp(email: String, pass: String, fields: [String: String]) async throws(AuthError) -> User

  /// Opens the session of an earlier launch without asking the server; of one that is open, saves what could not be saved.
  ///
  /// `nil` where there is none, where a sign-in or sign-out came first, and by default.
  func restore() async throws(SessionStorageError) -> User?

  /// Asks the server for the signed-in user, to confirm a restored session.
  ///
  /// Throws ``AuthError/sessionEnded`` where the server refuses the session, unless that already ended the `Session`. Any
  /// other error leaves the user signed in as last known; ``AuthError/cancelled`` by default.
  func currentUser() async throws(AuthError) -> User

  /// Closes the session on this device at once, then tells the server.
  ///
  /// A sign-in or restore in progress opens no session. Throws where the server could not be told.
  func logout() async throws(AuthError)

  /// Deletes the account of the signed-in user, and ends the session with `Session.end(deleted:)`; returns the user.
  ///
  /// Throws ``AuthError/invalidCredentials`` for a wrong password, ``AuthError/sessionEnded`` where the session ended
  /// meanwhile, and ``AuthError/serverError(reason:)`` by default. Any other error leaves the user signed in.
  func deleteAccount(pass: String) async throws(AuthError) -> User
}

extension AuthRepository {
  public var capabilities: Set<AuthCapability> { Set(AuthCapability.allCases) }

  public func login(provider: String, token: Secret) async throws(AuthError) -> User {
    throw .notAuthorized
  }

  public func signUp(email: String, pass: String, fields: [String: String]) async throws(AuthError) -> User {
    throw .serverError(reason: "The repository does not support sign-up.")
  }

  public func restore() async throws(SessionStorageError) -> User? { nil }

  public func currentUser() async throws(AuthError) -> User { throw .cancelled }

  public func deleteAccount(pass: String) async throws(AuthError) -> User {
    throw .serverError(reason: "The repository does not support deleting accounts.")
  }
}

/// What a server may offer of Authentication; what it does not offer has no button, and its action is ignored.
public enum AuthCapability: Sendable, Hashable, CaseIterable {
  /// Creating an account.
  case signUp
  /// Deleting the account of the signed-in user.
  case accountDeletion
}

extension Session {
  /// Deletes the account of the signed-in user at the server with `delete`, then closes the session; returns the user.
  ///
  /// Throws ``AuthError/notAuthorized`` where no user is signed in, and ``AuthError/sessionEnded`` where `delete` throws
  /// after the session has ended. Any other error leaves the user signed in.
  public func deleteAccount(_ delete: () async throws(AuthError) -> Void) async throws(AuthError) -> User {
    let began = generation
    guard let user = current?.user else { throw .notAuthorized }
    do throws(AuthError) {
      try await delete()
    } catch {
      throw generation == began ? error : .sessionEnded
    }
    // The user may have been renamed meanwhile.
    let deleted = generation == began ? current?.user ?? user : user
    await end(deleted: deleted)
    return deleted
  }
}
