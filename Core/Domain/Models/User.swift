import struct Foundation.Date

/// Somebody with an account, as the article "FOCAL" describes them.
public struct User: Sendable, Hashable, Identifiable {
  /// The identifier the server gave.
  public let id: String
  /// The name to greet with.
  public let name: String
  /// The address the account was made with.
  public let email: String
  /// When they last signed in, exact to the microsecond.
  public let lastLoginDate: Date

  /// Makes a user.
  ///
  /// - Parameters:
  ///   - id: The identifier the server gave.
  ///   - name: The name to greet with.
  ///   - email: The address the account was made with.
  ///   - lastLoginDate: When they last signed in.
  public init(id: String, name: String, email: String, lastLoginDate: Date) {
    self.id = id
    self.name = name
    self.email = email
    self.lastLoginDate = lastLoginDate
  }
}
