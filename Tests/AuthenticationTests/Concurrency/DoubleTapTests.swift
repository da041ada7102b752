import Authentication
import Core
import StoreExploring
import Testing

@MainActor
struct DoubleTapTests {
  @Test(arguments: Opening.allCases)
  func `a double tap is one request`(_ opening: Opening) async throws {
    let fixture = try await Outside.signedOut.fixture(holdsCalls: true)
    let states = StoreRecorder().record(fixture.store, \.state)
    let first = fixture.started(opening)
    let second = fixture.started(opening)
    #expect(second.hasReturned)
    #expect(fixture.held.calls == ["\(opening.call.method.rawValue) \(opening.call.path)"])
    try fixture.held.release()
    try await first.finish()
    #expect(states.values == [.signedOut, .loading, opening.signedIn])
    #expect(fixture.routes == [.signedIn])
  }

  @Test func `two restores at once read the storage once`() async throws {
    let recall = HoldingUseCase<Void, RecalledSession, Never>("recall")
    let restore = HoldingUseCase<Void, User?, AuthError>("restore")
    var useCase = AuthUseCase(login: AnyUseCase { _ in .taro })
    useCase.recallSession = AnyUseCase(recall)
    useCase.restoreSession = AnyUseCase(restore)
    let store = AuthStore(useCase: useCase)
    let states = StoreRecorder().record(store, \.state)
    let first = StartedAction { await store.restore() }
    let second = StartedAction { await store.restore() }
    #expect(second.hasReturned)
    #expect(recall.calls.count == 1)
    try recall.succeed(with: .user(.taro))
    await first.waitUntilSuspended()
    #expect(restore.calls.count == 1)
    try restore.succeed(with: .taro)
    try await first.finish()
    #expect(states.values == [.signedOut, .loading, .taro])
  }
}
