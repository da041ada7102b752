import Core

extension FeedStore {
  /// Creates a Store for a server of the built-in contract.
  ///
  /// Pass the session of Authentication; the Store starts afresh when another user signs in. `drafts` keeps what users
  /// write, such as `FileDraftStorage`. `onRoute` navigates; `onFailure` is called with each error.
  public convenience init(
    client: any APIClient, session: Session, drafts: any DraftStorage,
    messages: FeedMessages = FeedMessages(language: .preferred),
    onRoute: @escaping @MainActor (FeedRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (FeedError) -> Void = { _ in }
  ) {
    let repository = RemoteFeedRepository(client: AuthorizedAPIClient(wrapping: client, session: session))
    self.init(
      useCase: FeedUseCase(
        repository: repository, drafts: drafts, userID: { session.current?.user.id }, onFailure: onFailure),
      messages: messages, onRoute: onRoute)
    observe(session)
  }
}
