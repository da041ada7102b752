import Foundation

/// The body of `PUT /v1/profile`.
public struct ProfileRequest: Codable, Sendable, Hashable {
  /// The identifier of the user.
  public let uid: String
  /// The name, 2 to 10 characters.
  public let name: String
  /// The raw value of the gender, 1 to 3.
  public let gender: Int
  /// The date of registration, in seconds since 1970.
  public let createdAt: TimeInterval

  /// Creates the body.
  public init(_ profile: Profile) {
    uid = profile.userID
    name = profile.name
    gender = profile.gender.rawValue
    createdAt = profile.createdAt.timeIntervalSince1970
  }
}

/// The response of `GET /v1/profile` and `PUT /v1/profile`.
///
/// An unknown gender and a date outside the years 0 to 9999 are decoding errors.
public struct ProfileResponse: Codable, Sendable, Hashable {
  /// The identifier of the user.
  public let uid: String
  /// The name.
  public let name: String
  /// The gender.
  public let gender: Gender
  /// The date of registration, in seconds since 1970.
  public let createdAt: TimeInterval

  private enum CodingKeys: String, CodingKey {
    case uid, name, gender, createdAt
  }

  /// Creates the response.
  public init(_ profile: Profile) {
    uid = profile.userID
    name = profile.name
    gender = profile.gender
    createdAt = profile.createdAt.timeIntervalSince1970
  }

  /// Creates the response from its JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    uid = try container.decode(String.self, forKey: .uid)
    name = try container.decode(String.self, forKey: .name)
    guard let gender = Gender(rawValue: try container.decode(Int.self, forKey: .gender)) else {
      throw DecodingError.dataCorruptedError(forKey: .gender, in: container, debugDescription: "Not 1, 2 or 3.")
    }
    self.gender = gender
    createdAt = try container.decode(TimeInterval.self, forKey: .createdAt)
    guard RFC3339.text(from: Date(timeIntervalSince1970: createdAt)) != nil else {
      throw DecodingError.dataCorruptedError(
        forKey: .createdAt, in: container, debugDescription: "Outside the years 0 to 9999.")
    }
  }

  /// Writes the JSON of the response.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(uid, forKey: .uid)
    try container.encode(name, forKey: .name)
    try container.encode(gender.rawValue, forKey: .gender)
    try container.encode(createdAt, forKey: .createdAt)
  }

  /// The profile.
  public var profile: Profile {
    Profile(userID: uid, name: name, gender: gender, createdAt: Date(timeIntervalSince1970: createdAt))
  }
}
