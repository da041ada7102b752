import Core

extension SearchStore {
  /// Creates a Store for GitHub; the client sends to `https://api.github.com`.
  ///
  /// `onRoute` navigates; `onFailure` is called with each error of a search.
  public convenience init(
    client: any APIClient, messages: SearchMessages = SearchMessages(language: .preferred),
    clock: any Clock<Duration> = ContinuousClock(),
    onRoute: @escaping @MainActor (SearchRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (SearchError) -> Void = { _ in }
  ) {
    let repository = RemoteSearchRepository(client: client)
    self.init(
      useCase: SearchUseCase(repository: repository, clock: clock, onFailure: onFailure), messages: messages,
      onRoute: onRoute)
  }
}
