import Core

/// Deletes the profile of whoever is signed in.
public struct DeleteProfile: UseCase {
  private let repository: any MyPageRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where profiles come from.
  public init(repository: any MyPageRepository) {
    self.repository = repository
  }

  /// Deletes it.
  ///
  /// - Parameter parameters: Nothing.
  /// - Throws: What the repository throws; the profile is still there then.
  public func execute(_ parameters: Void) async throws(MyPageError) {
    try await repository.deleteProfile()
  }
}
