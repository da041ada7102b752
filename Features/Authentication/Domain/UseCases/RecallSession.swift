import Core

/// Looks at what an earlier launch left, and signs nobody in.
public struct RecallSession: UseCase {
  private let repository: any AuthRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where users come from.
  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Looks.
  ///
  /// - Parameter parameters: Nothing.
  /// - Returns: Who was signed in.
  public func execute(_ parameters: Void) async -> RecalledSession {
    await repository.storedSession()
  }
}
