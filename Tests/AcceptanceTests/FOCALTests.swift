import Authentication
import Core
import CoreTesting
import ExampleApp
import Feed
import Foundation
import MyPage
import StoreExploring
import StoreTesting
import Testing

/// The article about FOCAL: login and logout, and the names of the features beside them.
@MainActor
struct FOCALTests {
  private let app = SampleApp()
  private let messages = AuthMessages.japanese

  @Test func `The strings of FOCAL are byte-equal`() {
    let home = AppMessages.japanese
    expectBytes([
      (messages.title, "FOCAL Architecture Demo"), (messages.email, "Email"), (messages.password, "Password"),
      (messages.login, "ログイン"), (messages.invalidCredentials, "メールアドレスまたはパスワードが間違っています。"),
      (messages.common.noNetwork, "ネットワーク接続を確認してください。"),
      (messages.common.serverError, "サーバーで問題が発生しました。時間をおいて再試行してください。"),
      (messages.common.unknownError, "不明なエラーが発生しました。"), (home.welcome("太郎"), "ようこそ、太郎さん"),
      (home.logout, "ログアウト"),
    ])
  }

  // MARK: - Data

  @Test func `A response of the article becomes a user, and the view gets the name alone`() throws {
    let json = """
      {"user_id":"1","user_name":"太郎","email":"taro@example.com","last_login_date":"2022-03-08T22:32:51.312+09:00"}
      """
    let user = try JSONCoding.decode(UserResponse.self, from: Data(json.utf8)).user
    let date = Date(timeIntervalSince1970: 1_646_746_371.312)
    #expect(user == User(id: "1", name: "太郎", email: "taro@example.com", lastLoginDate: date))
    #expect(Mirror(reflecting: AuthenticatedUser(user)).children.map(\.label) == ["name"])
    #expect(AuthenticatedUser(user) == AuthenticatedUser(name: "太郎"))
  }

  // MARK: - Login and logout

  @Test(arguments: [AuthState.signedOut, .error(AuthMessages.japanese.invalidEmail)])
  func `A login sends the two keys of the article, goes from loading to signed in, and opens a session`(
    start: AuthState
  ) async {
    let actions: any AuthActions = app.auth
    if start != .signedOut { await actions.login(email: "", pass: "") }
    await expectStates(of: app.auth, \.state, [start, .loading, .taro], and: \.notice, [nil]) {
      await actions.login(email: " taro@example.com ", pass: "password123")
    }
    #expect(app.trace.values == ["POST /v1/login", "route signedIn"])
    #expect(app.bodies == [#"{"email":"taro@example.com","pass":"password123"}"#])
    #expect(app.session.current != nil && app.session.current == app.storage.load())
  }

  typealias AuthString = KeyPath<AuthMessages, String> & Sendable

  @Test(
    arguments: [
      (.status(401), .invalidCredentials, \.invalidCredentials),
      (.status(403), .invalidCredentials, \.invalidCredentials),
      (.fail(.offline), .noNetwork, \.common.noNetwork), (.fail(.timedOut), .noNetwork, \.common.noNetwork),
      (.status(500), .serverError(reason: "The backend was told to fail."), \.common.serverError),
      (.status(404), .serverError(reason: "The backend was told to fail."), \.common.serverError),
      (.malformed, .serverError(reason: "The body is not JSON."), \.common.serverError),
    ] as [(FakeOutcome, AuthError, AuthString)])
  func `A failed login is an error of the domain, which the hook hears, and its message`(
    outcome: FakeOutcome, error: AuthError, message: AuthString
  ) async throws {
    try app.backend.fail(.post, "/v1/login", with: outcome)
    await expectStates(of: app.auth, \.state, [.signedOut, .loading, .error(messages[keyPath: message])]) {
      await app.signIn()
    }
    #expect(app.failures.values == [error])
    #expect(app.trace.values == ["POST /v1/login"] && app.session.current == nil)
  }

  @Test func `The log of a use case can hear successes too`() async {
    let log = Log<String>()
    let remote = RemoteAuthRepository(client: FakeAPIClient(), session: app.session)
    let useCase = AuthUseCase(repository: LoggingRepository(remote: remote, log: log)) { log.append("\($0)") }
    let store = AuthStore(useCase: useCase)
    for pass in ["wrong", "password123"] { await store.login(email: "taro@example.com", pass: pass) }
    #expect(log.values == ["invalidCredentials", FakeAccount.taro.name])
  }

  @Test(arguments: [
    (FakeOutcome.answer, true), (.respond(HTTPResponse(status: 204)), true), (.status(401), true),
    (.status(403), false), (.status(500), false), (.fail(.offline), false),
  ])
  func `A logout sends an empty object and ends signed out, and says whether the server could be told`(
    outcome: FakeOutcome, isDone: Bool
  ) async throws {
    await app.signIn()
    try app.backend.fail(.post, "/v1/logout", with: outcome)
    let done = Notice(title: messages.logoutDoneTitle, text: messages.logoutDone, button: "OK", kind: .success)
    let failed = Notice(title: messages.logoutFailedTitle, text: messages.logoutFailed, button: "OK")
    let notices = [nil, isDone ? done : failed, nil]
    await expectStates(of: app.auth, \.state, [.taro, .signedOut], and: \.notice, notices) {
      let actions: any AuthActions = app.auth
      await actions.logout()
      actions.dismissNotice()
    }
    #expect(app.trace.values.suffix(2) == ["route signedOut", "POST /v1/logout"])
    #expect(app.bodies.last == "{}")
    #expect(app.failures.values.count == (isDone ? 0 : 1))
    #expect(app.session.current == nil && app.storage.load() == nil)
  }

  @Test func `Each of the four states has its screen, and the fake client delays, fails, answers and logs`()
    async throws
  {
    let delay = HoldingUseCase<Void, FakeOutcome, Never>("delay")
    let client = FakeAPIClient(backend: FakeBackend { _ in await delay.execute() })
    let root = AppRoot(AppEnvironment(client: client, storages: .inMemory(), language: .japanese))
    await root.launch()
    root.auth.showSignIn()
    var screens: [AuthState: AppScreen] = [root.auth.state: root.screen]
    for outcome in [FakeOutcome.status(401), .fail(.offline), .answer] {
      let login = StartedAction("login") { await root.auth.login(email: "taro@example.com", pass: "password123") }
      await login.waitUntilSuspended()
      screens[root.auth.state] = root.screen
      try delay.succeed(with: outcome)
      try await login.finish()
      screens[root.auth.state] = root.screen
    }
    #expect(
      screens == [
        .signedOut: .login(.signIn), .loading: .login(.signIn), .error(messages.invalidCredentials): .login(.signIn),
        .error(messages.common.noNetwork): .login(.signIn), .taro: .home(.myPage),
      ])
    #expect(client.backend.requests.map(\.path) == ["/v1/login", "/v1/login", "/v1/login"])
  }

  @Test func `Feed and MyPage have a State, Actions and a Store too`() async {
    await app.signIn()
    let (feed, myPage): (any FeedActions, any MyPageActions) = (app.feed, app.myPage)
    await feed.load()
    await myPage.load()
    let states: (FeedState, MyPageState) = (app.feed.state, app.myPage.state)
    #expect(states.0.content?.posts.count == 20)
    #expect(states.1 == .loaded(MyPageContent()))
  }
}

/// Logs who has signed in.
private struct LoggingRepository: AuthRepository {
  let remote: RemoteAuthRepository
  let log: Log<String>

  func login(email: String, pass: String) async throws(AuthError) -> User {
    let user = try await remote.login(email: email, pass: pass)
    log.append(user.name)
    return user
  }

  func logout() async throws(AuthError) { try await remote.logout() }
}

#if Driver && os(Linux)
  /// The driver, as a command.
  struct DriverTests {
    /// Plays a script, and returns the lines that show the screen.
    private func screens(_ script: String, language: Language) async throws -> [String] {
      let driver = Process()
      driver.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "focal")
      driver.arguments = ["play", "-", "--language", language.rawValue]
      let (input, output) = (Pipe(), Pipe())
      (driver.standardInput, driver.standardOutput) = (input, output)
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        driver.terminationHandler = { _ in ended.resume() }
        do {
          try driver.run()
          try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
          try input.fileHandleForWriting.close()
        } catch {
          driver.terminationHandler = nil
          ended.resume(throwing: error)
        }
      }
      #expect(driver.terminationStatus == 0)
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      let label = "    screen                "
      return text.split(separator: "\n").filter { $0.hasPrefix(label) }.map { String($0.dropFirst(label.count)) }
    }

    @Test(arguments: Language.allCases)
    func `The driver shows the screens: progress in place of the buttons, an error above the fields, and the home`(
      language: Language
    ) async throws {
      let (messages, app) = (AuthMessages(language: language), AppMessages(language: language))
      let script = """
        open focal://signin
        login taro@example.com wrong
        login taro@example.com password123
        relaunch
        """
      let providers = [IdentityProvider].example.map { "(\(messages.login(with: $0)))" }.joined(separator: " ")
      let fields = "[\(messages.email)] [\(messages.password)]"
      let signIn = "\(fields) (\(messages.login)) \(providers) (\(messages.signUp))"
      let home = "\(app.welcome("太郎"))  (\(app.logout))  \(app.myPage)"
      #expect(
        try await screens(script, language: language) == [
          "\(messages.title)  \(fields) (\(messages.signUp)) \(providers) (\(messages.login))",
          "\(messages.title)  \(signIn)",
          "\(messages.title)  \(fields) \(messages.common.loading)…",
          "\(messages.title)  ! \(messages.invalidCredentials)  \(signIn)",
          "\(messages.title)  \(fields) \(messages.common.loading)…", home, home,
        ])
    }
  }
#endif
