import struct Foundation.Date

/// A user with an account.
public struct User: Sendable, Hashable, Identifiable {
  /// The identifier assigned by the server.
  public let id: String
  /// The display name.
  public let name: String
  /// The email address of the account.
  public let email: String
  /// The date of the last sign-in, exact to the microsecond, where the server has one.
  public let lastLoginDate: Date?

  /// Creates a user.
  public init(id: String, name: String, email: String, lastLoginDate: Date? = nil) {
    self.id = id
    self.name = name
    self.email = email
    self.lastLoginDate = lastLoginDate
  }
}

/// An address that could receive mail: a local part, an at sign, and a domain with a dot, without white space.
public struct EmailAddress: Sendable, Hashable {
  /// The address, without surrounding white space.
  public let text: String

  /// Creates an address from what was typed, or `nil` where it does not have the form of one.
  ///
  /// White space around the address is ignored.
  public init?(_ text: String) {
    guard let trimmed = text.trimmedInput else { return nil }
    let parts = trimmed.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !trimmed.contains(where: \.isWhitespace) else { return nil }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.text = trimmed
  }
}
