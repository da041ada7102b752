/// An item of Placeholder.
public struct PlaceholderItem: Sendable, Hashable, Identifiable {
  /// The identifier assigned by the server.
  public let id: String
  /// The title.
  public let title: String

  /// Creates an item.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

/// Reads items.
///
/// Implement it to use a backend with another contract.
public protocol PlaceholderRepository: Sendable {
  /// Reads the items, in the order to show them.
  func items() async throws(PlaceholderError) -> [PlaceholderItem]
}
