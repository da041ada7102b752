import Core

/// Sends a post.
public struct SendPost: UseCase {
  private let repository: any FeedRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where posts come from.
  public init(repository: any FeedRepository) {
    self.repository = repository
  }

  /// Sends it.
  ///
  /// - Parameter draft: The post.
  /// - Returns: The post as the server keeps it.
  /// - Throws: What the repository throws.
  public func execute(_ draft: PostDraft) async throws(FeedError) -> Post {
    try await repository.send(draft)
  }
}
