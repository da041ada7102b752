import Core

/// Where profiles come from.
///
/// Write one of your own to plug in a backend with another contract.
public protocol MyPageRepository: Sendable {
  /// Reads the profile of whoever is signed in, and brings their saved flag up to date.
  ///
  /// - Returns: The profile and the flag.
  /// - Throws: ``MyPageError``.
  func profile() async throws(MyPageError) -> StoredProfile

  /// Saves a profile, then sets the saved flag. The flag stays as it is where the saving failed.
  ///
  /// - Parameter draft: The profile.
  /// - Returns: The profile as the server keeps it, and the flag.
  /// - Throws: ``MyPageError``.
  func save(_ draft: ProfileDraft) async throws(MyPageError) -> StoredProfile

  /// Deletes the profile, then clears the saved flag.
  ///
  /// - Throws: ``MyPageError``. The profile is still there then.
  func deleteProfile() async throws(MyPageError)
}
