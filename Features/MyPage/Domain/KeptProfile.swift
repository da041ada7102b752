import Core

/// What a launch shows of MyPage before the server has answered.
struct KeptProfile: Sendable, Hashable {
  /// The profile.
  let profile: Profile
}
