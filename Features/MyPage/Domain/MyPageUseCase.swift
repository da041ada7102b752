import Core
import struct Foundation.Date

/// The operations of ``MyPageStore`` and their rules.
///
/// Without a signed-in user they throw ``MyPageError/notAuthorized`` and send no request. A 401 with one is
/// ``MyPageError/accessDenied``.
public struct MyPageUseCase: Sendable {
  /// The rules of the form.
  public let rules: ProfileRules

  private let repository: any MyPageRepository
  private let flags: any SavedFlagStorage
  private let snapshots: (any SnapshotStorage)?
  private let userID: @Sendable () -> User.ID?
  private let now: @Sendable () -> Date
  private let onFailure: @Sendable (MyPageError) -> Void

  /// Creates the use case; `flags` keeps whether a user has a profile, and `snapshots` the profile, if that is kept.
  ///
  /// `onFailure` is called with each error before it is thrown.
  public init(
    repository: any MyPageRepository, flags: any SavedFlagStorage = InMemorySavedFlagStorage(),
    snapshots: (any SnapshotStorage)? = nil,
    userID: @escaping @Sendable () -> User.ID? = { "" }, rules: ProfileRules = ProfileRules(),
    now: @escaping @Sendable () -> Date = { Date() },
    onFailure: @escaping @Sendable (MyPageError) -> Void = { _ in }
  ) {
    self.rules = rules
    self.repository = repository
    self.flags = flags
    self.snapshots = snapshots
    self.userID = userID
    self.now = now
    self.onFailure = onFailure
  }

  /// What the server offers.
  public var capabilities: Set<MyPageCapability> { repository.capabilities }

  /// Whether the user is known to have a profile: the saved flag.
  public var isRegistered: Bool { userID().map(flags.isSaved) ?? false }

  /// Returns the profile that an earlier launch has shown to the user.
  func kept() async -> Snapshot<KeptProfile>? {
    guard let snapshots, let userID = userID() else { return nil }
    return await snapshots.load(KeptProfile.self, for: userID)
  }

  /// Keeps the profile that is shown for the next launch; `nil` forgets it.
  func keep(_ profile: Profile?) async {
    guard let snapshots, let userID = userID(), profile == nil || profile?.userID == userID else { return }
    await snapshots.keep(profile.map(KeptProfile.init), for: userID)
  }

  /// Reads the profile, and brings the saved flag up to date.
  public func profile() async throws(MyPageError) -> Profile? {
    try await perform { userID async throws(MyPageError) in
      let wasSaved = flags.isSaved(for: userID)
      let profile = try await repository.profile()
      // A save or a delete that was answered meanwhile is newer than this response may be.
      if flags.isSaved(for: userID) == wasSaved { flags.set(profile != nil, for: userID) }
      return profile
    }
  }

  /// Checks the name, then the gender, and adds the date.
  ///
  /// Throws ``MyPageError/invalidName``, for more than 10 KiB too, or ``MyPageError/invalidGender``.
  public func draft(_ form: ProfileInput) throws(MyPageError) -> ProfileDraft {
    do throws(MyPageError) {
      guard let name = form.name.trimmedInput, rules.nameLength.contains(name.count) else { throw .invalidName }
      let gender = rules.genders.first { $0.rawValue == form.gender }
      guard gender != nil || rules.genders.isEmpty else { throw .invalidGender }
      return ProfileDraft(name: name, gender: gender, createdAt: now())
    } catch {
      onFailure(error)
      throw error
    }
  }

  /// Creates the profile, and sets the saved flag.
  ///
  /// Where there is one, it sets the flag too, and throws ``MyPageError/alreadyRegistered``.
  public func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    try await perform { userID async throws(MyPageError) in
      do throws(MyPageError) {
        let profile = try await repository.register(draft)
        setFlag(true, for: userID)
        return profile
      } catch {
        if error == .alreadyRegistered { setFlag(true, for: userID) }
        throw error
      }
    }
  }

  /// Replaces the profile, and sets the saved flag.
  public func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    try await perform { userID async throws(MyPageError) in
      let profile = try await repository.save(draft)
      setFlag(true, for: userID)
      return profile
    }
  }

  /// Deletes the profile, and clears the saved flag.
  public func deleteProfile() async throws(MyPageError) {
    try await perform { userID async throws(MyPageError) in
      try await repository.deleteProfile()
      setFlag(false, for: userID)
    }
  }

  /// Moves the saved flag of a user whose identifier has changed.
  public func moveFlag(from former: User.ID, to userID: User.ID) {
    guard former != userID, flags.isSaved(for: former) else { return }
    flags.set(true, for: userID)
    flags.set(false, for: former)
  }

  /// Sets the saved flag of a user, or of the one whom the answer has renamed.
  private func setFlag(_ isSaved: Bool, for userID: User.ID) {
    flags.set(isSaved, for: self.userID() ?? userID)
  }

  private func perform<Success>(
    _ operation: (User.ID) async throws(MyPageError) -> Success
  ) async throws(MyPageError) -> Success {
    try await MyPageError.reporting(to: onFailure) { () async throws(MyPageError) in
      guard let userID = userID() else { throw .notAuthorized }
      do throws(MyPageError) {
        return try await operation(userID)
      } catch {
        throw error == .notAuthorized ? .accessDenied : error
      }
    }
  }
}
