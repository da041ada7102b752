import Core
import Foundation
import Testing

@Suite("A fake backend that fails")
struct FakeFaultTests {
  private let post = #"{"text":"hello"}"#

  private func statuses(_ backend: FakeBackend, _ count: Int, _ path: String = "/v1/me") async -> [String] {
    var statuses: [String] = []
    for _ in 0..<count {
      do throws(APIError) {
        statuses.append("\(try await backend.answer(HTTPRequest(.get, path)).status)")
      } catch {
        statuses.append("\(error)")
      }
    }
    return statuses
  }

  @Test func `does so as often as it was told, then answers`() async {
    let backend = FakeBackend()
    backend.fail(.get, "/v1/me", with: .fail(.timedOut), times: 2)
    #expect(
      await statuses(backend, 3) == [
        "requestFailed(Core.RequestFailure.timedOut)", "requestFailed(Core.RequestFailure.timedOut)", "401",
      ])
  }

  @Test func `does so on one route and in the order it was told`() async throws {
    let backend = FakeBackend()
    backend.fail(.get, "/v1/me", with: .status(500))
    backend.fail(.get, "/v1/me", with: .malformed)
    backend.fail(.put, "/v1/me", with: .status(503))
    #expect(await statuses(backend, 1, "/v1/lists") == ["401"])
    #expect(await statuses(backend, 3) == ["500", "200", "401"])
    #expect(try await backend.call(.put, "/v1/me").status == 503)
  }

  @Test func `answers bytes that are no JSON`() async throws {
    let backend = FakeBackend { _ in .malformed }
    let response = try await backend.call(.get, "/v1/me")
    #expect(response.status == 200)
    await #expect(throws: APIError.decodingFailed(reason: "The body is not JSON.")) {
      try await response.decoded(as: UserResponse.self)
    }
  }

  @Test func `answers a status with its problem document`() async throws {
    let response = try await FakeBackend { _ in .status(503) }.call(.get, "/v1/me")
    #expect(response.problem == ProblemDetails(status: 503, code: "fault"))
    #expect(response.headers["Content-Type"] == "application/problem+json")
  }

  @Test func `loses the answer after it did what was asked`() async throws {
    let backend = FakeBackend()
    let token = try await backend.signIn()
    backend.fail(.post, "/v1/posts", with: .answerThenFail(.connectionLost))
    await #expect(throws: APIError.requestFailed(.connectionLost)) {
      try await backend.call(.post, "/v1/posts", json: post, token: token)
    }
    #expect(try await backend.page("quiet", token: token).posts.map(\.text) == ["hello"])
  }

  @Test(arguments: [FakeOutcome.fail(.offline), .status(500)])
  func `does nothing of what was asked`(outcome: FakeOutcome) async throws {
    let backend = FakeBackend()
    let token = try await backend.signIn()
    backend.fail(.post, "/v1/posts", with: outcome)
    _ = try? await backend.call(.post, "/v1/posts", json: post, token: token)
    #expect(try await backend.page("quiet", token: token).posts == [])
  }

  @Test func `asks its hook, which sees the request and goes before a fault`() async throws {
    let seen = Record<HTTPRequest>()
    let backend = FakeBackend { request in
      seen.add(request)
      return request.path == "/hooked" ? .status(418) : .answer
    }
    backend.fail(.get, "/hooked", with: .status(500))
    backend.fail(.get, "/v1/me", with: .status(502))
    #expect(try await backend.call(.get, "/hooked").status == 418)
    #expect(try await backend.call(.get, "/v1/me").status == 502)
    #expect(seen.entries == backend.requests)
  }

  @Test func `holds a request until its hook lets it go, and answers others meanwhile`() async throws {
    let gate = Gate()
    let backend = FakeBackend { request in
      if request.path == "/v1/me" { await gate.pass() }
      return .answer
    }
    let held = Task { try await backend.call(.get, "/v1/me").status }
    await gate.arrived()
    #expect(try await backend.call(.get, "/v1/lists").status == 401)
    #expect(backend.requests.map(\.path) == ["/v1/me", "/v1/lists"])
    gate.open()
    #expect(try await held.value == 401)
  }

  @Test func `does nothing for a task that was cancelled while it was held`() async throws {
    let gate = Gate()
    let backend = FakeBackend { request in
      if request.method == .post, request.path == "/v1/posts" { await gate.pass() }
      return .answer
    }
    let token = try await backend.signIn()
    let held = Task { [post] in try await backend.call(.post, "/v1/posts", json: post, token: token) }
    await gate.arrived()
    held.cancel()
    gate.open()
    await #expect(throws: APIError.cancelled) { try await held.value }
    #expect(try await backend.page("quiet", token: token).posts == [])
  }
}
