import struct Foundation.Date

/// What a user registers about themselves, as the article about user registration describes it.
public struct Profile: Sendable, Hashable {
  /// The identifier of the user.
  public let userID: String
  /// The name, 2 to 10 characters.
  public let name: String
  /// What the user chose.
  public let gender: Gender
  /// When the profile was registered.
  public let createdAt: Date

  /// Makes a profile.
  ///
  /// - Parameters:
  ///   - userID: The identifier of the user.
  ///   - name: The name.
  ///   - gender: What the user chose.
  ///   - createdAt: When the profile was registered.
  public init(userID: String, name: String, gender: Gender, createdAt: Date) {
    self.userID = userID
    self.name = name
    self.gender = gender
    self.createdAt = createdAt
  }
}
