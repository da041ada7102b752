/// What a user can do in Search.
///
/// Each action returns when its work is done or a later one has made it needless.
@MainActor
public protocol SearchActions: AnyObject {
  /// Shows the recommended repositories.
  func load() async

  /// Searches once nobody has typed for a moment.
  ///
  /// It stops whatever is being searched for. A text of white space stops it too, takes away what was found and
  /// searches for nothing.
  ///
  /// - Parameter text: The text, as it was typed.
  func search(text: String) async

  /// Asks for the page of a repository. Ignored where the repository is not shown.
  ///
  /// - Parameter id: The repository.
  func select(_ id: SearchRow.ID)

  /// Clears the notice.
  func dismissNotice()
}
