import Core
import Foundation

/// A link into the app, `focal://…`.
public enum DeepLink: Sendable, Equatable {
  /// `focal://compose?reply_to=ID`: the composer.
  case compose(replyTo: Post.ID?)
  /// `focal://timeline/ID`: a timeline.
  case timeline(Timeline.ID)
  /// `focal://mypage`: the profile.
  case myPage
  /// `focal://signin`: the screen that signs in.
  case signIn
  /// `focal://signup`: the screen that makes an account.
  case signUp

  /// The forms that a link can have, for a message.
  public static let forms = [
    "focal://compose", "focal://compose?reply_to=ID", "focal://timeline/ID", "focal://mypage", "focal://signin",
    "focal://signup",
  ]

  /// Reads a link, or fails where it has none of the ``forms``.
  ///
  /// - Parameter text: The link.
  public init?(_ text: String) {
    guard let components = URLComponents(string: text), components.scheme == "focal" else { return nil }
    let path = components.path.split(separator: "/").map(String.init)
    switch (components.host, path.count) {
    case ("compose", 0):
      self = .compose(replyTo: components.queryItems?.first { $0.name == "reply_to" }?.value)
    case ("timeline", 1):
      self = .timeline(path[0])
    case ("mypage", 0):
      self = .myPage
    case ("signin", 0):
      self = .signIn
    case ("signup", 0):
      self = .signUp
    default:
      return nil
    }
  }
}
