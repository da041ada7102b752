import Core

extension AuthStore {
  /// Creates a Store for a server of the built-in contract.
  public convenience init(
    client: any APIClient, session: Session, messages: AuthMessages = AuthMessages(language: .preferred),
    onRoute: @escaping @MainActor (AuthRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (AuthError) -> Void = { _ in },
    removeUserData: @escaping @Sendable (User.ID) async throws(AuthError) -> Void = { _ in }
  ) {
    self.init(
      repository: RemoteAuthRepository(client: client, session: session), session: session, messages: messages,
      onRoute: onRoute, onFailure: onFailure, removeUserData: removeUserData)
  }

  /// Creates a Store for any server, and keeps it in step with the session.
  ///
  /// Pass the same session to the repository and to the other features. `onRoute` navigates; `onFailure` is called with
  /// each error; `removeUserData` removes what the app keeps of a user on the device when their account has been deleted;
  /// where it throws, it is called again after the next launch.
  public convenience init(
    repository: any AuthRepository, session: Session, messages: AuthMessages = AuthMessages(language: .preferred),
    onRoute: @escaping @MainActor (AuthRoute) -> Void = { _ in },
    onFailure: @escaping @Sendable (AuthError) -> Void = { _ in },
    removeUserData: @escaping @Sendable (User.ID) async throws(AuthError) -> Void = { _ in }
  ) {
    self.init(
      useCase: AuthUseCase(repository: repository, onFailure: onFailure, removeUserData: removeUserData),
      messages: messages, onRoute: onRoute)
    observe(session)
  }
}
