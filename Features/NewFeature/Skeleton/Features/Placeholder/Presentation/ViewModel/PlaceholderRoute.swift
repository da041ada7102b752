/// Where Placeholder wants to go.
///
/// The root of the app performs it.
public enum PlaceholderRoute: Sendable, Equatable {
  /// The screen of an item.
  case item(PlaceholderItem.ID)
  /// The screen that signs in: nobody is, or whoever is may not read this.
  case signIn
  /// The server has ended the session.
  case sessionEnded
}
