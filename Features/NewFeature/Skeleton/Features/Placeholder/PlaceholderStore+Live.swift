import Core

extension PlaceholderStore {
  /// Creates a Store for a server.
  ///
  /// Pass the session of Authentication; the Store starts afresh when another user signs in. `onRoute` navigates;
  /// `onFailure` is called with each error.
  public convenience init(
    client: any APIClient, session: Session, messages: PlaceholderMessages = PlaceholderMessages(language: .preferred),
    onRoute: @escaping @MainActor (PlaceholderRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (PlaceholderError) -> Void = { _ in }
  ) {
    let repository = RemotePlaceholderRepository(client: client, session: session)
    let useCase = PlaceholderUseCase(
      repository: repository, isSignedIn: { session.current != nil }, onFailure: onFailure)
    self.init(useCase: useCase, messages: messages, onRoute: onRoute)
    observe(session)
  }
}
