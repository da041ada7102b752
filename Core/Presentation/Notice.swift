/// A message that the user dismisses, such as an alert.
public struct Notice: Sendable, Hashable {
  /// What the button of a notice does.
  public enum Action: Sendable, Hashable {
    /// Dismisses the notice.
    case dismiss
    /// Dismisses the notice and tries again what failed.
    case retry
  }

  /// The title.
  public let title: String
  /// The message.
  public let text: String
  /// The label of the button.
  public let button: String
  /// What the button does.
  public let action: Action

  /// Creates a notice.
  public init(title: String, text: String, button: String, action: Action = .dismiss) {
    self.title = title
    self.text = text
    self.button = button
    self.action = action
  }
}
