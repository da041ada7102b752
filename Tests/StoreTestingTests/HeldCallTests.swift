import Core
import CoreTesting
import StoreExploring
import Testing

@MainActor
struct HoldingUseCaseTests {
  let hold = HoldingUseCase<Int, Int, LoadError>("load", whenCancelled: .cancelled)
  let store: NumberStore

  init() {
    store = NumberStore(load: AnyUseCase(hold))
  }

  @Test func `An action is suspended at its call until the test answers`() async throws {
    let action = StartedAction { await store.load(7) }
    #expect(store.state == .loading)
    #expect(hold.calls == [7])
    #expect(action.pendingCalls == ["load"])
    #expect(!action.hasReturned)
    try hold.succeed(with: 8)
    try await action.finish()
    #expect(action.hasReturned)
    #expect(store.state == .loaded(8))
    #expect(hold.calls == [])
  }

  @Test(arguments: [LoadError.cancelled, nil])
  func `A cancelled call throws the error for cancelled calls, or stays pending without one`(error: LoadError?)
    async throws
  {
    let hold = HoldingUseCase<Int, Int, LoadError>("load", whenCancelled: error)
    let store = NumberStore(load: AnyUseCase(hold))
    let action = StartedAction { await store.load(7) }
    action.cancel()
    #expect(hold.calls == (error == nil ? [7] : []))
    if error == nil { try hold.fail(with: .offline) }
    try await action.finish()
    #expect(store.state == (error == nil ? .failed("offline") : .idle))
  }

  @Test func `A call of a cancelled task is never pending`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await store.load(7)
    }
    await task.value
    #expect(store.state == .idle)
    #expect(hold.calls == [])
  }

  @Test func `Finishing a suspended action fails at once and names the call`() async throws {
    let action = StartedAction("load(7)") { await store.load(7) }
    let failure = await #expect(throws: UnfinishedAction.self) { try await action.finish() }
    #expect(
      failure?.description
        == "load(7) cannot finish: it is suspended at “load”. Answer the call first, or cancel the action.")
    action.cancel()
    try await action.finish()
  }

  @Test func `Calls are answered in any order`() async throws {
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

  @Test func `An answer to a call that is not there names the pending calls`() async throws {
    let failure = #expect(throws: HoldError.self) { try hold.succeed(with: 8) }
    #expect(failure?.description == "“load” has no pending call 0; no call is pending.")
    let action = StartedAction { await store.load(1) }
    let other = #expect(throws: HoldError.self) { try hold.succeed(with: 1, call: 3) }
    #expect(other?.description == "“load” has no pending call 3; pending: load.")
    try hold.succeed(with: 1)
    try await action.finish()
  }
}

@MainActor
struct HoldingAPIClientTests {
  final class Results {
    var errors: [APIError] = []
  }

  @Test func `Only a released call is forwarded; the others fail or are cancelled`() async throws {
    let backend = FakeBackend { _ in .fail(.timedOut) }
    let client = HoldingAPIClient(FakeAPIClient(backend: backend))
    let results = Results()
    let actions = (1...5).map { number in
      StartedAction {
        do throws(APIError) {
          _ = try await client.send(APIRequest<EmptyResponse>(.get, "/\(number)", authorization: .anonymous))
        } catch {
          results.errors.append(error)
        }
      }
    }
    #expect(client.calls == ["GET /1", "GET /2", "GET /3", "GET /4", "GET /5"])
    actions[2].cancel()
    try await actions[2].finish()
    try client.fail(with: .decodingFailed(reason: ""), call: 3)
    try await actions[4].finish()
    try client.release(call: 2)
    try await actions[3].finish()
    try client.fail("GET /1", with: .requestFailed(.offline))
    try await actions[0].finish()
    #expect(backend.requests.map(\.path) == ["/4"])
    let failure = #expect(throws: HoldError.self) { try client.release("GET /1") }
    #expect(failure?.description == "“GET /1” has no pending call 0; pending: GET /2.")
    try client.release("GET /2")
    try await actions[1].finish()
    #expect(backend.requests.map(\.path) == ["/4", "/2"])
    #expect(
      results.errors == [
        .cancelled, .decodingFailed(reason: ""), .requestFailed(.timedOut), .requestFailed(.offline),
        .requestFailed(.timedOut),
      ])
  }
}
