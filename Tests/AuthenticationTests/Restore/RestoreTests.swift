import Authentication
import Core
import StoreTesting
import Testing

/// Row 4 of the table, with what an earlier launch can have left.
@MainActor
struct RestoreTests {
  @Test(arguments: Outside.allCases)
  func `nothing stored changes nothing`(_ start: Outside) async throws {
    let fixture = try await start.fixture()
    try await fixture.storage.clear()
    let sent = fixture.sent
    await expectStates(of: fixture.store, \.state, [start.state], and: \.notice, [nil]) {
      await fixture.store.restore()
    }
    #expect(fixture.sent == sent)
    #expect(fixture.routes == [])
  }

  @Test func `a session that the server accepts is taken up with its token`() async {
    let fixture = await AuthFixture.signedInBefore().relaunched()
    await expectStates(of: fixture.store, \.state, [.signedOut, .loading, .taro], and: \.notice, [nil]) {
      await fixture.store.restore()
    }
    #expect(fixture.sent == ["GET /v1/me (token-1-user-1)"])
    #expect(fixture.session.record == StoredSession(user: .taro, token: AccessToken("token-1-user-1")))
    #expect(fixture.routes == [.signedIn])
  }

  @Test(arguments: [401, 403], Outside.allCases)
  func `a session that the server refuses is forgotten`(_ status: Int, _ start: Outside) async throws {
    let fixture = try await start.fixture()
    try fixture.backend.fail(.get, "/v1/me", with: .status(status))
    await expectStates(of: fixture.store, \.state, [start.state, .loading, .signedOut], and: \.notice, [nil]) {
      await fixture.store.restore()
    }
    #expect(fixture.session.record == nil)
    #expect(try await fixture.storage.load() == nil)
    #expect(fixture.routes == [])
  }

  @Test(arguments: [
    FakeOutcome.fail(.offline), .fail(.timedOut), .fail(.refused), .status(500), .status(404), .status(429), .malformed,
  ])
  func `without a usable answer the user is signed in as last known`(_ outcome: FakeOutcome) async throws {
    let fixture = await AuthFixture.signedInBefore().relaunched()
    try fixture.backend.fail(.get, "/v1/me", with: outcome)
    await expectStates(of: fixture.store, \.state, [.signedOut, .loading, .taro], and: \.notice, [nil]) {
      await fixture.store.restore()
    }
    #expect(fixture.session.record == StoredSession(user: .taro, token: AccessToken("token-1-user-1")))
    #expect(try await fixture.storage.load() == fixture.session.record)
    #expect(fixture.routes == [.signedIn])
  }

  @Test func `the name is the one that the server knows now`() async throws {
    let storage = InMemorySessionStorage()
    let fixture = AuthFixture(storage: storage)
    await fixture.login()
    let old = User(id: "user-1", name: "before the wedding", email: "taro@example.com", lastLoginDate: .example)
    storage.save(StoredSession(user: old, token: AccessToken("token-1-user-1")))
    let relaunched = fixture.relaunched()
    await relaunched.store.restore()
    #expect(relaunched.store.state == .taro)
    #expect(storage.load()?.user == .taro)
  }

  @Test func `a session without a token is asked for without one`() async throws {
    let storage = InMemorySessionStorage(StoredSession(user: .taro, token: nil))
    let fixture = AuthFixture(storage: storage)
    try fixture.backend.fail(.get, "/v1/me", with: .fail(.offline))
    await fixture.store.restore()
    #expect(fixture.sent == ["GET /v1/me"])
    #expect(fixture.store.state == .taro)
  }

  @Test func `after a logout nothing is left to restore`() async {
    let fixture = await AuthFixture.signedInBefore()
    await fixture.store.logout()
    let relaunched = fixture.relaunched()
    await expectStates(of: relaunched.store, \.state, [.signedOut]) { await relaunched.store.restore() }
    #expect(relaunched.sent == [])
  }
}
