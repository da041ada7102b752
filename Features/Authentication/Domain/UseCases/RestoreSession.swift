import Core

/// Takes up the session that an earlier launch left.
public struct RestoreSession: UseCase {
  private let repository: any AuthRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where users come from.
  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Takes it up.
  ///
  /// - Parameter parameters: Nothing.
  /// - Returns: Who is signed in now, or `nil` where the server refuses the session.
  /// - Throws: What the repository throws.
  public func execute(_ parameters: Void) async throws(AuthError) -> User? {
    try await repository.restore()
  }
}
