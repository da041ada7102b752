/// The actions of Placeholder.
///
/// An action returns when its work is done; one that is ignored returns at once.
@MainActor
public protocol PlaceholderActions: AnyObject, Sendable {
  /// Reads the items; what is shown stays until the response. Ignored while reading.
  func load() async

  /// Requests the screen of an item.
  func select(_ id: PlaceholderItem.ID)

  /// Dismisses the notice.
  func dismissNotice()
}
