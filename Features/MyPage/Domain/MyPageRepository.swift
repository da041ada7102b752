import Core

/// Reads, registers, saves and deletes the profile of the signed-in user.
///
/// Implement it to use a backend with another contract. `profile` is required; the other methods have defaults for a
/// backend that does not offer them, which says so in ``capabilities``.
public protocol MyPageRepository: Sendable {
  /// What the server offers, always the same; everything by default.
  var capabilities: Set<MyPageCapability> { get }

  /// Reads the profile; `nil` where there is none.
  func profile() async throws(MyPageError) -> Profile?

  /// Creates the profile and returns it as the server keeps it.
  ///
  /// Throws ``MyPageError/alreadyRegistered``, and changes nothing, where there is one.
  func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile

  /// Creates or replaces the profile and returns it as the server keeps it.
  ///
  /// What the server refuses in words for the user is ``MyPageError/rejected(reason:)``. Throws ``MyPageError/serverError(reason:)`` by
  /// default.
  func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile

  /// Deletes the profile, and does nothing where there is none; throws ``MyPageError/serverError(reason:)`` by default.
  func deleteProfile() async throws(MyPageError)
}

extension MyPageRepository {
  /// Returns everything.
  public var capabilities: Set<MyPageCapability> { Set(MyPageCapability.allCases) }

  /// Reads the profile and saves the draft where there is none, for a server without a request that only creates.
  public func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    guard try await profile() == nil else { throw .alreadyRegistered }
    return try await save(draft)
  }

  /// Throws ``MyPageError/serverError(reason:)``.
  public func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    throw .serverError(reason: "The repository does not support saving a profile.")
  }

  /// Throws ``MyPageError/serverError(reason:)``.
  public func deleteProfile() async throws(MyPageError) {
    throw .serverError(reason: "The repository does not support deleting a profile.")
  }
}

/// What a server may offer of MyPage; what it does not offer has no button, and its action is ignored.
public enum MyPageCapability: Sendable, Hashable, CaseIterable {
  /// Registering and replacing the profile.
  case registration
  /// Deleting the profile.
  case deletion
}
