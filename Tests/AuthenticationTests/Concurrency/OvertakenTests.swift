import Authentication
import Core
import CoreTesting
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
    #expect(harness.sent == ["POST \(signIn.expected.path)", "POST /v1/logout (token 1)"])
    #expect(states.values == [.signedOut, .loading, .signedOut])
    #expect(notices.values == [nil])
    #expect(harness.routes == [])
    #expect(harness.session.current == nil)
    #expect(try await harness.storage.load() == nil)
  }

  @Test func `A provider that answers after a sign-out opens nothing`() async throws {
    let harness = AuthHarness()
    let authorize = HoldingUseCase<Void, Secret, AuthError>("authorize")
    let google = IdentityProvider.google { () async throws(AuthError) in try await authorize.execute() }
    let login = StartedAction { await harness.store.login(with: google) }
    await harness.store.logout()
    try authorize.succeed(with: Secret("google-taro"))
    try await login.finish()
    #expect(harness.store.state == .signedOut)
    #expect(harness.session.current == nil)
    #expect(try await harness.storage.load() == nil)
    #expect(harness.sent == [])
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

  @Test(arguments: [Result<User, AuthError>.success(.taro), .failure(.sessionEnded)])
  func `What the server says of a restored user does not reach the next one`(
    _ answer: Result<User, AuthError>
  ) async throws {
    let confirmation = HoldingUseCase<Void, User, AuthError>("confirmation")
    let repository = SampleRepository(
      signIn: AnyUseCase { _ in .hanako }, stored: AnyUseCase { _ in .taro }, confirmation: AnyUseCase(confirmation))
    let store = AuthStore(useCase: AuthUseCase(repository: repository))
    let restore = StartedAction { await store.restore() }
    #expect(store.state == .taro)
    await store.logout()
    await store.login(email: "hanako@example.com", pass: "p")
    try confirmation.answer(answer)
    try await restore.finish()
    #expect(store.state == .hanako)
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
    #expect(harness.store.notice == nil)
    try storage.reading.succeed(with: .taro)
    await restore.waitUntilSuspended()
    #expect(harness.store.state == .taro)
    #expect(harness.held.calls == ["GET /v1/me"])
    try harness.held.fail(with: .requestFailed(.offline))
    try await restore.finish()
  }

  @Test(arguments: SignIn.allCases, AuthState.outside)
  func `A cancelled sign-in puts back the state from before`(
    _ signIn: SignIn, _ start: AuthState
  ) async throws {
    let harness = await AuthHarness(in: start, holdsRequests: true)
    let states = StoreRecorder().record(harness.store, \.state)
    let cancelled = harness.start(signIn)
    cancelled.cancel()
    try await cancelled.finish()
    #expect(states.values == [start, .loading, start])
    #expect(harness.store.notice == nil)
    #expect(harness.session.current == nil)
    #expect(harness.sent == [])
    #expect(harness.routes == [])
  }
}
