import Core

/// The format of what is kept: that of the contract. What another version of it cannot read, the server has.
extension KeptProfile: SnapshotContent {
  static let name = "profile"
  static let version = 1

  init(from decoder: any Decoder) throws {
    self.init(profile: try ProfileResponse(from: decoder).profile)
  }

  func encode(to encoder: any Encoder) throws {
    try ProfileResponse(profile).encode(to: encoder)
  }
}
