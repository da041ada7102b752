/// Where the items come from.
///
/// Write one of your own to plug in a backend with another contract.
public protocol PlaceholderRepository: Sendable {
  /// Reads the items.
  ///
  /// - Returns: The items, in the order to show them.
  /// - Throws: ``PlaceholderError``.
  func items() async throws(PlaceholderError) -> [PlaceholderItem]
}
