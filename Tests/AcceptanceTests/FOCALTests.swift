import Authentication
import Core
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

  @Test func `The folders are those of the article`() {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let core = ["Data", "Domain", "Network", "Presentation"].map { "Core/\($0)" }
    let features = ["Authentication", "Feed", "MyPage"].flatMap {
      ["Features/\($0)/Domain", "Features/\($0)/Presentation"]
    }
    for folder in core + features {
      #expect((try? repository.appending(path: folder).resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true)
    }
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

  private struct Stub: Codable, Sendable, Equatable { let name: String }

  @Test func `The fake client takes stubs, failures and delays, and logs the requests`() async throws {
    let hold = HoldingUseCase<Void, Void, Never>("delay")
    let backend = FakeBackend { request in
      if request.path == "/delayed" { await hold.execute() }
      return .respond(HTTPResponse(status: 200, body: Data(#"{"name":"stub"}"#.utf8)))
    }
    let client = FakeAPIClient(backend: backend)
    let answers = Log<Stub?>()
    let request = StartedAction("request") {
      answers.append(try? await client.send(APIRequest<Stub>(.get, "/delayed", authorization: .anonymous)))
    }
    await request.waitUntilSuspended()
    #expect(answers.values == [])
    try hold.succeed()
    try await request.finish()
    #expect(answers.values == [Stub(name: "stub")])
    #expect(backend.requests.map(\.path) == ["/delayed"])
    try app.backend.fail(.post, "/v1/login", with: .fail(.timedOut))
    let login = APIRequest<UserResponse>(.post, "/v1/login", authorization: .anonymous)
    await #expect(throws: APIError.requestFailed(.timedOut)) {
      try await FakeAPIClient(backend: app.backend).send(login)
    }
  }

  // MARK: - Login and logout

  @Test func `A login sends the two keys of the article and goes from loading to signed in`() async {
    await expectStates(of: app.auth, \.state, [.signedOut, .loading, .taro], and: \.notice, [nil]) {
      let actions: any AuthActions = app.auth
      await actions.login(email: "taro@example.com", pass: "password123")
    }
    #expect(app.trace.values == ["POST /v1/login", "route signedIn"])
    #expect(app.bodies == [#"{"email":"taro@example.com","pass":"password123"}"#])
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
  }

  @Test(arguments: [FakeOutcome.respond(HTTPResponse(status: 204)), .status(500), .fail(.offline)])
  func `A logout sends an empty object and ends signed out, and a failure can be read`(
    outcome: FakeOutcome
  ) async throws {
    await app.signIn()
    try app.backend.fail(.post, "/v1/logout", with: outcome)
    await expectStates(of: app.auth, \.state, [.taro, .signedOut]) {
      let actions: any AuthActions = app.auth
      await actions.logout()
    }
    #expect(app.trace.values.suffix(2) == ["route signedOut", "POST /v1/logout"])
    #expect(app.bodies.last == "{}")
    let isDone = outcome == .respond(HTTPResponse(status: 204))
    #expect(app.auth.notice?.text == (isDone ? messages.logoutDone : messages.logoutFailed))
    #expect(app.failures.values.count == (isDone ? 0 : 1))
  }

  @Test func `Each of the four states has its screen`() async throws {
    let held = HoldingAPIClient(FakeAPIClient())
    let root = AppRoot(AppEnvironment(client: held, storages: .inMemory(), language: .japanese))
    await root.launch()
    root.auth.showSignIn()
    for isRight in [false, true] {
      #expect(root.screen == .login(.signIn))
      let login = StartedAction("login") {
        await root.auth.login(email: "taro@example.com", pass: isRight ? "password123" : "wrong")
      }
      #expect(root.auth.state == .loading)
      #expect(root.screen == .login(.signIn))
      try held.release()
      try await login.finish()
      switch root.auth.state {
      case .signedIn(let user): #expect(isRight && user.name == "太郎" && root.screen == .home(.myPage))
      case .error(let text): #expect(!isRight && text == messages.invalidCredentials)
      case .loading, .signedOut: Issue.record("\(root.auth.state)")
      }
    }
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
