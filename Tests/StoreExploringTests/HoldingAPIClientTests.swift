import Core
import StoreExploring
import Testing

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
        _ = try await client.send(APIRequest<EmptyResponse>(.get, "/v1/me"))
      } catch {
        results.errors.append(error)
      }
    }
  }

  @Test func `a released call goes on to the client behind`() async throws {
    let results = Results()
    let action = started(results)
    #expect(client.calls == ["GET /v1/me"])
    #expect(backend.requests == [])
    try client.release()
    try await action.finish()
    #expect(backend.requests.map(\.path) == ["/v1/me"])
    guard case .invalidResponse(let response) = results.errors.first else {
      Issue.record("nobody is signed in")
      return
    }
    #expect(response.statusCode == 401)
  }

  @Test func `a call that fails or is cancelled never reaches the client behind`() async throws {
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
