import Authentication
import Core
import StoreExploring
import TestSupport
import Testing

/// The last request wins: stale responses are ignored, and sessions that they opened are closed.
@MainActor
struct OvertakenTests {
  @Test(arguments: SignIn.allCases)
  func `A sign-in answered after a sign-out opens nothing, and its session is closed at the server once`(
    _ signIn: SignIn
  ) async throws {
    let harness = AuthHarness(holdsRequests: true)
    let states = StoreRecorder().record(harness.store, \.state)
    let notices = StoreRecorder().record(harness.store, \.notice)
    let action = harness.start(signIn)
    await harness.store.logout()
    #expect(harness.store.state == .signedOut)
    try await harness.release(of: action)
    try harness.held.release()
    try await action.finish()
    #expect(harness.sent == ["POST \(signIn.path)", "POST /v1/logout (token 1)"])
    #expect(states.values == [.signedOut, .loading, .signedOut])
    #expect(notices.values == [nil])
    #expect(harness.routes == [])
    #expect(harness.session.current == nil)
    #expect(try await harness.storage.load() == nil)
  }

  @Test func `A sign-in that fails after a sign-out changes nothing`() async throws {
    let harness = AuthHarness(holdsRequests: true)
    let login = harness.startLogin()
    await harness.store.logout()
    try harness.held.fail(with: .requestFailed(.offline))
    try await login.finish()
    #expect(harness.store.state == .signedOut)
  }

  @Test(arguments: [true, false])
  func `Of two logins the later one signs in, whichever is answered first`(_ isLateFirst: Bool) async throws {
    let harness = AuthHarness(holdsRequests: true)
    let states = StoreRecorder().record(harness.store, \.state)
    let stale = harness.startLogin(.taro)
    await harness.store.logout()
    let login = harness.startLogin(.hanako)
    try await harness.release(isLateFirst ? 0 : 1, of: isLateFirst ? stale : login)
    try await harness.release(of: isLateFirst ? login : stale)
    try harness.held.release()
    try await stale.finish()
    try await login.finish()
    let number = isLateFirst ? 1 : 2
    #expect(harness.sent == ["POST /v1/login", "POST /v1/login", "POST /v1/logout (token \(number))"])
    #expect(states.values == [.signedOut, .loading, .signedOut, .loading, .hanako])
    #expect(harness.session.current?.user == .hanako)
    #expect(try await harness.storage.load() == harness.session.current)
    #expect(harness.routes == [.signedIn])
  }

  @Test(arguments: [nil, APIError.requestFailed(.offline)])
  func `The outcome of a sign-out is not shown to the next user`(_ failure: APIError?) async throws {
    let harness = await AuthHarness(in: .taro, holdsRequests: true)
    let logout = StartedAction { await harness.store.logout() }
    let login = harness.startLogin(.hanako)
    try await harness.release(1, of: login)
    try await login.finish()
    if let failure { try harness.held.fail(with: failure) } else { try harness.held.release() }
    try await logout.finish()
    #expect(harness.store.notice == nil)
    #expect(harness.store.state == .hanako)
  }

  @Test func `A closure that answers after a sign-out does not sign in`() async throws {
    let login = HoldingUseCase<Credentials, User, AuthError>("login")
    let store = AuthStore(useCase: AuthUseCase(login: AnyUseCase(login)))
    let action = StartedAction { await store.login(email: "taro@example.com", pass: "password123") }
    await store.logout()
    try login.succeed(with: .taro)
    try await action.finish()
    #expect(store.state == .signedOut)
  }

  // MARK: Restoring

  @Test(arguments: [nil, APIError.requestFailed(.offline), .invalidResponse(InvalidResponse(statusCode: 401))])
  func `A sign-out while a restored session is confirmed stays signed out`(_ failure: APIError?) async throws {
    let harness = await AuthHarness.relaunched(holdsRequests: true)
    let states = StoreRecorder().record(harness.store, \.state)
    let restore = StartedAction { await harness.store.restore() }
    let logout = StartedAction { await harness.store.logout() }
    #expect(harness.held.calls == ["GET /v1/me", "POST /v1/logout"])
    if let failure { try harness.held.fail(with: failure) } else { try harness.held.release() }
    try await restore.finish()
    try harness.held.release()
    try await logout.finish()
    #expect(states.values == [.signedOut, .taro, .signedOut])
    #expect(harness.store.notice == .signedOut)
    #expect(try await harness.storage.load() == nil)
  }

  @Test(arguments: SignIn.allCases)
  func `A sign-in while the storage is read is ignored, and the stored user is signed in`(
    _ signIn: SignIn
  ) async throws {
    let storage = HeldStorage()
    let harness = AuthHarness(storage: storage, holdsRequests: true)
    let restore = StartedAction { await harness.store.restore() }
    try await harness.start(signIn).finish()
    #expect(harness.store.state == .signedOut)
    try storage.reading.succeed(with: .taro)
    await restore.waitUntilSuspended()
    #expect(harness.store.state == .taro)
    #expect(harness.held.calls == ["GET /v1/me"])
    try harness.held.fail(with: .requestFailed(.offline))
    try await restore.finish()
  }

  @Test(arguments: [nil, SessionStorageError.damaged(reason: "damaged")])
  func `A sign-in after the storage was read in vain is sent`(_ failure: SessionStorageError?) async throws {
    let storage = HeldStorage()
    let harness = AuthHarness(storage: storage)
    let restore = StartedAction { await harness.store.restore() }
    if let failure { try storage.reading.fail(with: failure) } else { try storage.reading.succeed(with: nil) }
    try await restore.finish()
    try await harness.startLogin().finish()
    #expect(harness.store.state == .taro)
  }

  @Test func `Of two restores at once one reads the storage`() async throws {
    let storage = HeldStorage()
    let harness = AuthHarness(storage: storage)
    let first = StartedAction { await harness.store.restore() }
    try await StartedAction { await harness.store.restore() }.finish()
    #expect(storage.reading.calls.count == 1)
    try storage.reading.succeed(with: nil)
    try await first.finish()
  }

  @Test func `A second Store on the same session restores its user`() async {
    let harness = await AuthHarness(in: .taro)
    let second = AuthStore(client: FakeAPIClient(backend: harness.backend), session: harness.session)
    await second.restore()
    #expect(second.state == .taro)
    #expect(harness.session.current?.user == .taro)
  }
}

/// A storage that is read when the test says so.
private struct HeldStorage: SessionStorage {
  let reading = HoldingUseCase<Void, StoredSession?, SessionStorageError>("storage")
  private let saved = InMemorySessionStorage()

  func load() async throws(SessionStorageError) -> StoredSession? { try await reading.execute() }
  func save(_ session: StoredSession) { saved.save(session) }
  func clear() { saved.clear() }
}
