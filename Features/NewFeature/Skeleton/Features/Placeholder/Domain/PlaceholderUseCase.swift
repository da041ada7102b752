import Core

/// The use cases of ``PlaceholderStore``; each can be replaced.
public struct PlaceholderUseCase: Sendable {
  /// Reads the items.
  public var readItems: AnyUseCase<Void, [PlaceholderItem], PlaceholderError>

  /// Creates the use cases of a repository; `onFailure` is called with each error before the Store gets it.
  public init(
    repository: any PlaceholderRepository, onFailure: @escaping @Sendable (PlaceholderError) -> Void = { _ in }
  ) {
    readItems = AnyUseCase { (_: Void) async throws(PlaceholderError) -> [PlaceholderItem] in
      try await repository.items()
    }.reportingFailures(to: onFailure)
  }

  /// Creates the use cases of an app without a repository.
  public init(readItems: AnyUseCase<Void, [PlaceholderItem], PlaceholderError>) {
    self.readItems = readItems
  }
}
