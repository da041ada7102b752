import Authentication
import Core
import StoreTesting
import TestSupport
import Testing

/// A repository without an `APIClient` that logs its calls.
private struct LoggedRepository: AuthRepository {
  let calls = Log<String>()
  var failure: AuthError?

  func login(email: String, pass: String) async throws(AuthError) -> User { try log("login <\(email)> <\(pass)>") }
  func login(provider: String, token: AccessToken) async throws(AuthError) -> User {
    try log("login \(provider) <\(token.rawValue)>")
  }
  func signUp(email: String, pass: String) async throws(AuthError) -> User { try log("signUp <\(email)> <\(pass)>") }
  func restore() async throws(SessionStorageError) -> User? {
    calls.append("restore")
    return .taro
  }
  func currentUser() async throws(AuthError) -> User { try log("currentUser") }
  func logout() async throws(AuthError) { _ = try log("logout") }

  private func log(_ call: String) throws(AuthError) -> User {
    calls.append(call)
    if let failure { throw failure }
    return .taro
  }
}

struct UseCaseTests {
  private let repository = LoggedRepository()

  @Test(arguments: ["taro@example.com", "  taro@example.com\n", "\u{3000}taro@example.com\t"])
  func `A login trims the email address and not the password`(_ email: String) async throws {
    let user = try await Login(repository: repository).execute(Credentials(email: email, pass: " pass word "))
    #expect(user == .taro)
    #expect(repository.calls.values == ["login <taro@example.com> < pass word >"])
  }

  @Test(arguments: [("", "x", AuthError.invalidEmail), (" \n", "", .invalidEmail), ("a@b.c", "", .invalidCredentials)])
  func `A login with an empty field sends nothing`(_ email: String, _ pass: String, _ error: AuthError) async {
    await #expect(throws: error) {
      try await Login(repository: repository).execute(Credentials(email: email, pass: pass))
    }
    #expect(repository.calls.values == [])
  }

  @Test(arguments: [
    ("jiro", "1", AuthError.invalidEmail), ("ji ro@example.com", "123456", .invalidEmail),
    ("jiro@example.com", "12345", .weakPassword),
  ])
  func `A sign-up checks the email address, then the password`(
    _ email: String, _ pass: String, _ error: AuthError
  ) async {
    await #expect(throws: error) {
      try await SignUp(repository: repository).execute(Credentials(email: email, pass: pass))
    }
    #expect(repository.calls.values == [])
  }

  @Test(arguments: ["123456", "パスワード１", "👨‍👩‍👧‍👦が12345"])
  func `Six characters of any script are a password`(_ pass: String) async throws {
    _ = try await SignUp(repository: repository).execute(Credentials(email: " jiro@example.com ", pass: pass))
    #expect(repository.calls.values == ["signUp <jiro@example.com> <\(pass)>"])
  }

  @Test func `Every use case of a repository reports its failure once`() async {
    let failures = Log<AuthError>()
    let refusing = LoggedRepository(failure: .noNetwork)
    let useCase = AuthUseCase(repository: refusing) { failures.append($0) }
    let credentials = Credentials(email: "taro@example.com", pass: "password123")
    await #expect(throws: AuthError.noNetwork) { try await useCase.login.execute(credentials) }
    await #expect(throws: AuthError.noNetwork) { try await useCase.loginWithProvider.execute(.google) }
    await #expect(throws: AuthError.noNetwork) { try await useCase.signUp.execute(credentials) }
    await #expect(throws: AuthError.noNetwork) { try await useCase.currentUser.execute() }
    await #expect(throws: AuthError.noNetwork) { try await useCase.logout.execute() }
    #expect(failures.values == Array(repeating: .noNetwork, count: 5))
    #expect(
      refusing.calls.values == [
        "login <taro@example.com> <password123>", "login google <google-taro>",
        "signUp <taro@example.com> <password123>", "currentUser", "logout",
      ])
  }

  @Test func `A provider that denies the sign-in sends nothing`() async {
    let useCase = AuthUseCase(repository: repository).loginWithProvider
    await #expect(throws: AuthError.notAuthorized) {
      try await useCase.execute(.facebook { () throws(AuthError) in throw .notAuthorized })
    }
    #expect(repository.calls.values == [])
  }
}

@MainActor
struct OwnRepositoryTests {
  /// The required methods only.
  private struct MinimalRepository: AuthRepository {
    func login(email: String, pass: String) async throws(AuthError) -> User { .taro }
    func logout() async throws(AuthError) {}
  }

  @Test func `A repository of one's own restores, and ends its session, without a Session`() async {
    var repository = LoggedRepository()
    repository.failure = .sessionEnded
    let store = AuthStore(useCase: AuthUseCase(repository: repository), messages: .japanese)
    await expectStates(of: store, \.state, [.signedOut, .taro, .expired]) { await store.restore() }
    #expect(repository.calls.values == ["restore", "currentUser"])
  }

  @Test func `The defaults of a repository and of the closures refuse what is not supported`() async {
    for useCase in [
      AuthUseCase(repository: MinimalRepository()), AuthUseCase(login: AnyUseCase { _ in .taro }),
    ] {
      let store = AuthStore(useCase: useCase, messages: .japanese)
      await expectStates(of: store, \.state, [.signedOut], and: \.notice, [nil]) { await store.restore() }
      await #expect(throws: AuthError.cancelled) { try await useCase.currentUser.execute() }
      await #expect(throws: AuthError.self) {
        try await useCase.signUp.execute(Credentials(email: "jiro@example.com", pass: "123456"))
      }
      await expectStates(
        of: store, \.state, [.signedOut, .loading, .error("認証が許可されませんでした。"), .loading, .taro, .signedOut]
      ) {
        await store.login(with: .google)
        await store.login(email: "taro@example.com", pass: "p")
        await store.logout()
      }
      #expect(store.notice == .signedOut)
    }
  }

  @Test func `One use case can be replaced`() async {
    let repository = LoggedRepository()
    var useCase = AuthUseCase(repository: repository)
    useCase.login = AnyUseCase { _ in .hanako }
    let store = AuthStore(useCase: useCase)
    await store.login(email: "taro@example.com", pass: "p")
    #expect(store.state == .hanako)
    await store.logout()
    #expect(repository.calls.values == ["logout"])
  }
}
