import Core
import struct Foundation.Date

extension MyPageStore {
  /// Creates a Store for a server of the built-in contract.
  public convenience init(
    client: any APIClient, session: Session, flags: any SavedFlagStorage, snapshots: (any SnapshotStorage)? = nil,
    messages: MyPageMessages = MyPageMessages(language: .preferred), rules: ProfileRules = ProfileRules(),
    onRoute: @escaping @MainActor (MyPageRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (MyPageError) -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(
      repository: RemoteMyPageRepository(client: client, session: session), session: session, flags: flags,
      snapshots: snapshots, messages: messages, rules: rules, onRoute: onRoute, onFailure: onFailure, now: now)
  }

  /// Creates a Store for any server.
  ///
  /// Pass the session of Authentication; the Store starts afresh when another user signs in. `flags` keeps whether a
  /// user has saved a profile, and `snapshots` the profile for the next launch; it is not kept without. `onRoute`
  /// navigates; `onFailure` is called with each error.
  public convenience init(
    repository: any MyPageRepository, session: Session, flags: any SavedFlagStorage,
    snapshots: (any SnapshotStorage)? = nil,
    messages: MyPageMessages = MyPageMessages(language: .preferred), rules: ProfileRules = ProfileRules(),
    onRoute: @escaping @MainActor (MyPageRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (MyPageError) -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(
      useCase: MyPageUseCase(
        repository: repository, flags: flags, snapshots: snapshots, userID: { session.current?.user.id }, rules: rules,
        now: now, onFailure: onFailure),
      messages: messages, onRoute: onRoute)
    observe(session)
  }
}
