import Authentication
import Core
import StoreExploring
import Testing

/// A logout whose answer comes when somebody else is signed in already.
@MainActor
struct LateLogoutTests {
  @Test(arguments: [APIError?.none, .requestFailed(.offline), .invalidResponse(InvalidResponse(statusCode: 500))])
  func `what became of a logout is no news after the next login`(_ failure: APIError?) async throws {
    let fixture = AuthFixture(holdsCalls: true)
    let first = fixture.startedLogin(.taro)
    try fixture.held.release()
    try await first.finish()
    let states = StoreRecorder().record(fixture.store, \.state)
    let notices = StoreRecorder().record(fixture.store, \.notice)
    let logout = StartedAction("logout") { await fixture.store.logout() }
    let second = fixture.startedLogin(.hanako)
    try await fixture.release(1, of: second)
    try await second.finish()
    if let failure { try fixture.held.fail(with: failure) } else { try fixture.held.release() }
    try await logout.finish()
    #expect(states.values == [.taro, .signedOut, .loading, .hanako])
    #expect(notices.values == [nil])
    #expect(fixture.session.record?.user == .hanako)
    #expect(fixture.routes == [.signedIn, .signedOut, .signedIn])
  }
}
