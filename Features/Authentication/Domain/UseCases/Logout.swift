import Core

/// Signs out: forgets the session at once, then tells the server.
public struct Logout: UseCase {
  private let repository: any AuthRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where users come from.
  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Signs out.
  ///
  /// - Parameter parameters: Nothing.
  /// - Throws: What the repository throws, where the server did not hear of it.
  public func execute(_ parameters: Void) async throws(AuthError) {
    try await repository.logout()
  }
}
