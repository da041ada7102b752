#if Driver
  import Authentication
  import Core
  import ExampleApp

  /// What a scheduled app is launched with.
  package struct ScheduledLaunch {
    private(set) var environment: AppEnvironment
    /// What makes requests fail.
    let faults: any FaultControl
    /// Whether the app has a mistake to be found: a sign-in that was given up opens its session when its answer arrives, and
    /// when a sign-in has ended, the app restores whatever session is open.
    let isHasty: Bool

    /// Creates what an app is launched with.
    package init(_ environment: AppEnvironment, faults: any FaultControl, isHasty: Bool = false) {
      (self.environment, self.faults, self.isHasty) = (environment, faults, isHasty)
      guard isHasty else { return }
      self.environment.makeRepositories = { [make = environment.makeRepositories] session in
        let repositories = make(session)
        return AppRepositories(
          auth: HastyAuthRepository(repository: repositories.auth, make: make, session: session),
          feed: repositories.feed, profile: repositories.profile)
      }
    }
  }

  private struct HastyAuthRepository: AuthRepository {
    let repository: any AuthRepository
    let make: @Sendable (Session) -> AppRepositories
    let session: Session

    var capabilities: Set<AuthCapability> { repository.capabilities }

    func login(email: String, pass: String) async throws(AuthError) -> User {
      let answered = Session(storage: InMemorySessionStorage())
      let user = try await make(answered).auth.login(email: email, pass: pass)
      // The attempt begins when its answer is there, so that nothing can have come between.
      return try await session.open {
        () async throws(AuthError) in
        answered.current ?? StoredSession(user: user, accessToken: nil)
      } onOvertaken: { (_) async throws(AuthError) in
      }
    }

    func login(provider: String, token: Secret) async throws(AuthError) -> User {
      try await repository.login(provider: provider, token: token)
    }

    func signUp(email: String, pass: String, fields: [String: String]) async throws(AuthError) -> User {
      try await repository.signUp(email: email, pass: pass, fields: fields)
    }

    func restore() async throws(SessionStorageError) -> User? { try await repository.restore() }

    func currentUser() async throws(AuthError) -> User { try await repository.currentUser() }

    func logout() async throws(AuthError) { try await repository.logout() }

    func deleteAccount(pass: String) async throws(AuthError) -> User { try await repository.deleteAccount(pass: pass) }
  }
#endif
