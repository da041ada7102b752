/// A stream of posts that can be chosen.
public struct Timeline: Sendable, Hashable, Identifiable {
  /// The identifier the server gave.
  public let id: String
  /// The name that is shown.
  public let title: String

  /// Makes a timeline.
  ///
  /// - Parameters:
  ///   - id: The identifier the server gave.
  ///   - title: The name that is shown.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}
