import Core
import struct Foundation.Date

extension MyPageStore {
  /// Makes a Store that keeps profiles at the server of the built-in contract.
  ///
  /// - Parameters:
  ///   - client: The client that sends: `FakeAPIClient`, `HTTPAPIClient` or one of your own.
  ///   - session: Who is signed in. Pass the same one to the other features.
  ///   - flags: Where the saved flags are kept.
  ///   - messages: The texts.
  ///   - route: Performs a route.
  ///   - now: The clock that profiles are stamped by.
  ///   - failed: Is told of every failure, for a log.
  public convenience init(
    client: any APIClient, session: Session, flags: any SavedFlagStorage = InMemorySavedFlagStorage(),
    messages: MyPageMessages = .japanese,
    route: @escaping @MainActor (MyPageRoute) -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() },
    failed: @escaping @Sendable (MyPageError) -> Void = { _ in }
  ) {
    let repository = RemoteMyPageRepository(
      client: AuthorizedAPIClient(wrapping: client, session: session), session: session, flags: flags)
    self.init(
      useCase: MyPageUseCase(repository: repository, failed: failed, now: now), messages: messages, route: route)
  }
}
