import Core

/// Reads the items.
public struct ReadPlaceholderItems: UseCase {
  private let repository: any PlaceholderRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where the items come from.
  public init(repository: any PlaceholderRepository) {
    self.repository = repository
  }

  /// Reads them.
  ///
  /// - Parameter parameters: Nothing.
  /// - Returns: The items.
  /// - Throws: What the repository throws.
  public func execute(_ parameters: Void) async throws(PlaceholderError) -> [PlaceholderItem] {
    try await repository.items()
  }
}
