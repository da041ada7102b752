import Core

extension FeedStore {
  /// Creates a Store for a server of the built-in contract.
  public convenience init(
    client: any APIClient, session: Session, drafts: (any DraftStorage)? = nil,
    snapshots: (any SnapshotStorage)? = nil,
    messages: FeedMessages = FeedMessages(language: .preferred),
    onRoute: @escaping @MainActor (FeedRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (FeedError) -> Void = { _ in }
  ) {
    self.init(
      repository: RemoteFeedRepository(client: client, session: session), session: session, drafts: drafts,
      snapshots: snapshots, messages: messages, onRoute: onRoute, onFailure: onFailure)
  }

  /// Creates a Store for any server.
  ///
  /// Pass the session of Authentication; the Store starts afresh when another user signs in. `drafts`, that of the outbox,
  /// keeps reactions while there is no network, and `snapshots` what is shown for the next launch, such as
  /// `FileSnapshotStorage`; nothing is kept without. `onRoute` navigates; `onFailure` is called with each error.
  public convenience init(
    repository: any FeedRepository, session: Session, drafts: (any DraftStorage)? = nil,
    snapshots: (any SnapshotStorage)? = nil,
    messages: FeedMessages = FeedMessages(language: .preferred),
    onRoute: @escaping @MainActor (FeedRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (FeedError) -> Void = { _ in }
  ) {
    self.init(
      useCase: FeedUseCase(
        repository: repository, drafts: drafts, snapshots: snapshots, userID: { session.current?.user.id },
        onFailure: onFailure),
      messages: messages, onRoute: onRoute)
    observe(session)
  }
}

extension OutboxStore {
  /// Creates a Store for a server of the built-in contract.
  public convenience init(
    client: any APIClient, session: Session, drafts: any DraftStorage,
    snapshots: (any SnapshotStorage)? = nil,
    messages: FeedMessages = FeedMessages(language: .preferred),
    onRoute: @escaping @MainActor (OutboxRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (FeedError) -> Void = { _ in }
  ) {
    self.init(
      repository: RemoteFeedRepository(client: client, session: session), session: session, drafts: drafts,
      snapshots: snapshots, messages: messages, onRoute: onRoute, onFailure: onFailure)
  }

  /// Creates a Store for any server.
  ///
  /// Pass the session of Authentication; the Store starts afresh when another user signs in. `drafts` keeps what users
  /// write, such as `FileDraftStorage`; with the `snapshots` of the feed, what was posted is shown in the next launch too.
  /// `onRoute` shows what was posted; `onFailure` is called with each error.
  public convenience init(
    repository: any FeedRepository, session: Session, drafts: any DraftStorage,
    snapshots: (any SnapshotStorage)? = nil,
    messages: FeedMessages = FeedMessages(language: .preferred),
    onRoute: @escaping @MainActor (OutboxRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (FeedError) -> Void = { _ in }
  ) {
    self.init(
      useCase: FeedUseCase(
        repository: repository, drafts: drafts, snapshots: snapshots, userID: { session.current?.user.id },
        onFailure: onFailure),
      messages: messages, onRoute: onRoute)
    observe(session)
  }
}
