/// A message that the user dismisses, such as an alert.
public struct Notice: Sendable, Hashable {
  /// What the button of a notice does.
  public enum Action: Sendable, Hashable {
    /// Dismisses the notice.
    case dismiss
    /// Dismisses the notice and tries again what failed.
    case retry
  }

  /// What a notice is about, for its icon, its color and its place.
  public enum Kind: Sendable, Hashable {
    /// What the user wanted is done.
    case success
    /// Something failed.
    case failure
    /// The user has to change a field of the form, such as `name`, before trying again.
    case invalidInput(field: String)
  }

  /// The title.
  public let title: String
  /// The message.
  public let text: String
  /// The label of the button.
  public let button: String
  /// What the button does.
  public let action: Action
  /// What it is about.
  public let kind: Kind

  /// Creates a notice.
  public init(title: String, text: String, button: String, action: Action = .dismiss, kind: Kind = .failure) {
    self.title = title
    self.text = text
    self.button = button
    self.action = action
    self.kind = kind
  }
}
