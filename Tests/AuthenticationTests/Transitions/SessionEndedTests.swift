import Authentication
import Core
import StoreExploring
import StoreTesting
import Testing

/// Row 6 of the table, and the call that notices.
@MainActor
struct SessionEndedTests {
  /// A call of another feature; answers the failure.
  private func profileFailure(_ client: any APIClient, _ session: Session) async -> APIError? {
    do throws(APIError) {
      let _: ProfileResponse = try await AuthorizedAPIClient(wrapping: client, session: session)
        .get(path: "/v1/profile")
      return nil
    } catch {
      return error
    }
  }

  @Test func `a session that the server ended is over, with a text`() async throws {
    let fixture = await AuthFixture.signedInBefore()
    await expectStates(of: fixture.store, \.state, [.taro, .expired], and: \.notice, [nil]) {
      await fixture.store.sessionEnded()
      await fixture.store.sessionEnded()
    }
    #expect(fixture.routes == [.signedIn, .signedOut])
    #expect(fixture.session.record == nil)
    #expect(try await fixture.storage.load() == nil)
    #expect(fixture.sent == ["POST /v1/login"])
  }

  @Test func `of two calls that a 401 answers one says that the session ended`() async throws {
    let fixture = await AuthFixture.signedInBefore()
    fixture.backend.endSessions()
    let held = HoldingAPIClient(FakeAPIClient(backend: fixture.backend))
    let failures = Log<APIError?>()
    let calls = [
      StartedAction("first") { failures.append(await profileFailure(held, fixture.session)) },
      StartedAction("second") { failures.append(await profileFailure(held, fixture.session)) },
    ]
    for _ in calls { try held.release() }
    for call in calls { try await call.finish() }
    #expect(failures.values.count { $0 == .sessionEnded } == 1)
    #expect(failures.values.count { $0 == .cancelled } == 1)
    #expect(fixture.session.record == nil)
    #expect(try await fixture.storage.load() == nil)
  }

  @Test func `a 401 while signed out is the caller’s own affair`() async {
    let fixture = AuthFixture()
    let failure = await profileFailure(FakeAPIClient(backend: fixture.backend), fixture.session)
    guard case .invalidResponse(let response) = failure else {
      Issue.record("expected an answer, got \(String(describing: failure))")
      return
    }
    #expect(response.statusCode == 401)
    #expect(fixture.store.state == .signedOut)
    #expect(fixture.routes == [])
  }

  @Test func `a 401 while somebody signs in does not disturb them`() async throws {
    let fixture = AuthFixture(holdsCalls: true)
    let login = fixture.startedLogin()
    #expect(await profileFailure(FakeAPIClient(backend: fixture.backend), fixture.session) != .sessionEnded)
    await expectStates(of: fixture.store, \.state, [.loading, .taro]) {
      try? await fixture.release(of: login)
    }
    try await login.finish()
    #expect(fixture.session.record?.user == .taro)
  }

  @Test func `a 401 to the call of somebody who has left does not end the session of the next`() async throws {
    let fixture = await AuthFixture.signedInBefore()
    let held = HoldingAPIClient(FakeAPIClient(backend: fixture.backend))
    let failures = Log<APIError?>()
    let call = StartedAction("late") { failures.append(await profileFailure(held, fixture.session)) }
    await fixture.store.logout()
    await fixture.login(.hanako)
    try held.release()
    try await call.finish()
    #expect(failures.values == [.cancelled])
    #expect(fixture.session.record?.user == .hanako)
    #expect(fixture.store.state == .hanako)
  }

  @Test func `the user can sign in again after it`() async {
    let fixture = await AuthFixture.signedInBefore()
    await fixture.store.sessionEnded()
    await expectStates(of: fixture.store, \.state, [.expired, .loading, .taro]) { await fixture.login() }
  }
}
