import Core

/// Signs in on the word of an identity provider.
public struct LoginWithProvider: UseCase {
  private let repository: any AuthRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where users come from.
  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Asks the provider, then signs in.
  ///
  /// - Parameter provider: Who vouches.
  /// - Returns: Who is signed in now.
  /// - Throws: What the provider throws, ``AuthError/cancelled`` where the user backed out, or what the repository
  ///   throws.
  public func execute(_ provider: IdentityProvider) async throws(AuthError) -> User {
    let token = try await provider.authorize.execute()
    return try await repository.login(provider: provider.id, token: token)
  }
}
