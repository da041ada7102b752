import Core

/// The use cases of Placeholder, as ``PlaceholderStore`` gets them.
///
/// Each can be replaced.
public struct PlaceholderUseCase: Sendable {
  /// Reads the items.
  public var readItems: AnyUseCase<Void, [PlaceholderItem], PlaceholderError>

  /// Makes the use cases of a repository.
  ///
  /// - Parameters:
  ///   - repository: Where the items come from.
  ///   - failed: Is told of every failure before the Store is, for a log.
  public init(
    repository: any PlaceholderRepository, failed: @escaping @Sendable (PlaceholderError) -> Void = { _ in }
  ) {
    readItems = ReadPlaceholderItems(repository: repository).reportingFailures(to: failed)
  }
}
