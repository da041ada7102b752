/// Reads items.
///
/// Implement it to use a backend with another contract.
public protocol PlaceholderRepository: Sendable {
  /// Reads the items, in the order to show them.
  func items() async throws(PlaceholderError) -> [PlaceholderItem]
}
