import Core

/// Reads, saves and deletes the profile of the signed-in user.
///
/// Implement it to use a backend with another contract.
public protocol MyPageRepository: Sendable {
  /// Reads the profile; `nil` where none was saved.
  func profile() async throws(MyPageError) -> Profile?

  /// Saves a profile and returns it as the server keeps it.
  func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile

  /// Deletes the profile, and does nothing where there is none.
  func deleteProfile() async throws(MyPageError)
}
