#if Driver
  import Authentication
  import Core
  import ExampleApp
  import Foundation

  extension ScheduledApp {
    /// The example app on a fake backend of its own.
    ///
    /// With `isHasty`, it has a mistake: whoever signs out while a sign-in waits for its answer is signed in by that.
    package nonisolated static func example(
      _ language: Language, timeZone: TimeZone? = TimeZone(identifier: "Asia/Tokyo"), isHasty: Bool = false
    ) -> MakeApp {
      { world in
        let backend = world.backend()
        let client = world.client(FakeAPIClient(backend: backend))
        let environment = AppEnvironment(
          makeRepositories: { .example(client: client, session: $0, isHasty: isHasty) },
          storages: .inMemory(now: world.now), providers: .example, language: language, timeZone: timeZone,
          now: world.now)
        return ScheduledLaunch(environment, faults: backend, isHasty: isHasty)
      }
    }
  }

  extension AppRepositories {
    /// The repositories of the built-in contract; with `isHasty`, a sign-in that was given up opens its session too.
    package static func example(client: any APIClient, session: Session, isHasty: Bool) -> AppRepositories {
      let repositories = AppRepositories(client: client, session: session)
      guard isHasty else { return repositories }
      return AppRepositories(
        auth: HastyAuthRepository(repository: repositories.auth, client: client, session: session),
        feed: repositories.feed, profile: repositories.profile)
    }
  }

  /// A mistake that apps make: the session of a sign-in is opened whenever the answer arrives.
  private struct HastyAuthRepository: AuthRepository {
    let repository: any AuthRepository
    let client: any APIClient
    let session: Session

    func login(email: String, pass: String) async throws(AuthError) -> User {
      let answered = Session(storage: InMemorySessionStorage())
      let user = try await RemoteAuthRepository(client: client, session: answered).login(email: email, pass: pass)
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
