import Authentication
import Core
import Foundation
import StoreTesting
import TestSupport
import Testing

/// A repository without an `APIClient` that logs its calls.
private struct LoggedRepository: AuthRepository {
  let calls = Log<String>()
  var failure: AuthError?

  func login(email: String, pass: String) async throws(AuthError) -> User { try log("login <\(email)> <\(pass)>") }
  func login(provider: String, token: Secret) async throws(AuthError) -> User {
    try log("login \(provider) <\(token.rawValue)>")
  }
  func signUp(email: String, pass: String, fields: [String: String]) async throws(AuthError) -> User {
    try log("signUp <\(email)> <\(pass)>\(fields.map { " \($0)=\($1)" }.joined())")
  }
  func restore() async throws(SessionStorageError) -> User? {
    calls.append("restore")
    return .taro
  }
  func currentUser() async throws(AuthError) -> User { try log("currentUser") }
  func logout() async throws(AuthError) { _ = try log("logout") }
  func deleteAccount(pass: String) async throws(AuthError) -> User { try log("deleteAccount <\(pass)>") }

  private func log(_ call: String) throws(AuthError) -> User {
    calls.append(call)
    if let failure { throw failure }
    return .taro
  }
}

struct UseCaseTests {
  private static let overlong = String(repeating: "x", count: 10 * 1024 + 1)

  private let repository = LoggedRepository()

  private var useCase: AuthUseCase { AuthUseCase(repository: repository) }

  @Test(arguments: ["taro@example.com", "  taro@example.com\n", "\u{3000}taro@example.com\t"])
  func `A login trims the email address and not the password`(_ email: String) async throws {
    #expect(try await useCase.login(email: email, pass: " pass word ") == .taro)
    #expect(repository.calls.values == ["login <taro@example.com> < pass word >"])
  }

  @Test(arguments: [
    (SignIn.login, "", "x", AuthError.invalidEmail), (.login, " \n", "", .invalidEmail),
    (.login, "a@b.c", "", .invalidCredentials), (.signUp, "jiro", "1", .invalidEmail),
    (.signUp, "ji ro@example.com", "123456", .invalidEmail), (.signUp, "jiro@example.com", "12345", .weakPassword),
    (.login, overlong, "123456", .invalidEmail), (.login, "jiro@example.com", overlong, .invalidCredentials),
    (.signUp, "\(overlong)@example.com", "123456", .invalidEmail),
    (.signUp, "jiro@example.com", overlong, .invalidCredentials),
  ])
  func `Invalid input is refused without a request, the email address first`(
    _ signIn: SignIn, _ email: String, _ pass: String, _ error: AuthError
  ) async {
    await #expect(throws: error) {
      if signIn == .login {
        try await useCase.login(email: email, pass: pass)
      } else {
        try await useCase.signUp(email: email, pass: pass)
      }
    }
    #expect(repository.calls.values == [])
  }

  @Test(arguments: ["123456", "パスワード１", "👨‍👩‍👧‍👦が12345"])
  func `Six characters of any script are a password`(_ pass: String) async throws {
    _ = try await useCase.signUp(email: " jiro@example.com ", pass: pass, fields: ["username": "jiro"])
    #expect(repository.calls.values == ["signUp <jiro@example.com> <\(pass)> username=jiro"])
  }

  @Test func `A further field of a sign-up has 10 KiB or less`() async {
    await #expect(throws: AuthError.invalidCredentials) {
      try await useCase.signUp(email: "jiro@example.com", pass: "123456", fields: ["about": Self.overlong])
    }
    #expect(repository.calls.values == [])
  }

  @Test func `A deletion needs a password`() async throws {
    for pass in ["", Self.overlong] {
      await #expect(throws: AuthError.invalidCredentials) { try await useCase.deleteAccount(pass: pass) }
    }
    #expect(repository.calls.values == [])
    #expect(try await useCase.deleteAccount(pass: " p ") == .taro)
    #expect(repository.calls.values == ["deleteAccount < p >"])
  }

  @Test func `Every operation reports its failure once`() async {
    let failures = Log<AuthError>()
    let refusing = LoggedRepository(failure: .noNetwork)
    let useCase = AuthUseCase(
      repository: refusing, onFailure: failures.append,
      removeUserData: { userID throws(AuthError) in throw .userDataNotRemoved(reason: userID) })
    let (email, pass) = ("taro@example.com", "password123")
    await #expect(throws: AuthError.invalidEmail) { try await useCase.login(email: "", pass: pass) }
    await #expect(throws: AuthError.noNetwork) { try await useCase.login(email: email, pass: pass) }
    await #expect(throws: AuthError.noNetwork) { try await useCase.login(with: .google) }
    await #expect(throws: AuthError.noNetwork) { try await useCase.signUp(email: email, pass: pass) }
    await #expect(throws: AuthError.noNetwork) { try await useCase.currentUser() }
    await #expect(throws: AuthError.noNetwork) { try await useCase.logout() }
    await #expect(throws: AuthError.noNetwork) { try await useCase.deleteAccount(pass: pass) }
    await #expect(throws: AuthError.userDataNotRemoved(reason: "1")) { try await useCase.removeUserData(of: "1") }
    let offline = Array(repeating: AuthError.noNetwork, count: 6)
    #expect(failures.values == [.invalidEmail] + offline + [.userDataNotRemoved(reason: "1")])
    #expect(
      refusing.calls.values == [
        "login <taro@example.com> <password123>", "login google <google-taro>",
        "signUp <taro@example.com> <password123>", "currentUser", "logout",
        "deleteAccount <password123>",
      ])
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

  @Test func `A restore while signed in changes no state and lets the repository save what it could not`() async {
    let repository = LoggedRepository()
    let store = AuthStore(useCase: AuthUseCase(repository: repository), messages: .japanese)
    await store.login(email: "taro@example.com", pass: "password123")
    await expectStates(of: store, \.state, [.taro], and: \.notice, [nil]) { await store.restore() }
    #expect(repository.calls.values.last == "restore")
  }

  @Test func `The account of a repository without a Session is deleted with the data of its user`() async {
    let removed = Log<User.ID>()
    let useCase = AuthUseCase(repository: LoggedRepository(), removeUserData: removed.append)
    let store = AuthStore(useCase: useCase, messages: .japanese)
    await store.login(email: "taro@example.com", pass: "password123")
    await expectStates(of: store, \.state, [.taro, .loading, .signedOut], and: \.notice, [nil, .deleted]) {
      await store.deleteAccount(pass: "password123")
    }
    #expect(!store.isDeletingAccount)
    #expect(removed.values == ["user-1"])
  }

  @Test func `The defaults of a repository refuse what is not supported`() async {
    let useCase = AuthUseCase(repository: MinimalRepository())
    let store = AuthStore(useCase: useCase, messages: .japanese)
    await expectStates(of: store, \.state, [.signedOut], and: \.notice, [nil]) { await store.restore() }
    await #expect(throws: AuthError.cancelled) { try await useCase.currentUser() }
    await #expect(throws: AuthError.self) { try await useCase.deleteAccount(pass: "p") }
    await #expect(throws: AuthError.self) { try await useCase.signUp(email: "jiro@example.com", pass: "123456") }
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

@MainActor
struct CapabilityTests {
  private struct SignInRepository: AuthRepository {
    let capabilities: Set<AuthCapability> = []
    func login(email: String, pass: String) async throws(AuthError) -> User { .taro }
    func logout() async throws(AuthError) {}
  }

  @Test func `A sign-up or a deletion that the server does not offer is ignored`() async {
    let (routes, failures) = (Log<AuthRoute>(), Log<AuthError>())
    let useCase = AuthUseCase(repository: SignInRepository(), onFailure: failures.append)
    let store = AuthStore(useCase: useCase, messages: .japanese, onRoute: routes.append)
    store.showSignUp()
    await store.signUp(email: "taro@example.com", pass: "password123")
    #expect((store.state, store.notice, routes.values) == (.signedOut, nil, []))
    await store.login(email: "taro@example.com", pass: "password123")
    await store.deleteAccount(pass: "password123")
    #expect((store.state, store.notice, routes.values) == (.taro, nil, [.signedIn]))
    #expect(failures.values == [])
  }
}

/// What a status means to each request; the common meanings are those of `FeatureError`.
struct RemoteAuthRepositoryTests {
  private let session = Session(storage: InMemorySessionStorage())

  private func repository(_ status: Int, code: String? = nil, field: String? = nil) -> RemoteAuthRepository {
    let response = InvalidResponse(
      statusCode: status, problem: ProblemDetails(detail: "detail", code: code, field: field))
    return RemoteAuthRepository(client: FailingAPIClient(.invalidResponse(response)), session: session)
  }

  private static let other = AuthError.serverError(reason: "detail")
  private static let rejected = AuthError.rejected(reason: "detail")

  @Test(arguments: [(401, AuthError.notAuthorized), (403, .notAuthorized), (404, .noAccount), (409, rejected)])
  func `A login with a provider is denied or finds no account`(_ status: Int, _ expected: AuthError) async {
    await #expect(throws: expected) {
      try await repository(status).login(provider: "google", token: Secret("t"))
    }
  }

  @Test(arguments: [
    (409, nil, nil, AuthError.emailAlreadyInUse), (409, nil, "email", .emailAlreadyInUse),
    (409, "email_already_in_use", nil, .emailAlreadyInUse), (409, nil, "username", rejected),
    (409, "name_taken", nil, rejected), (422, nil, "email", .invalidEmail),
    (422, "invalid_email", "email", .invalidEmail), (422, "blocked", "email", rejected),
    (422, nil, "pass", .weakPassword), (422, "weak_password", "pass", .weakPassword),
    (422, "leaked_password", "pass", rejected), (422, nil, "name", rejected), (422, nil, nil, rejected),
    (401, nil, nil, .notAuthorized), (403, nil, "email", other),
  ])
  func `A sign-up names what is wrong with the input, in the server’s words where the app has none`(
    _ status: Int, _ code: String?, _ field: String?, _ expected: AuthError
  ) async {
    await #expect(throws: expected) {
      try await repository(status, code: code, field: field).signUp(email: "e", pass: "p", fields: [:])
    }
  }

  @Test func `A sign-up is tried again with the same key until it succeeds, and its lost answer signs in`() async throws
  {
    let backend = FakeBackend.sample()
    let repository = RemoteAuthRepository(client: FakeAPIClient(backend: backend), session: session)
    try backend.fail(.post, "/v1/signup", with: .answerThenFail(.connectionLost), times: 2)
    func signUp(_ email: String) async throws(AuthError) -> User {
      try await repository.signUp(email: email, pass: "secret", fields: ["name": "Jiro", "pass": "other"])
    }
    await #expect(throws: AuthError.noNetwork) { try await signUp("a@b.c") }
    await #expect(throws: AuthError.noNetwork) { try await signUp("d@b.c") }
    #expect(try await signUp("d@b.c").email == "d@b.c")
    await #expect(throws: AuthError.emailAlreadyInUse) { try await signUp("d@b.c") }
    #expect(backend.requests.first?.body == Data(#"{"email":"a@b.c","name":"Jiro","pass":"secret"}"#.utf8))
    let keys = backend.requests.map { $0.headers["Idempotency-Key"] }
    #expect(keys[1] == keys[2])
    #expect(Set(keys).count == 3)
    #expect(!keys.contains(nil))
  }

  @Test(arguments: [(403, "pass", AuthError.invalidCredentials), (403, nil, other), (422, "pass", rejected)])
  func `Only a refusal of the password means a wrong one to a deletion`(
    _ status: Int, _ field: String?, _ expected: AuthError
  ) async {
    await session.begin(.taro)
    await #expect(throws: expected) { try await repository(status, field: field).deleteAccount(pass: "p") }
    #expect(session.current == .taro)
    _ = await session.close()
    await #expect(throws: AuthError.notAuthorized) { try await repository(status).deleteAccount(pass: "p") }
  }

  @Test func `The name of a provider is percent-encoded in the path`() async {
    let backend = FakeBackend.sample()
    let repository = RemoteAuthRepository(client: FakeAPIClient(backend: backend), session: session)
    _ = try? await repository.login(provider: "a/b ü", token: Secret("t"))
    #expect(backend.requests.map(\.path) == ["/v1/login/a%2Fb%20%C3%BC"])
  }

  @Test func `A response about another user changes nothing`() async {
    let backend = FakeBackend.sample { _ in
      .respond(HTTPResponse(status: 200, body: (try? JSONCoding.encode(UserResponse(.hanako))) ?? .init()))
    }
    await session.begin(.taro)
    let repository = RemoteAuthRepository(client: FakeAPIClient(backend: backend), session: session)
    await #expect(throws: AuthError.cancelled) { try await repository.currentUser() }
    #expect(session.current == .taro)
  }

  @Test func `A session without a token is closed without one`() async throws {
    let backend = FakeBackend.sample { _ in .respond(HTTPResponse(status: 204)) }
    await session.begin(StoredSession(user: .taro, accessToken: nil))
    try await RemoteAuthRepository(client: FakeAPIClient(backend: backend), session: session).logout()
    #expect(backend.requests.map { $0.headers["Authorization"] } == [nil])
  }
}
