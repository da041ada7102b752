import Core

/// Reads, registers, saves and deletes the profile of the signed-in user.
///
/// Implement it to use a backend with another contract.
public protocol MyPageRepository: Sendable {
  /// Reads the profile; `nil` where there is none.
  func profile() async throws(MyPageError) -> Profile?

  /// Creates the profile and returns it as the server keeps it.
  ///
  /// Throws ``MyPageError/alreadyRegistered``, and changes nothing, where there is one.
  func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile

  /// Creates or replaces the profile and returns it as the server keeps it.
  func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile

  /// Deletes the profile, and does nothing where there is none.
  func deleteProfile() async throws(MyPageError)
}

extension MyPageRepository {
  /// Reads the profile and saves the draft where there is none, for a server without a request that only creates.
  public func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    guard try await profile() == nil else { throw .alreadyRegistered }
    return try await save(draft)
  }
}
