/// What a user can do in Placeholder.
///
/// Each action returns when its work is done; one that is ignored, at once.
@MainActor
public protocol PlaceholderActions: AnyObject {
  /// Reads the items. What is shown stays until the answer. Ignored while they are being read.
  func load() async

  /// Asks for the screen of an item.
  ///
  /// - Parameter id: The item.
  func select(_ id: PlaceholderItem.ID)

  /// Clears the notice.
  func dismissNotice()
}
