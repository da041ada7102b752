import struct Foundation.Date

/// The answer of login, sign-up and `GET /v1/me`.
///
/// The article's answer has no `access_token`, and neither has that of `GET /v1/me`; both are read.
public struct UserResponse: Codable, Sendable, Equatable, Redacted {
  /// The identifier of the user.
  public let userID: String
  /// The name of the user.
  public let userName: String
  /// The address of the user.
  public let email: String
  /// When the user last signed in.
  public let lastLoginDate: Date
  /// The token to come back with, where the call opened a session.
  public let accessToken: String?

  private enum CodingKeys: String, CodingKey {
    case userID = "user_id"
    case userName = "user_name"
    case email
    case lastLoginDate = "last_login_date"
    case accessToken = "access_token"
  }

  /// Makes the answer about a user.
  ///
  /// - Parameters:
  ///   - user: Whom it is about.
  ///   - accessToken: The token to come back with, where the call opened a session.
  public init(_ user: User, accessToken: AccessToken? = nil) {
    userID = user.id
    userName = user.name
    email = user.email
    lastLoginDate = user.lastLoginDate
    self.accessToken = accessToken?.rawValue
  }

  /// Whom the answer is about.
  public var user: User {
    User(id: userID, name: userName, email: email, lastLoginDate: lastLoginDate)
  }

  /// The token to come back with, where the call opened a session.
  public var token: AccessToken? { accessToken.map(AccessToken.init) }

  /// Shows whom the answer is about.
  public var visibleFields: [(label: String, value: String)] { [("user_id", userID), ("user_name", userName)] }
}
