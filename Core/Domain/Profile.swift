import struct Foundation.Date

/// The profile that a user registers.
public struct Profile: Sendable, Hashable {
  /// The identifier of the user.
  public let userID: String
  /// The name, 2 to 10 characters in the built-in contract.
  public let name: String
  /// The gender; `nil` where the server has none, or an unknown one.
  public let gender: Gender?
  /// The date of registration.
  public let createdAt: Date

  /// Creates a profile.
  public init(userID: String, name: String, gender: Gender?, createdAt: Date) {
    self.userID = userID
    self.name = name
    self.gender = gender
    self.createdAt = createdAt
  }
}

/// The gender on a profile; the raw values are those of the HTTP contract.
public enum Gender: Int, Sendable, Hashable, CaseIterable {
  /// Male, 男.
  case male = 1
  /// Female, 女.
  case female = 2
  /// Not specified, 選ばない.
  case unspecified = 3
}
