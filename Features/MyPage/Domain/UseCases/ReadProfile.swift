import Core

/// Reads the profile of whoever is signed in.
public struct ReadProfile: UseCase {
  private let repository: any MyPageRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where profiles come from.
  public init(repository: any MyPageRepository) {
    self.repository = repository
  }

  /// Reads it.
  ///
  /// - Parameter parameters: Nothing.
  /// - Returns: The profile, or none where it was never saved, and the saved flag.
  /// - Throws: What the repository throws.
  public func execute(_ parameters: Void) async throws(MyPageError) -> StoredProfile {
    try await repository.profile()
  }
}
