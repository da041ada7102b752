import Foundation

/// A signed-in user and the token of the session.
public struct StoredSession: Sendable, Hashable, Redacted {
  /// The user, as last known.
  public let user: User
  /// The access token, or `nil` where the server recognizes its users in another way, such as a cookie.
  public let accessToken: AccessToken?

  /// Creates a session of a user.
  public init(user: User, accessToken: AccessToken?) {
    self.user = user
    self.accessToken = accessToken
  }

  /// The identifier of the user.
  public var visibleFields: [(label: String, value: String)] { [("user", user.id)] }
}

/// A token that authorizes requests of a signed-in user.
public struct AccessToken: Sendable, Hashable, Redacted {
  /// The token as it is sent.
  public let rawValue: String

  /// Creates a token.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

extension StoredSession {
  /// The private format of the storages, independent of the HTTP contract.
  private struct Format: Codable {
    var version = 1
    let userID: String
    let name: String
    let email: String
    let lastLoginDate: Date
    let accessToken: String?
  }

  /// Creates a session from the bytes of a storage.
  ///
  /// Throws `DecodingError` where they are not a session of a known version.
  init(storedData: Data) throws {
    let format = try JSONCoding.decode(Format.self, from: storedData)
    guard format.version == 1 else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "An unknown version."))
    }
    self.init(
      user: User(
        id: format.userID, name: format.name, email: format.email, lastLoginDate: format.lastLoginDate),
      accessToken: format.accessToken.map(AccessToken.init))
  }

  /// The bytes for a storage.
  func storedData() throws -> Data {
    try JSONCoding.encode(
      Format(
        userID: user.id, name: user.name, email: user.email, lastLoginDate: user.lastLoginDate,
        accessToken: accessToken?.rawValue))
  }
}
