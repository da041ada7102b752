import Core

extension PlaceholderStore {
  /// Makes a Store that reads the items at a server.
  ///
  /// - Parameters:
  ///   - client: The client that sends.
  ///   - session: Who is signed in. Pass the same one to the other features.
  ///   - messages: The texts.
  ///   - failed: Is told of every failure, for a log.
  ///   - route: Performs a route.
  public convenience init(
    client: any APIClient, session: Session, messages: PlaceholderMessages = .japanese,
    failed: @escaping @Sendable (PlaceholderError) -> Void = { _ in },
    route: @escaping @MainActor (PlaceholderRoute) -> Void = { _ in }
  ) {
    let repository = RemotePlaceholderRepository(client: AuthorizedAPIClient(wrapping: client, session: session))
    self.init(useCase: PlaceholderUseCase(repository: repository, failed: failed), messages: messages, route: route)
  }
}
