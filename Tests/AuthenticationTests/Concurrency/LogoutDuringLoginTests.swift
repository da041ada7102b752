import Authentication
import Core
import StoreExploring
import Testing

/// The latest wish wins: an answer that comes after a logout changes nothing, and its session is closed at the server.
@MainActor
struct LogoutDuringLoginTests {
  @Test(arguments: [Opening.login, .provider, .signUp])
  func `the late answer changes nothing, and the session it opened is closed`(_ opening: Opening) async throws {
    let fixture = AuthFixture(holdsCalls: true)
    let states = StoreRecorder().record(fixture.store, \.state)
    let notices = StoreRecorder().record(fixture.store, \.notice)
    let action = fixture.started(opening)
    await fixture.store.logout()
    #expect(fixture.held.calls == ["POST \(opening.call.path)"])
    try await fixture.release(of: action)
    #expect(fixture.held.calls == ["POST /v1/logout"])
    try fixture.held.release()
    try await action.finish()
    let token = opening == .signUp ? "token-1-user-3" : "token-1-user-1"
    #expect(fixture.sent == ["POST \(opening.call.path)", "POST /v1/logout (\(token))"])
    #expect(states.values == [.signedOut, .loading, .signedOut])
    #expect(notices.values == [nil])
    #expect(fixture.routes == [])
    #expect(fixture.session.record == nil)
    #expect(try await fixture.storage.load() == nil)
  }

  @Test func `a late failure changes nothing either`() async throws {
    let fixture = AuthFixture(holdsCalls: true)
    let states = StoreRecorder().record(fixture.store, \.state)
    let login = fixture.startedLogin()
    await fixture.store.logout()
    try fixture.held.fail(with: .requestFailed(.offline))
    try await login.finish()
    #expect(states.values == [.signedOut, .loading, .signedOut])
    #expect(fixture.store.notice == nil)
  }

  @Test(arguments: [[0, 0], [1, 0]])
  func `somebody else signs in meanwhile, whoever is answered first`(_ order: [Int]) async throws {
    let fixture = AuthFixture(holdsCalls: true)
    let states = StoreRecorder().record(fixture.store, \.state)
    let late = fixture.startedLogin(.taro)
    await fixture.store.logout()
    let login = fixture.startedLogin(.hanako)
    #expect(fixture.held.calls == ["POST /v1/login", "POST /v1/login"])
    let actions = order == [0, 0] ? [late, login] : [login, late]
    for (call, action) in zip(order, actions) { try await fixture.release(call, of: action) }
    #expect(fixture.held.calls == ["POST /v1/logout"])
    try fixture.held.release()
    for action in actions { try await action.finish() }
    let token = order == [0, 0] ? "token-1-user-1" : "token-2-user-1"
    #expect(fixture.sent == ["POST /v1/login", "POST /v1/login", "POST /v1/logout (\(token))"])
    #expect(states.values == [.signedOut, .loading, .signedOut, .loading, .hanako])
    #expect(fixture.session.record?.user == .hanako)
    #expect(try await fixture.storage.load()?.user == .hanako)
    #expect(fixture.routes == [.signedIn])
  }

  @Test func `a use case that knows no sessions is asked to close the late one`() async throws {
    let login = HoldingUseCase<Credentials, User, AuthError>("login")
    let logouts = Log<String>()
    let store = AuthStore(
      useCase: AuthUseCase(login: AnyUseCase(login), logout: AnyUseCase { _ in logouts.append("logout") }))
    let states = StoreRecorder().record(store, \.state)
    let action = StartedAction { await store.login(email: "taro@example.com", pass: "password123") }
    await store.logout()
    #expect(logouts.values == ["logout"])
    try login.succeed(with: .taro)
    try await action.finish()
    #expect(logouts.values == ["logout", "logout"])
    #expect(states.values == [.signedOut, .loading, .signedOut])
  }
}
