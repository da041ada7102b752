import Core

extension SearchStore {
  /// Makes a Store that searches at GitHub.
  ///
  /// - Parameters:
  ///   - client: The client that sends to `https://api.github.com`.
  ///   - messages: The texts.
  ///   - clock: What measures how long nobody has typed.
  ///   - failed: Is told of every failed search, for a log.
  ///   - route: Performs a route.
  public convenience init(
    client: any APIClient, messages: SearchMessages = .japanese, clock: any Clock<Duration> = ContinuousClock(),
    failed: @escaping @Sendable (SearchError) -> Void = { _ in },
    route: @escaping @MainActor (SearchRoute) -> Void = { _ in }
  ) {
    let repository = RemoteSearchRepository(client: client)
    self.init(
      useCase: SearchUseCase(repository: repository, clock: clock, failed: failed), messages: messages, route: route)
  }
}
