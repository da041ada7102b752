import Core
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
    try hold.succeed(with: 8)
    try await action.finish()
    #expect(store.state == .loaded(8))
    #expect(hold.calls == [])
  }

  @Test func `An answer without a pending call says so`() {
    let failure = #expect(throws: HoldError.self) { try hold.succeed(with: 8) }
    #expect(failure?.description == "“load” has no pending call 0; no call is pending.")
  }

  @Test func `A cancelled call throws the error for cancelled calls`() async throws {
    let action = StartedAction { await store.load(7) }
    action.cancel()
    #expect(hold.calls == [])
    try await action.finish()
    #expect(store.state == .idle)
  }

  @Test func `A cancelled call stays pending if there is no error for cancelled calls`() async throws {
    let hold = HoldingUseCase<Int, Int, LoadError>("load")
    let store = NumberStore(load: AnyUseCase(hold))
    let action = StartedAction { await store.load(7) }
    action.cancel()
    #expect(hold.calls == [7])
    try hold.fail(with: .offline)
    try await action.finish()
    #expect(store.state == .failed("offline"))
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
    let action = StartedAction { await store.load(1) }
    let failure = #expect(throws: HoldError.self) { try hold.succeed(with: 1, call: 3) }
    #expect(failure?.description == "“load” has no pending call 3; pending: load.")
    try hold.succeed(with: 1)
    try await action.finish()
  }
}

@MainActor
struct HoldingAPIClientTests {
  let backend = FakeBackend()
  let client: HoldingAPIClient

  init() {
    client = HoldingAPIClient(FakeAPIClient(backend: backend))
  }

  private func started(_ results: Results) -> StartedAction {
    StartedAction("GET /v1/me") { [client] in
      do throws(APIError) {
        _ = try await client.send(APIRequest<EmptyResponse>(.get, "/v1/me", authorization: .anonymous))
      } catch {
        results.errors.append(error)
      }
    }
  }

  @Test func `A released call is forwarded`() async throws {
    let results = Results()
    let action = started(results)
    #expect(client.calls == ["GET /v1/me"])
    #expect(backend.requests == [])
    try client.release()
    try await action.finish()
    #expect(backend.requests.map(\.path) == ["/v1/me"])
    guard case .invalidResponse(let response) = results.errors.first else {
      Issue.record("The request has no token.")
      return
    }
    #expect(response.statusCode == 401)
  }

  @Test func `A call that fails or is cancelled is never forwarded`() async throws {
    let results = Results()
    let failing = started(results)
    try client.fail(with: .requestFailed(.offline))
    try await failing.finish()
    let cancelled = started(results)
    cancelled.cancel()
    try await cancelled.finish()
    #expect(results.errors == [.requestFailed(.offline), .cancelled])
    #expect(backend.requests == [])
  }
}

@MainActor
final class Results {
  var errors: [APIError] = []
}
