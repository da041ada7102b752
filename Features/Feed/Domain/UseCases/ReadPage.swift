import Core

/// Reads a stretch of a timeline.
public struct ReadPage: UseCase {
  private let repository: any FeedRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where posts come from.
  public init(repository: any FeedRepository) {
    self.repository = repository
  }

  /// Reads it.
  ///
  /// - Parameter request: Which stretch.
  /// - Returns: The posts, and where the next page begins.
  /// - Throws: What the repository throws.
  public func execute(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
    try await repository.page(request)
  }
}
