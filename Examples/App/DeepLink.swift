import Core
import Foundation

/// A link into the app, `focal://…`.
public enum DeepLink: Sendable, Hashable {
  /// `focal://compose?reply_to=ID`: the composer.
  case compose(replyTo: Post.ID?)
  /// `focal://timeline/ID`: a timeline; without an identifier the home timeline. `focal://post/ID`: the thread of a post.
  case timeline(Timeline.ID?)
  /// `focal://mypage`: the profile.
  case myPage
  /// `focal://signin`: the sign-in screen.
  case signIn
  /// `focal://signup`: the sign-up screen.
  case signUp

  /// The forms that a link can have, for an error message.
  public static let forms = [
    "focal://compose", "focal://compose?reply_to=ID", "focal://timeline", "focal://timeline/ID", "focal://post/ID",
    "focal://mypage", "focal://signin", "focal://signup",
  ]

  /// Creates a link from its text, or returns `nil` where it has none of the ``forms``.
  public init?(_ text: String) {
    guard text.isUsableInput, let components = URLComponents(string: text), components.scheme == "focal" else {
      return nil
    }
    let path = components.percentEncodedPath.split(separator: "/").map {
      String($0).removingPercentEncoding ?? String($0)
    }
    switch (components.host, path.count) {
    case ("compose", 0):
      let replyTo = components.queryItems?.first { $0.name == "reply_to" }?.value
      self = .compose(replyTo: replyTo?.isEmpty == true ? nil : replyTo)
    case ("timeline", 0):
      self = .timeline(nil)
    case ("timeline", 1):
      self = .timeline(.list(path[0]))
    case ("post", 1):
      self = .timeline(.thread(of: path[0]))
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

extension DeepLink {
  /// The link as a text, from which it can be created again.
  public var text: String {
    switch self {
    case .timeline(nil): "focal://timeline"
    case .timeline(.list(let id)): "focal://timeline/\(id.urlEncoded)"
    case .timeline(.thread(let post)): "focal://post/\(post.urlEncoded)"
    case .compose(nil): "focal://compose"
    case .compose(let replyTo?): "focal://compose?reply_to=\(replyTo.urlEncoded)"
    case .myPage: "focal://mypage"
    case .signIn: "focal://signin"
    case .signUp: "focal://signup"
    }
  }
}

extension String {
  /// The string percent-encoded, for one path segment or query value.
  package var urlEncoded: String { HTTPRequest.percentEncoded(self) }
}
