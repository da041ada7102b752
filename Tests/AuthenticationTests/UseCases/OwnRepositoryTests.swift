import Authentication
import Core
import StoreTesting
import Testing

/// A Store without Core's client: from closures, and from a repository of somebody's own.
@MainActor
struct OwnRepositoryTests {
  /// The least that a repository can be.
  private struct LeastRepository: AuthRepository {
    func login(email: String, pass: String) async throws(AuthError) -> User { .taro }
    func logout() async throws(AuthError) {}
  }

  @Test func `two closures are enough`() async {
    let typed = Log<Credentials>()
    let store = AuthStore(
      useCase: AuthUseCase(
        login: AnyUseCase { credentials in
          typed.append(credentials)
          return .taro
        }))
    await expectStates(
      of: store, \.state, [.signedOut, .loading, .taro, .signedOut], and: \.notice, [nil, .loggedOut]
    ) {
      await store.login(email: " taro ", pass: "p")
      await store.logout()
    }
    #expect(typed.values == [Credentials(email: " taro ", pass: "p")])
  }

  @Test func `a closure that fails is told as any failure`() async {
    let login = AnyUseCase<Credentials, User, AuthError> { _ throws(AuthError) in throw .noNetwork }
    let logout = AnyUseCase<Void, Void, AuthError> { _ throws(AuthError) in throw .noNetwork }
    let store = AuthStore(useCase: AuthUseCase(login: login, logout: logout))
    await expectStates(of: store, \.state, [.signedOut, .loading, .offline], and: \.notice, [nil]) {
      await store.login(email: "taro@example.com", pass: "p")
    }
    let signedIn = AuthStore(useCase: AuthUseCase(login: AnyUseCase { _ in .taro }, logout: logout))
    await signedIn.login(email: "taro@example.com", pass: "p")
    await expectStates(of: signedIn, \.state, [.taro, .signedOut], and: \.notice, [nil, .logoutFailed]) {
      await signedIn.logout()
    }
  }

  @Test func `what a repository does not offer is told or does nothing`() async {
    let store = AuthStore(useCase: AuthUseCase(repository: LeastRepository()))
    await expectStates(of: store, \.state, [.signedOut], and: \.notice, [nil]) { await store.restore() }
    await expectStates(of: store, \.state, [.signedOut, .loading, .error("認証が許可されませんでした。")]) {
      await store.login(with: .google)
    }
    await store.signUp(email: "jiro@example.com", pass: "secret-of-jiro")
    #expect(store.state == .error("入力内容が正しくありません"))
    await store.login(email: "taro@example.com", pass: "p")
    await expectStates(of: store, \.state, [.taro, .expired]) { await store.sessionEnded() }
  }

  @Test func `a repository of one’s own plays the whole table`() async {
    let repository = RecordedRepository(stored: .user(.taro))
    let store = AuthStore(useCase: AuthUseCase(repository: repository))
    await expectStates(
      of: store, \.state,
      [
        .signedOut, .loading, .taro, .signedOut, .loading, .taro, .signedOut, .loading, .taro, .signedOut, .loading,
        .taro, .expired,
      ]
    ) {
      await store.restore()
      await store.logout()
      await store.login(email: "taro@example.com", pass: "p")
      await store.logout()
      await store.login(with: .google)
      await store.logout()
      await store.signUp(email: "taro@example.com", pass: "123456")
      await store.sessionEnded()
    }
    #expect(
      repository.asked.values == [
        "storedSession", "restore", "logout", "login <taro@example.com> <p>", "logout", "login google <google-taro>",
        "logout", "signUp <taro@example.com> <123456>", "endSession",
      ])
  }

  @Test func `the log hears of every failure, and of it once`() async {
    let failures = Log<AuthError>()
    let repository = RecordedRepository(failure: .noNetwork, stored: .user(.taro))
    let store = AuthStore(useCase: AuthUseCase(repository: repository) { failures.append($0) })
    await store.login(email: "", pass: "")
    await store.login(email: "taro@example.com", pass: "p")
    await store.signUp(email: "taro@example.com", pass: "1")
    await store.login(with: .google)
    await store.restore()
    #expect(failures.values == [.invalidEmail, .noNetwork, .weakPassword, .noNetwork, .noNetwork])
  }

  @Test func `one use case is replaced and the others stay`() async {
    let repository = RecordedRepository()
    var useCase = AuthUseCase(repository: repository)
    useCase.login = AnyUseCase { _ in .hanako }
    let store = AuthStore(useCase: useCase)
    await store.login(email: "taro@example.com", pass: "p")
    #expect(store.state == .hanako)
    await store.logout()
    #expect(repository.asked.values == ["logout"])
  }
}
