import Foundation
import Synchronization

/// The body of `POST /v1/login`, and of `POST /v1/signup` without further fields.
public struct LoginRequest: Codable, Sendable, Hashable {
  /// The email address of the account.
  public let email: String
  /// The password, as typed.
  public let pass: Secret

  /// Creates the body.
  public init(email: String, pass: String) {
    self.email = email
    self.pass = Secret(pass)
  }
}

/// The body of `POST /v1/signup`: an email address, a password, and the further fields of the server.
public struct SignUpRequest: Encodable, Sendable, Hashable {
  private let members: [String: Secret]

  /// Creates the body; a field named `email` or `pass` is left out.
  public init(email: String, pass: String, fields: [String: String] = [:]) {
    members = fields.merging(["email": email, "pass": pass]) { _, required in required }.mapValues(Secret.init)
  }

  /// Encodes one object with all the fields.
  public func encode(to encoder: any Encoder) throws {
    try members.encode(to: encoder)
  }
}

/// The body of `POST /v1/login/{provider}`.
public struct IdentityTokenRequest: Codable, Sendable, Hashable {
  /// The token issued by the identity provider.
  public let token: Secret

  /// Creates the body.
  public init(token: Secret) {
    self.token = token
  }
}

/// The body of a request without content, `{}`, such as `POST /v1/logout`.
public struct EmptyRequestBody: Codable, Sendable, Hashable {
  /// Creates the body.
  public init() {}
}

/// The body of `DELETE /v1/me`.
public struct DeleteAccountRequest: Codable, Sendable, Hashable {
  /// The password, as typed.
  public let pass: Secret

  /// Creates the body.
  public init(pass: String) {
    self.pass = Secret(pass)
  }
}

/// The body of `POST /v1/refresh`.
public struct RefreshRequest: Codable, Sendable, Hashable {
  /// The refresh token, which the request uses up.
  public let refreshToken: Secret

  private enum CodingKeys: String, CodingKey {
    case refreshToken = "refresh_token"
  }

  /// Creates the body.
  public init(_ token: Secret) {
    refreshToken = token
  }
}

/// The response of `POST /v1/refresh`.
public struct TokenResponse: Codable, Sendable, Hashable {
  /// The new access token.
  public let accessToken: Secret
  /// The refresh token from now on; `nil` where the one that was sent stays valid.
  public let refreshToken: Secret?
  /// The identifier of the user; `nil` where the server does not say it.
  public let userID: String?

  private enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case userID = "user_id"
  }

  /// Creates the response.
  public init(_ tokens: SessionTokens) {
    accessToken = tokens.accessToken
    refreshToken = tokens.refreshToken
    userID = tokens.userID
  }

  /// Reads the response; a token of more than 10 KiB is a decoding error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let accessToken = try container.tokenIfPresent(.accessToken) else {
      throw DecodingError.keyNotFound(
        CodingKeys.accessToken, .init(codingPath: container.codingPath, debugDescription: "There is no token."))
    }
    self.accessToken = accessToken
    refreshToken = try container.tokenIfPresent(.refreshToken)
    userID = try container.identifierIfPresent(.userID)
  }

  /// The tokens.
  public var tokens: SessionTokens {
    SessionTokens(accessToken: accessToken, refreshToken: refreshToken, userID: userID)
  }
}

/// The response of sign-in, sign-up and `GET /v1/me`.
public struct UserResponse: Codable, Sendable, Hashable {
  /// The identifier of the user.
  public let userID: String
  /// The display name of the user.
  public let userName: String
  /// The email address of the user.
  public let email: String
  /// The date of the last sign-in, where the server has one.
  public let lastLoginDate: Date?
  /// The access token, where the request opened a session and the server issues tokens.
  public let accessToken: Secret?
  /// The refresh token, where the server issues one.
  public let refreshToken: Secret?

  private enum CodingKeys: String, CodingKey {
    case userID = "user_id"
    case userName = "user_name"
    case email
    case lastLoginDate = "last_login_date"
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
  }

  /// Creates the response.
  public init(_ user: User, accessToken: Secret? = nil, refreshToken: Secret? = nil) {
    userID = user.id
    userName = user.name
    email = user.email
    lastLoginDate = user.lastLoginDate
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }

  /// Reads the response; an identifier or an address of more than 1 KiB and a token of more than 10 KiB are decoding errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    userID = try container.identifier(.userID)
    userName = try container.displayName(.userName)
    email = try container.identifier(.email)
    lastLoginDate = try container.decodeIfPresent(Date.self, forKey: .lastLoginDate)
    accessToken = try container.tokenIfPresent(.accessToken)
    refreshToken = try container.tokenIfPresent(.refreshToken)
  }

  /// The user.
  public var user: User {
    User(id: userID, name: userName, email: email, lastLoginDate: lastLoginDate)
  }

  /// The session that the response opens.
  public var session: StoredSession {
    StoredSession(user: user, accessToken: accessToken, refreshToken: refreshToken)
  }
}

/// The idempotency key of a request that may be tried again, the same until another body is sent.
package final class IdempotencyKey<Body: Hashable & Sendable>: Sendable {
  private let last = Mutex<(body: Body, key: String)?>(nil)

  package init() {}

  /// Returns the key for a body.
  package func value(for body: Body) -> String {
    last.withLock { last in
      if let last, last.body == body { return last.key }
      let key = UUID().uuidString
      last = (body, key)
      return key
    }
  }

  /// Forgets the key of a request that has succeeded.
  package func forget() {
    last.withLock { $0 = nil }
  }
}
