import Authentication
import Core
import StoreExploring
import StoreTesting
import Testing

/// Row 5 of the table.
@MainActor
struct LogoutTests {
  @Test func `a logout is over at once, and the server hears of it afterwards`() async throws {
    let fixture = AuthFixture(holdsCalls: true)
    let login = fixture.startedLogin()
    try fixture.held.release()
    try await login.finish()
    let states = StoreRecorder().record(fixture.store, \.state)
    let notices = StoreRecorder().record(fixture.store, \.notice)
    let logout = StartedAction("logout") { await fixture.store.logout() }
    #expect(states.values == [.taro, .signedOut])
    #expect(fixture.routes == [.signedIn, .signedOut])
    #expect(fixture.session.record == nil)
    #expect(try await fixture.storage.load() == nil)
    #expect(fixture.held.calls == ["POST /v1/logout"])
    try fixture.held.release()
    try await logout.finish()
    #expect(fixture.sent == ["POST /v1/login", "POST /v1/logout (token-1-user-1)"])
    #expect(states.values == [.taro, .signedOut])
    #expect(notices.values == [nil, .loggedOut])
  }

  @Test(arguments: [FakeOutcome.status(500), .status(403), .fail(.offline), .answerThenFail(.timedOut)])
  func `a server that does not hear of it leaves a notice and nobody signed in`(_ outcome: FakeOutcome) async throws {
    let fixture = await AuthFixture.signedInBefore()
    try fixture.backend.fail(.post, "/v1/logout", with: outcome)
    await expectStates(of: fixture.store, \.state, [.taro, .signedOut], and: \.notice, [nil, .logoutFailed]) {
      await fixture.store.logout()
    }
    #expect(fixture.session.record == nil)
    #expect(try await fixture.storage.load() == nil)
    #expect(fixture.failures.count == 1)
  }

  @Test func `a server that knows no such session any more has nothing to complain about`() async {
    let fixture = await AuthFixture.signedInBefore()
    fixture.backend.endSessions()
    await expectStates(of: fixture.store, \.state, [.taro, .signedOut], and: \.notice, [nil, .loggedOut]) {
      await fixture.store.logout()
    }
    #expect(fixture.failures == [])
  }

  @Test func `a second logout sends nothing`() async throws {
    let fixture = AuthFixture(holdsCalls: true)
    let login = fixture.startedLogin()
    try fixture.held.release()
    try await login.finish()
    let logout = StartedAction("logout") { await fixture.store.logout() }
    let second = StartedAction("logout") { await fixture.store.logout() }
    #expect(second.hasReturned)
    #expect(fixture.held.calls == ["POST /v1/logout"])
    try fixture.held.release()
    try await logout.finish()
    #expect(fixture.routes == [.signedIn, .signedOut])
  }

  @Test func `a cancelled logout signs out without a word`() async throws {
    let fixture = AuthFixture(holdsCalls: true)
    let login = fixture.startedLogin()
    try fixture.held.release()
    try await login.finish()
    let notices = StoreRecorder().record(fixture.store, \.notice)
    let logout = StartedAction("logout") { await fixture.store.logout() }
    logout.cancel()
    try await logout.finish()
    #expect(fixture.store.state == .signedOut)
    #expect(fixture.session.record == nil)
    #expect(notices.values == [nil])
  }
}
