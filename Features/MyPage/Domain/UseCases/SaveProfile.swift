import Core

/// Saves a profile.
public struct SaveProfile: UseCase {
  private let repository: any MyPageRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where profiles come from.
  public init(repository: any MyPageRepository) {
    self.repository = repository
  }

  /// Saves it.
  ///
  /// - Parameter draft: The profile.
  /// - Returns: The profile as the server keeps it, and the saved flag.
  /// - Throws: What the repository throws.
  public func execute(_ draft: ProfileDraft) async throws(MyPageError) -> StoredProfile {
    try await repository.save(draft)
  }
}
