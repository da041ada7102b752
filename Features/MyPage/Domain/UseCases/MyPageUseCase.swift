import Core
import struct Foundation.Date

/// The use cases of MyPage, as ``MyPageStore`` gets them.
///
/// Each can be replaced.
public struct MyPageUseCase: Sendable {
  /// Reads the profile of whoever is signed in.
  public var readProfile: AnyUseCase<Void, StoredProfile, MyPageError>
  /// Checks what was entered.
  public var draftProfile: AnyUseCase<ProfileInput, ProfileDraft, MyPageError>
  /// Saves a profile.
  public var saveProfile: AnyUseCase<ProfileDraft, StoredProfile, MyPageError>
  /// Deletes the profile.
  public var deleteProfile: AnyUseCase<Void, Void, MyPageError>

  /// Makes the use cases of a repository.
  ///
  /// - Parameters:
  ///   - repository: Where profiles come from.
  ///   - failed: Is told of every failure before the Store is, for a log.
  ///   - now: The clock.
  public init(
    repository: any MyPageRepository, failed: @escaping @Sendable (MyPageError) -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    readProfile = ReadProfile(repository: repository).reportingFailures(to: failed)
    draftProfile = DraftProfile(now: now).reportingFailures(to: failed)
    saveProfile = SaveProfile(repository: repository).reportingFailures(to: failed)
    deleteProfile = DeleteProfile(repository: repository).reportingFailures(to: failed)
  }
}
