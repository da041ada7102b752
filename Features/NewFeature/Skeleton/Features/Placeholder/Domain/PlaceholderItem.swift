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
