/// Whoever wrote a post.
public struct Author: Sendable, Hashable, Identifiable {
  /// The identifier the server gave.
  public let id: String
  /// The name that is shown.
  public let name: String
  /// The name that others mention them by, without the at sign.
  public let screenName: String

  /// Makes an author.
  ///
  /// - Parameters:
  ///   - id: The identifier the server gave.
  ///   - name: The name that is shown.
  ///   - screenName: The name that others mention them by, without the at sign.
  public init(id: String, name: String, screenName: String) {
    self.id = id
    self.name = name
    self.screenName = screenName
  }
}
