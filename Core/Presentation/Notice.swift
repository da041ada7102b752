/// Something a user is told once: an alert of the articles, a refresh that failed, a logout the server never heard of.
public struct Notice: Sendable, Hashable {
  /// The headline.
  public let title: String
  /// What happened, and what to do about it.
  public let text: String
  /// The label of the button that dismisses it.
  public let button: String

  /// Makes a notice.
  ///
  /// - Parameters:
  ///   - title: The headline.
  ///   - text: What happened, and what to do about it.
  ///   - button: The label of the button that dismisses it.
  public init(title: String, text: String, button: String = "OK") {
    self.title = title
    self.text = text
    self.button = button
  }
}
