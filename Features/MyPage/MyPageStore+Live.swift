import Core
import struct Foundation.Date

extension MyPageStore {
  /// Creates a Store for a server of the built-in contract.
  ///
  /// Pass the session of Authentication; the Store starts afresh when another user signs in. `flags` keeps whether a
  /// user has saved a profile. `onRoute` navigates; `onFailure` is called with each error.
  public convenience init(
    client: any APIClient, session: Session, flags: any SavedFlagStorage,
    messages: MyPageMessages = MyPageMessages(language: .preferred), rules: ProfileRules = ProfileRules(),
    onRoute: @escaping @MainActor (MyPageRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (MyPageError) -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    let repository = RemoteMyPageRepository(client: client, session: session, flags: flags)
    self.init(
      useCase: MyPageUseCase(repository: repository, rules: rules, now: now, onFailure: onFailure),
      messages: messages, onRoute: onRoute)
    observe(session)
  }
}
