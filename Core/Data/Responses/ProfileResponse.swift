import Foundation

/// The answer of `GET /v1/profile` and `PUT /v1/profile`.
///
/// A gender that is none of the three and a date outside the years 0 to 9999 are decoding errors.
public struct ProfileResponse: Codable, Sendable, Equatable {
  /// The identifier of the user.
  public let uid: String
  /// The name.
  public let name: String
  /// What the user chose.
  public let gender: Gender
  /// When the profile was registered, in seconds since 1970.
  public let createdAt: TimeInterval

  private enum CodingKeys: String, CodingKey {
    case uid, name, gender, createdAt
  }

  /// Makes the answer about a profile.
  ///
  /// - Parameter profile: What it is about.
  public init(_ profile: Profile) {
    uid = profile.userID
    name = profile.name
    gender = profile.gender
    createdAt = profile.createdAt.timeIntervalSince1970
  }

  /// Reads the answer.
  ///
  /// - Parameter decoder: Where it is read from.
  /// - Throws: `DecodingError` where a key is missing, the gender is none of the three, or the date is outside the
  ///   years 0 to 9999.
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

  /// Writes the answer.
  ///
  /// - Parameter encoder: Where it is written to.
  /// - Throws: `EncodingError` where the date is not finite.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(uid, forKey: .uid)
    try container.encode(name, forKey: .name)
    try container.encode(gender.rawValue, forKey: .gender)
    try container.encode(createdAt, forKey: .createdAt)
  }

  /// What the answer is about.
  public var profile: Profile {
    Profile(userID: uid, name: name, gender: gender, createdAt: Date(timeIntervalSince1970: createdAt))
  }
}
