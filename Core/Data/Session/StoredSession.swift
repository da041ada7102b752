/// Who is signed in, and what they prove it with.
///
/// It never prints the token.
public struct StoredSession: Sendable, Equatable, Redacted {
  /// Who is signed in, as last known.
  public let user: User
  /// What the server handed out, or `nil` where it recognises its users in another way.
  public let token: AccessToken?

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - user: Who is signed in.
  ///   - token: What the server handed out.
  public init(user: User, token: AccessToken?) {
    self.user = user
    self.token = token
  }

  /// Shows the user's identifier.
  public var visibleFields: [(label: String, value: String)] { [("user", user.id)] }
}
