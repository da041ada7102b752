import Authentication
import Core
import Foundation
import StoreExploring
import StoreTesting
import TestSupport
import Testing

@MainActor
struct RestoreTests {
  @Test(arguments: AuthState.outside)
  func `A restore without a stored session changes nothing`(_ start: AuthState) async {
    let harness = await AuthHarness(in: start)
    await expectStates(of: harness.store, \.state, [start], and: \.notice, [nil]) { await harness.store.restore() }
    #expect(harness.sent == [])
    #expect(harness.routes == [])
  }

  @Test(arguments: [true, false])
  func `A restored user is signed in as stored, then as the server says`(_ hasError: Bool) async throws {
    let harness = await AuthHarness.relaunched(holdsRequests: true)
    let token = try await harness.storage.load()?.accessToken
    let before = User(id: User.taro.id, name: "before", email: User.taro.email, lastLoginDate: .sample)
    try await harness.storage.save(StoredSession(user: before, accessToken: token))
    if hasError { await harness.store.login(email: "", pass: "") }
    let states = StoreRecorder().record(harness.store, \.state)
    let restore = StartedAction { await harness.store.restore() }
    await restore.waitUntilSuspended()
    #expect(harness.store.state == .signedIn(user: AuthenticatedUser(name: "before")))
    #expect(harness.routes == [.signedIn])
    try harness.held.release()
    try await restore.finish()
    #expect(
      states.values == [
        hasError ? .invalidEmail : .signedOut, .signedIn(user: AuthenticatedUser(name: "before")), .taro,
      ])
    #expect(harness.sent == ["GET /v1/me (token 1)"])
    #expect(harness.session.current == StoredSession(user: .taro, accessToken: token))
    #expect(try await harness.storage.load() == harness.session.current)
    #expect(harness.routes == [.signedIn])
    #expect(harness.store.notice == nil)
  }

  @Test func `A restored session that the server refuses ends with the session-expired string`() async throws {
    let harness = await AuthHarness.relaunched()
    harness.backend.endSessions()
    await expectStates(of: harness.store, \.state, [.signedOut, .taro, .expired], and: \.notice, [nil]) {
      await harness.store.restore()
    }
    #expect(harness.routes == [.signedIn, .signedOut])
    #expect(harness.session.current == nil)
    #expect(try await harness.storage.load() == nil)
  }

  @Test(arguments: [
    FakeOutcome.fail(.offline), .fail(.timedOut), .status(403), .status(404), .status(429), .status(500), .malformed,
  ])
  func `Any other answer leaves a restored user signed in`(_ outcome: FakeOutcome) async throws {
    let harness = await AuthHarness.relaunched()
    try harness.backend.fail(.get, "/v1/me", with: outcome)
    await expectStates(of: harness.store, \.state, [.signedOut, .taro], and: \.notice, [nil]) {
      await harness.store.restore()
    }
    #expect(harness.session.current?.user == .taro)
    #expect(try await harness.storage.load() == harness.session.current)
  }

  @Test func `A restored session without a token is confirmed without one`() async {
    let harness = AuthHarness(storage: InMemorySessionStorage(StoredSession(user: .taro, accessToken: nil)))
    await harness.store.restore()
    #expect(harness.sent == ["GET /v1/me"])
  }

  @Test(arguments: AuthState.outside)
  func `A damaged session is reported by a notice`(_ start: AuthState) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "session.json")
    try Data("damaged".utf8).write(to: file)
    let harness = AuthHarness(storage: FileSessionStorage(file: file))
    if start != .signedOut { await harness.store.login(email: "", pass: "") }
    await expectStates(of: harness.store, \.state, [start], and: \.notice, [nil, .damaged, nil]) {
      await harness.store.restore()
      harness.store.dismissNotice()
    }
    await harness.login()
    let relaunched = harness.relaunched()
    await expectStates(of: relaunched.store, \.state, [.signedOut, .taro], and: \.notice, [nil]) {
      await relaunched.store.restore()
    }
  }

  @Test(arguments: AuthState.outside)
  func `An unavailable storage changes nothing and is read again by the next restore`(_ start: AuthState) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "session.json")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    let harness = AuthHarness(storage: FileSessionStorage(file: file))
    if start != .signedOut { await harness.store.login(email: "", pass: "") }
    await expectStates(of: harness.store, \.state, [start], and: \.notice, [nil]) { await harness.store.restore() }
    try FileManager.default.removeItem(at: file)
    try await harness.storage.save(.taro)
    try harness.backend.fail(.get, "/v1/me", with: .fail(.offline))
    await harness.store.restore()
    #expect(harness.store.state == .taro)
  }

  @Test func `After a sign-out there is nothing to restore`() async {
    let harness = await AuthHarness(in: .taro)
    await harness.store.logout()
    let relaunched = harness.relaunched()
    await relaunched.store.restore()
    #expect(relaunched.store.state == .signedOut)
    #expect(relaunched.sent == [])
  }
}
