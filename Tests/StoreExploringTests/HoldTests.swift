import Core
import StoreExploring
import Testing

@MainActor
struct HoldTests {
  let hold = HoldingUseCase<Int, Int, NumberStore.Failure>("load", whenCancelled: .cancelled)
  let store: NumberStore

  init() {
    store = NumberStore(load: AnyUseCase(hold))
  }

  @Test func `a test stands inside loading until it answers`() async throws {
    let action = StartedAction { await store.load(7) }
    #expect(store.state == .loading)
    #expect(hold.calls == [7])
    #expect(action.standing == ["load"])
    try hold.succeed(with: 8)
    try await action.finish()
    #expect(store.state == .loaded(8))
    #expect(hold.calls == [])
  }

  @Test func `an answer that finds no call says so`() {
    let failure = #expect(throws: HoldError.self) { try hold.succeed(with: 8) }
    #expect(failure?.description == "“load” has no call number 0 to answer; no call waits.")
  }

  @Test func `a cancelled call throws the failure for cancelled calls`() async throws {
    let action = StartedAction { await store.load(7) }
    action.cancel()
    #expect(hold.calls == [])
    try await action.finish()
    #expect(store.state == .idle)
  }

  @Test func `a hold without that failure goes on waiting when it is cancelled`() async throws {
    let deaf = HoldingUseCase<Int, Int, NumberStore.Failure>("load")
    let store = NumberStore(load: AnyUseCase(deaf))
    let action = StartedAction { await store.load(7) }
    action.cancel()
    #expect(deaf.calls == [7])
    try deaf.fail(with: .offline)
    try await action.finish()
    #expect(store.state == .failed("offline"))
  }

  @Test func `a task that is cancelled before its call never waits`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await store.load(7)
    }
    await task.value
    #expect(store.state == .idle)
    #expect(hold.calls == [])
  }

  @Test func `finishing an action that stands at a hold fails at once and names the call`() async throws {
    let action = StartedAction("load(7)") { await store.load(7) }
    let failure = await #expect(throws: UnfinishedAction.self) { try await action.finish() }
    #expect(
      failure?.description
        == "load(7) cannot finish: it stands at “load”. Answer the call first, or cancel the action.")
    action.cancel()
    try await action.finish()
  }

  @Test func `calls are answered in any order`() async throws {
    let stores = [store, NumberStore(load: AnyUseCase(hold))]
    let actions = [
      StartedAction { await stores[0].load(1) }, StartedAction { await stores[1].load(2) },
    ]
    #expect(hold.calls == [1, 2])
    try hold.succeed(with: 20, call: 1)
    try hold.fail(with: .offline)
    for action in actions { try await action.finish() }
    #expect(stores.map(\.state) == [.failed("offline"), .loaded(20)])
  }

  @Test func `answering a call that is not there says what waits instead`() async throws {
    #expect(throws: HoldError(hold: "load", index: 0, pending: [])) { try hold.succeed(with: 1) }
    let action = StartedAction { await store.load(1) }
    let failure = #expect(throws: HoldError.self) { try hold.succeed(with: 1, call: 3) }
    #expect(failure?.description == "“load” has no call number 3 to answer; these wait: load.")
    try hold.succeed(with: 1)
    try await action.finish()
  }
}
