import Core

extension FeedStore {
  /// Makes a Store that reads and sends posts at the server of the built-in contract.
  ///
  /// - Parameters:
  ///   - client: The client that sends: `FakeAPIClient`, `HTTPAPIClient` or one of your own.
  ///   - session: Who is signed in. Pass the same one to the other features.
  ///   - messages: The texts.
  ///   - route: Performs a route.
  ///   - failed: Is told of every failure, for a log.
  public convenience init(
    client: any APIClient, session: Session, messages: FeedMessages = .japanese,
    route: @escaping @MainActor (FeedRoute) -> Void = { _ in },
    failed: @escaping @Sendable (FeedError) -> Void = { _ in }
  ) {
    let repository = RemoteFeedRepository(client: AuthorizedAPIClient(wrapping: client, session: session))
    self.init(
      useCase: FeedUseCase(repository: repository, failed: failed), messages: messages, route: route)
  }
}
