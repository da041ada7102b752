/// The state of Placeholder.
public enum PlaceholderState: Sendable, Hashable {
  /// Nothing is read yet; the first state.
  case idle
  /// The items are being read for the first time.
  case loading
  /// The items, in the order to show them; there may be none.
  case loaded([PlaceholderItem])
  /// The items could not be read, with the message that says why.
  case error(String)

  /// The items; `nil` unless loaded.
  public var items: [PlaceholderItem]? {
    guard case .loaded(let items) = self else { return nil }
    return items
  }
}

/// A destination outside of Placeholder, for the root of the app.
public enum PlaceholderRoute: Sendable, Hashable {
  /// The screen of an item.
  case item(PlaceholderItem.ID)
  /// The sign-in screen: no user is signed in.
  case signIn
}
