import Core

/// The operations of ``PlaceholderStore`` and their rules.
public struct PlaceholderUseCase: Sendable {
  private let repository: any PlaceholderRepository
  private let isSignedIn: @Sendable () -> Bool
  private let onFailure: @Sendable (PlaceholderError) -> Void

  /// Creates the use case; `onFailure` is called with each error before it is thrown.
  public init(
    repository: any PlaceholderRepository, isSignedIn: @escaping @Sendable () -> Bool = { true },
    onFailure: @escaping @Sendable (PlaceholderError) -> Void = { _ in }
  ) {
    self.repository = repository
    self.isSignedIn = isSignedIn
    self.onFailure = onFailure
  }

  /// Reads the items; a 401 for a signed-in user is ``PlaceholderError/accessDenied``.
  public func items() async throws(PlaceholderError) -> [PlaceholderItem] {
    do throws(PlaceholderError) {
      return try await repository.items()
    } catch {
      let failure = error == .notAuthorized && isSignedIn() ? .accessDenied : error
      onFailure(failure)
      throw failure
    }
  }
}
