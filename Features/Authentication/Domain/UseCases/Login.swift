import Core

/// Signs in with an address and a password.
public struct Login: UseCase {
  private let repository: any AuthRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where users come from.
  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Signs in.
  ///
  /// - Parameter credentials: What was typed; white space around the address does not count.
  /// - Returns: Who is signed in now.
  /// - Throws: ``AuthError/invalidEmail`` or ``AuthError/invalidCredentials`` where the address or the password is
  ///   empty, without asking anybody; otherwise what the repository throws.
  public func execute(_ credentials: Credentials) async throws(AuthError) -> User {
    let email = credentials.email.trimmingWhitespace
    guard !email.isEmpty else { throw .invalidEmail }
    guard !credentials.pass.isEmpty else { throw .invalidCredentials }
    return try await repository.login(email: email, pass: credentials.pass)
  }
}
