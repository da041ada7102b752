import Core
import struct Foundation.Date

/// The use cases of ``MyPageStore``; each can be replaced.
public struct MyPageUseCase: Sendable {
  /// The rules of the form.
  public let rules: ProfileRules
  /// Reads the profile of the signed-in user.
  public var readProfile: AnyUseCase<Void, StoredProfile, MyPageError>
  /// Checks the form.
  public var draftProfile: AnyUseCase<ProfileInput, ProfileDraft, MyPageError>
  /// Saves a profile.
  public var saveProfile: AnyUseCase<ProfileDraft, StoredProfile, MyPageError>
  /// Deletes the profile.
  public var deleteProfile: AnyUseCase<Void, Void, MyPageError>

  /// Creates the use cases of a repository and a storage of saved flags; `onFailure` is called with each error before the
  /// Store gets it.
  ///
  /// A read brings the flag of the user up to date, a save sets it and a deletion clears it, once the server has
  /// answered. They throw ``MyPageError/notAuthorized`` without a request where `userID` returns `nil`.
  public init(
    repository: any MyPageRepository, flags: any SavedFlagStorage = InMemorySavedFlagStorage(),
    userID: @escaping @Sendable () -> User.ID? = { "" }, rules: ProfileRules = ProfileRules(),
    now: @escaping @Sendable () -> Date = { Date() },
    onFailure: @escaping @Sendable (MyPageError) -> Void = { _ in }
  ) {
    self.rules = rules
    readProfile = AnyUseCase { (_: Void) async throws(MyPageError) -> StoredProfile in
      guard let userID = userID() else { throw .notAuthorized }
      let wasSaved = flags.isSaved(for: userID)
      let profile = try await repository.profile()
      if let profile { try MyPageError.check([profile.name], "a name") }
      // A save or a delete that was answered meanwhile is newer than this response may be.
      if flags.isSaved(for: userID) == wasSaved { flags.set(profile != nil, for: userID) }
      return StoredProfile(profile: profile, isSaved: flags.isSaved(for: userID))
    }.reportingFailures(to: onFailure)
    draftProfile = DraftProfile(rules: rules, now: now).reportingFailures(to: onFailure)
    saveProfile = AnyUseCase { (draft: ProfileDraft) async throws(MyPageError) -> StoredProfile in
      guard let userID = userID() else { throw .notAuthorized }
      let profile = try await repository.save(draft)
      try MyPageError.check([profile.name], "a name")
      flags.set(true, for: userID)
      return StoredProfile(profile: profile, isSaved: true)
    }.reportingFailures(to: onFailure)
    deleteProfile = AnyUseCase { (_: Void) async throws(MyPageError) in
      guard let userID = userID() else { throw .notAuthorized }
      try await repository.deleteProfile()
      flags.set(false, for: userID)
    }.reportingFailures(to: onFailure)
  }

  /// Creates the use cases of an app without a repository.
  public init(
    readProfile: AnyUseCase<Void, StoredProfile, MyPageError>,
    saveProfile: AnyUseCase<ProfileDraft, StoredProfile, MyPageError>,
    deleteProfile: AnyUseCase<Void, Void, MyPageError>,
    rules: ProfileRules = ProfileRules(), now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.rules = rules
    self.readProfile = readProfile
    draftProfile = AnyUseCase(DraftProfile(rules: rules, now: now))
    self.saveProfile = saveProfile
    self.deleteProfile = deleteProfile
  }
}

/// Checks the form and adds the date.
public struct DraftProfile: UseCase {
  private let rules: ProfileRules
  private let now: @Sendable () -> Date

  /// Creates the use case.
  public init(rules: ProfileRules = ProfileRules(), now: @escaping @Sendable () -> Date = { Date() }) {
    self.rules = rules
    self.now = now
  }

  /// Checks the name, then the gender.
  ///
  /// Throws ``MyPageError/invalidName``, for more than 10 KiB too, or ``MyPageError/invalidGender``.
  public func execute(_ input: ProfileInput) throws(MyPageError) -> ProfileDraft {
    guard let name = input.name.trimmedInput, rules.nameLength.contains(name.count) else { throw .invalidName }
    let gender = rules.genders.first { $0.rawValue == input.gender }
    guard gender != nil || rules.genders.isEmpty else { throw .invalidGender }
    return ProfileDraft(name: name, gender: gender, createdAt: now())
  }
}
