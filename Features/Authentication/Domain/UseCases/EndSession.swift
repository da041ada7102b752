import Core

/// Forgets a session that the server has ended.
public struct EndSession: UseCase {
  private let repository: any AuthRepository

  /// Makes the use case.
  ///
  /// - Parameter repository: Where users come from.
  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Forgets it.
  ///
  /// - Parameter parameters: Nothing.
  public func execute(_ parameters: Void) async {
    await repository.endSession()
  }
}
