import Foundation

/// The body of `PUT /v1/profile`.
public struct ProfileRequest: Codable, Sendable, Hashable {
  /// The identifier of the user.
  public let uid: String
  /// The name, 2 to 10 characters.
  public let name: String
  /// The raw value of the gender, 1 to 3; left out of the JSON where it is `nil`.
  public let gender: Int?
  /// The date of registration, in seconds since 1970.
  public let createdAt: TimeInterval

  /// Creates the body.
  public init(_ profile: Profile) {
    uid = profile.userID
    name = profile.name
    gender = profile.gender?.rawValue
    createdAt = profile.createdAt.timeIntervalSince1970
  }
}

/// The response of `GET /v1/profile` and `PUT /v1/profile`.
///
/// A date outside the years 0 to 9999 is a decoding error. A gender is not worth losing the profile over: one that is
/// no number is `nil`.
public struct ProfileResponse: Codable, Sendable, Hashable {
  /// The identifier of the user.
  public let uid: String
  /// The name.
  public let name: String
  /// The raw value of the gender, 1 to 3.
  public let gender: Int?
  /// The date of registration, in seconds since 1970.
  public let createdAt: TimeInterval

  /// Creates the response.
  public init(_ profile: Profile) {
    uid = profile.userID
    name = profile.name
    gender = profile.gender?.rawValue
    createdAt = profile.createdAt.timeIntervalSince1970
  }

  /// Creates the response from its JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    uid = try container.identifier(.uid)
    name = try container.displayName(.name)
    gender = try? container.decode(Int.self, forKey: .gender)
    createdAt = try container.decode(TimeInterval.self, forKey: .createdAt)
    guard RFC3339.text(from: Date(timeIntervalSince1970: createdAt)) != nil else {
      throw DecodingError.dataCorruptedError(
        forKey: .createdAt, in: container, debugDescription: "Outside the years 0 to 9999.")
    }
  }

  /// The profile.
  public var profile: Profile {
    Profile(
      userID: uid, name: name, gender: gender.flatMap(Gender.init), createdAt: Date(timeIntervalSince1970: createdAt))
  }
}
