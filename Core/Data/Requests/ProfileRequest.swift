import Foundation

/// The body of `PUT /v1/profile`, with the four keys of the article about user registration.
public struct ProfileRequest: Codable, Sendable, Equatable {
  /// The identifier of the user.
  public let uid: String
  /// The name, 2 to 10 characters.
  public let name: String
  /// The number of what the user chose, 1 to 3.
  public let gender: Int
  /// When the profile was registered, in seconds since 1970.
  public let createdAt: TimeInterval

  /// Makes the body.
  ///
  /// - Parameter profile: The profile to save.
  public init(_ profile: Profile) {
    uid = profile.userID
    name = profile.name
    gender = profile.gender.rawValue
    createdAt = profile.createdAt.timeIntervalSince1970
  }
}
