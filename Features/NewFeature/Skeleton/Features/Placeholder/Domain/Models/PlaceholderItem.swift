/// One thing of Placeholder.
public struct PlaceholderItem: Sendable, Equatable, Identifiable {
  /// What it is known by.
  public let id: String
  /// What it is called.
  public let title: String

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - id: What it is known by.
  ///   - title: What it is called.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}
