/// What a view shows of Placeholder.
public struct PlaceholderContent: Sendable, Equatable {
  /// The items, in the order to show them; there may be none.
  public let items: [PlaceholderItem]

  /// Makes a content.
  ///
  /// - Parameter items: The items, in the order to show them.
  public init(items: [PlaceholderItem]) {
    self.items = items
  }
}
