import Authentication
import Core
import CoreTesting
import StoreExploring
import StoreTesting
import TestSupport
import Testing

@MainActor
struct SignOutTests {
  @Test func `A sign-out takes effect at once, and the server is told afterwards`() async throws {
    let harness = await AuthHarness(in: .taro, holdsRequests: true)
    let notices = StoreRecorder().record(harness.store, \.notice)
    let logout = StartedAction { await harness.store.logout() }
    #expect(harness.store.state == .signedOut)
    #expect(harness.routes == [.signedIn, .signedOut])
    #expect(harness.session.current == nil)
    #expect(try await harness.storage.load() == nil)
    let second = StartedAction { await harness.store.logout() }
    #expect(second.hasReturned)
    #expect(harness.held.calls == ["POST /v1/logout"])
    try harness.held.release()
    try await logout.finish()
    #expect(harness.sent == ["POST /v1/login", "POST /v1/logout (token 1)"])
    #expect(harness.backend.requests.last.map { String(decoding: $0.body, as: UTF8.self) } == "{}")
    #expect(notices.values == [nil, .signedOut])
  }

  @Test(arguments: [
    (FakeOutcome.status(401), Notice.signedOut), (.status(403), .signOutFailed), (.status(404), .signOutFailed),
    (.status(503), .signOutFailed), (.fail(.offline), .signOutFailed),
  ])
  func `A sign-out signs out whatever the server says, and a notice tells where it may not know`(
    _ outcome: FakeOutcome, _ notice: Notice
  ) async throws {
    let harness = await AuthHarness(in: .taro)
    try harness.backend.fail(.post, "/v1/logout", with: outcome)
    await harness.store.logout()
    #expect(harness.store.state == .signedOut)
    #expect(harness.store.notice == notice)
    #expect(harness.session.current == nil)
    #expect(try await harness.storage.load() == nil)
    await harness.login()
    #expect(harness.store.state == .taro)
    #expect(harness.store.notice == nil)
  }

  @Test func `The success of a sign-up is not told to a user who has signed out`() async throws {
    let harness = AuthHarness(holdsRequests: true)
    let signUp = harness.start(.signUp)
    try harness.held.release()
    try await signUp.finish()
    #expect(harness.store.notice?.kind == .success)
    let logout = StartedAction { await harness.store.logout() }
    #expect(harness.store.state == .signedOut && harness.store.notice == nil)
    try harness.held.release()
    try await logout.finish()
    #expect(harness.store.notice == .signedOut)
  }

  @Test func `A cancelled sign-out signs out without a notice`() async throws {
    let harness = await AuthHarness(in: .taro, holdsRequests: true)
    let logout = StartedAction { await harness.store.logout() }
    logout.cancel()
    try await logout.finish()
    #expect(harness.store.state == .signedOut)
    #expect(harness.session.current == nil)
    #expect(harness.store.notice == nil)
  }

  @Test(arguments: AuthState.outside)
  func `A sign-out and the end of a session are ignored while signed out`(_ start: AuthState) async throws {
    let harness = await AuthHarness(in: start)
    try await harness.storage.update { _ in .taro }
    await expectStates(of: harness.store, \.state, [start], and: \.notice, [nil]) {
      await harness.store.logout()
      harness.store.sessionEnded()
    }
    #expect(harness.sent == [])
    #expect(harness.routes == [])
    #expect(try await harness.storage.load() == .taro)
  }

  @Test func `A 401 to another feature ends the session with the session-expired string`() async throws {
    let harness = await AuthHarness(in: .taro)
    harness.backend.endSessions()
    let client = AuthorizedAPIClient(wrapping: FakeAPIClient(backend: harness.backend), session: harness.session)
    await expectStates(of: harness.store, \.state, [.taro, .expired, .loading, .taro], and: \.notice, [nil]) {
      await #expect(throws: APIError.cancelled) { let _: ListsResponse = try await client.get(path: "/v1/lists") }
      #expect(harness.session.current == nil)
      await harness.login()
    }
    #expect(harness.routes == [.signedIn, .signedOut, .signedIn])
  }
}
