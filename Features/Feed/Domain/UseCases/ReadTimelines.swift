import Core

/// Reads the timelines that can be chosen from.
public struct ReadTimelines: UseCase {
  private let repository: any FeedRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where posts come from.
  public init(repository: any FeedRepository) {
    self.repository = repository
  }

  /// Reads them.
  ///
  /// - Parameter parameters: Nothing.
  /// - Returns: The timelines.
  /// - Throws: What the repository throws.
  public func execute(_ parameters: Void) async throws(FeedError) -> [Timeline] {
    try await repository.timelines()
  }
}
