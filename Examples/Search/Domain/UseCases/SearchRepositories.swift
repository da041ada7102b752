import Core

/// Searches for repositories.
public struct SearchRepositories: UseCase {
  private let repository: any SearchRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where repositories are searched for.
  public init(repository: any SearchRepository) {
    self.repository = repository
  }

  /// Searches.
  ///
  /// - Parameter text: What to search for, not empty.
  /// - Returns: What was found, in the order it came.
  /// - Throws: What the repository throws.
  public func execute(_ text: String) async throws(SearchError) -> [CodeRepositorySummary] {
    try await repository.repositories(matching: text)
  }
}
