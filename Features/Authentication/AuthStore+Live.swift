import Core

extension AuthStore {
  /// Makes a Store that signs in at the server of the built-in contract.
  ///
  /// - Parameters:
  ///   - client: The client that sends: `FakeAPIClient`, `HTTPAPIClient` or one of your own.
  ///   - session: Who is signed in. Pass the same one to the other features.
  ///   - messages: The texts.
  ///   - route: Performs a route.
  ///   - failed: Is told of every failure, for a log.
  public convenience init(
    client: any APIClient, session: Session = Session(), messages: AuthMessages = .japanese,
    route: @escaping @MainActor (AuthRoute) -> Void = { _ in },
    failed: @escaping @Sendable (AuthError) -> Void = { _ in }
  ) {
    let repository = RemoteAuthRepository(client: client, session: session)
    self.init(
      useCase: AuthUseCase(repository: repository, failed: failed), messages: messages, route: route)
  }
}
