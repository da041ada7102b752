import Authentication
import Core
import StoreExploring
import Testing

/// Cancelled work puts back the state from before, silently.
@MainActor
struct CancellationTests {
  @Test(arguments: Opening.allCases, Outside.allCases)
  func `a cancelled action leaves everything as before`(_ opening: Opening, _ start: Outside) async throws {
    let fixture = try await start.fixture(holdsCalls: true)
    let states = StoreRecorder().record(fixture.store, \.state)
    let notices = StoreRecorder().record(fixture.store, \.notice)
    let sent = fixture.sent
    let action = fixture.started(opening)
    action.cancel()
    try await action.finish()
    #expect(states.values == [start.state, .loading, start.state])
    #expect(notices.values == [nil])
    #expect(fixture.routes == [])
    #expect(fixture.session.record == nil)
    #expect(fixture.sent == sent)
    #expect(try await fixture.storage.load()?.user == .taro)
  }

  @Test(arguments: Opening.allCases)
  func `the next action after a cancelled one works`(_ opening: Opening) async throws {
    let fixture = try await Outside.signedOut.fixture(holdsCalls: true)
    let cancelled = fixture.started(opening)
    cancelled.cancel()
    try await cancelled.finish()
    let next = fixture.started(opening)
    try fixture.held.release()
    try await next.finish()
    #expect(fixture.store.state == opening.signedIn)
  }

  @Test func `a task that is cancelled before it begins sends nothing`() async {
    let fixture = AuthFixture(holdsCalls: true)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await fixture.login()
    }
    await task.value
    #expect(fixture.store.state == .signedOut)
    #expect(fixture.sent == [])
  }
}
