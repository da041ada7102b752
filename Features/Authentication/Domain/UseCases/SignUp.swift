import Core

/// Makes an account and signs in to it.
public struct SignUp: UseCase {
  /// The fewest characters that a password may have.
  public static let shortestPassword = 6

  private let repository: any AuthRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where users come from.
  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Checks the address, then the password, and signs up.
  ///
  /// - Parameter credentials: What was typed; white space around the address does not count.
  /// - Returns: Who is signed in now.
  /// - Throws: ``AuthError/invalidEmail`` or ``AuthError/weakPassword`` without asking anybody; otherwise what the
  ///   repository throws.
  public func execute(_ credentials: Credentials) async throws(AuthError) -> User {
    guard let email = EmailAddress(credentials.email) else { throw .invalidEmail }
    guard credentials.pass.count >= Self.shortestPassword else { throw .weakPassword }
    return try await repository.signUp(email: email.text, pass: credentials.pass)
  }
}
