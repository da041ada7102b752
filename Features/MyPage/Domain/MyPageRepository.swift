import Core

/// Reads, saves and deletes the profile of the signed-in user.
///
/// Implement it to use a backend with another contract.
public protocol MyPageRepository: Sendable {
  /// Reads the profile and brings the saved flag up to date.
  func profile() async throws(MyPageError) -> StoredProfile

  /// Saves a profile, then sets the saved flag; returns the profile as the server keeps it.
  ///
  /// The flag is unchanged where this throws.
  func save(_ draft: ProfileDraft) async throws(MyPageError) -> StoredProfile

  /// Deletes the profile, then clears the saved flag.
  ///
  /// The flag is unchanged where this throws.
  func deleteProfile() async throws(MyPageError)
}
