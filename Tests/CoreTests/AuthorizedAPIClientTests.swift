import Core
import Foundation
import Testing

@Suite("A client that is authorized")
struct AuthorizedAPIClientTests {
  private let session = Session()
  private let gate = Gate()

  private func signIn(_ record: StoredSession = .taro) async {
    #expect(await session.begin(record, in: session.generation))
  }

  /// A client whose backend answers everything in the same way, once the gate is open.
  private func client(_ outcome: FakeOutcome) -> (client: AuthorizedAPIClient, backend: FakeBackend) {
    let backend = FakeBackend { [gate] _ in
      await gate.pass()
      return outcome
    }
    return (AuthorizedAPIClient(wrapping: FakeAPIClient(backend: backend), session: session), backend)
  }

  private let ok = FakeOutcome.respond(HTTPResponse(status: 200, body: Data("[1]".utf8)))
  private let refused = APIError.invalidResponse(
    InvalidResponse(
      statusCode: 401,
      problem: ProblemDetails(title: "fault", status: 401, detail: "The backend was told to fail.", code: "fault")))

  @Test func `adds the token of whoever is signed in`() async throws {
    gate.open()
    await signIn()
    let (client, backend) = client(ok)
    let numbers: [Int] = try await client.get(path: "/v1/me")
    #expect(numbers == [1])
    #expect(
      backend.requests.map(\.headers) == [["Accept": "application/json", "Authorization": "Bearer secret-token-1"]])
  }

  @Test func `adds nothing where nobody is signed in, and a 401 passes`() async throws {
    gate.open()
    let (client, backend) = client(.status(401))
    let generation = session.generation
    await #expect(throws: refused) { try await client.delete(path: "/v1/me") }
    #expect(backend.requests.map(\.headers) == [["Accept": "application/json"]])
    #expect(session.generation == generation)
  }

  @Test func `adds nothing where the server knows its users in another way, and ends that session too`() async throws {
    gate.open()
    await signIn(StoredSession(user: StoredSession.taro.user, token: nil))
    let (client, backend) = client(.status(401))
    await #expect(throws: APIError.sessionEnded) { try await client.delete(path: "/v1/me") }
    #expect(backend.requests.map(\.headers) == [["Accept": "application/json"]])
    #expect(session.record == nil)
  }

  @Test(arguments: [APIAuthorization.anonymous, .bearer(AccessToken("other"))])
  func `lets login and logout through with their own authorization`(authorization: APIAuthorization) async throws {
    gate.open()
    await signIn()
    let (client, backend) = client(.status(401))
    let request = APIRequest<EmptyResponse>(.post, "/v1/logout", authorization: authorization)
    await #expect(throws: refused) { try await client.send(request) }
    #expect(backend.requests.first?.headers["Authorization"] == (authorization == .anonymous ? nil : "Bearer other"))
    #expect(session.record == .taro)
  }

  @Test func `ends a refused session once, however many calls are on their way`() async throws {
    let storage = InMemorySessionStorage()
    let session = Session(storage: storage)
    _ = await session.begin(.taro, in: session.generation)
    let before = session.generation
    let backend = FakeBackend { [gate] _ in
      await gate.pass()
      return .status(401)
    }
    let client = AuthorizedAPIClient(wrapping: FakeAPIClient(backend: backend), session: session)
    let errors = await withTaskGroup(of: APIError?.self) { group in
      for _ in 0..<50 {
        group.addTask {
          do throws(APIError) {
            try await client.delete(path: "/v1/me")
            return nil
          } catch {
            return error
          }
        }
      }
      await gate.arrived(50)
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors.count { $0 == .sessionEnded } == 1)
    #expect(errors.count { $0 == .cancelled } == 49)
    #expect(session.record == nil)
    #expect(session.generation != before)
    #expect(storage.load() == nil)
  }

  @Test(arguments: [FakeOutcome.answer, .status(401), .status(500), .fail(.offline), .malformed])
  func `tells nobody what was meant for a session that is over`(outcome: FakeOutcome) async throws {
    await signIn()
    let (client, _) = client(outcome)
    let call = Task { try await client.get(path: "/v1/lists") as ListsResponse }
    await gate.arrived()
    await session.end()
    await signIn(.sample(2))
    gate.open()
    await #expect(throws: APIError.cancelled) { try await call.value }
    #expect(session.record == .sample(2))
  }

  @Test func `a late answer to a call that nobody was signed in for is cancelled too`() async throws {
    let (client, _) = client(ok)
    let call = Task { try await client.get(path: "/v1/me") as [Int] }
    await gate.arrived()
    await signIn()
    gate.open()
    await #expect(throws: APIError.cancelled) { try await call.value }
  }

  @Test(arguments: [
    (FakeOutcome.status(403), APIError.invalidResponse(InvalidResponse(statusCode: 403))),
    (.fail(.timedOut), .requestFailed(.timedOut)), (.malformed, .decodingFailed(reason: "The body is not JSON.")),
  ])
  func `passes every other failure on and keeps the session`(outcome: FakeOutcome, expected: APIError) async throws {
    gate.open()
    await signIn()
    let (client, _) = client(outcome)
    await #expect {
      let _: [Int] = try await client.get(path: "/v1/me")
    } throws: { error in
      guard case APIError.invalidResponse(let response) = error else { return error as? APIError == expected }
      return expected == .invalidResponse(InvalidResponse(statusCode: response.statusCode))
    }
    #expect(session.record == .taro)
  }
}
