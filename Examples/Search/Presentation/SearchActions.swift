/// The actions of Search.
///
/// An action returns when its work is done or a later search replaces it.
@MainActor
public protocol SearchActions: AnyObject, Sendable {
  /// Shows the recommended repositories.
  func load() async

  /// Searches after a pause in typing; stops the search before it.
  ///
  /// A text of white space removes the results and searches for nothing.
  func search(text: String) async

  /// Requests the page of a repository. Ignored where the repository is not shown.
  func select(_ id: SearchRow.ID)

  /// Dismisses the notice.
  func dismissNotice()
}
