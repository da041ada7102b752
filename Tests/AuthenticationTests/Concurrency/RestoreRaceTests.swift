import Authentication
import Core
import StoreExploring
import Testing

@MainActor
struct RestoreRaceTests {
  @Test func `a logout during a restore leaves nothing stored, and the session is closed at the server`() async throws {
    let fixture = try await Outside.signedOut.fixture(holdsCalls: true)
    let states = StoreRecorder().record(fixture.store, \.state)
    let restore = fixture.started(.restore)
    #expect(fixture.held.calls == ["GET /v1/me"])
    await fixture.store.logout()
    #expect(try await fixture.storage.load() == nil)
    try await fixture.release(of: restore)
    #expect(fixture.held.calls == ["POST /v1/logout"])
    try fixture.held.release()
    try await restore.finish()
    #expect(fixture.sent == ["GET /v1/me (token-1-user-1)", "POST /v1/logout (token-1-user-1)"])
    #expect(states.values == [.signedOut, .loading, .signedOut])
    #expect(fixture.session.record == nil)
    #expect(try await fixture.storage.load() == nil)
    #expect(fixture.routes == [])
  }

  @Test(arguments: [APIError.requestFailed(.offline), .invalidResponse(InvalidResponse(statusCode: 401))])
  func `nor does a restore that fails after the logout`(_ failure: APIError) async throws {
    let fixture = try await Outside.signedOut.fixture(holdsCalls: true)
    let states = StoreRecorder().record(fixture.store, \.state)
    let restore = fixture.started(.restore)
    await fixture.store.logout()
    try fixture.held.fail(with: failure)
    await restore.waitUntilSuspended()
    if !restore.hasReturned { try fixture.held.fail(with: failure) }
    try await restore.finish()
    #expect(states.values == [.signedOut, .loading, .signedOut])
    #expect(fixture.session.record == nil)
    #expect(try await fixture.storage.load() == nil)
  }

  @Test(arguments: [RecalledSession.none, .user(.taro), .damaged])
  func `a login that overtakes a restore wins`(_ stored: RecalledSession) async throws {
    let recall = HoldingUseCase<Void, RecalledSession, Never>("recall")
    let restored = Log<String>()
    var useCase = AuthUseCase(login: AnyUseCase { _ in .hanako })
    useCase.recallSession = AnyUseCase(recall)
    useCase.restoreSession = AnyUseCase { _ in
      restored.append("restore")
      return .taro
    }
    let store = AuthStore(useCase: useCase)
    let states = StoreRecorder().record(store, \.state)
    let restore = StartedAction("restore") { await store.restore() }
    #expect(store.state == .signedOut)
    await store.login(email: "hanako@example.com", pass: "secret-of-hanako")
    try recall.succeed(with: stored)
    try await restore.finish()
    #expect(states.values == [.signedOut, .loading, .hanako])
    #expect(restored.values == [])
    #expect(store.notice == nil)
  }

  @Test func `a restore works again after one that was overtaken`() async throws {
    let recall = HoldingUseCase<Void, RecalledSession, Never>("recall")
    var useCase = AuthUseCase(login: AnyUseCase { _ in .hanako })
    useCase.recallSession = AnyUseCase(recall)
    useCase.restoreSession = AnyUseCase { _ in .taro }
    let store = AuthStore(useCase: useCase)
    let first = StartedAction("restore") { await store.restore() }
    await store.login(email: "hanako@example.com", pass: "secret-of-hanako")
    try recall.succeed(with: .none)
    try await first.finish()
    await store.logout()
    let second = StartedAction("restore") { await store.restore() }
    try recall.succeed(with: .user(.taro))
    try await second.finish()
    #expect(store.state == .taro)
  }
}
