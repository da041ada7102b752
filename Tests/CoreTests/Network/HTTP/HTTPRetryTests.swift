import Core
import Foundation
import Testing

@Suite("A call that fails for the time being")
struct HTTPRetryTests {
  private let clock = TestClock(passesUpTo: .seconds(14))
  private let log = EventLog()

  private func client(_ transport: ScriptedTransport, jitter: Double = 0) throws -> HTTPAPIClient {
    HTTPAPIClient(
      baseURL: try #require(URL(string: "http://localhost:8080")), transport: transport,
      configuration: HTTPClientConfiguration(
        maximumAttempts: 4, clock: clock, now: { Date(timeIntervalSince1970: 784_111_777) }, jitter: { jitter }),
      onEvent: log.add)
  }

  private static let transient: [ScriptedTransport.Ending] = [
    .status(429), .status(502), .status(503), .status(504), .failure(.failed(.offline)), .failure(.failed(.refused)),
    .failure(.failed(.timedOut)), .failure(.failed(.connectionLost)),
  ]

  @Test(arguments: transient)
  func `is repeated if it reads`(ending: ScriptedTransport.Ending) async throws {
    let transport = ScriptedTransport(ending, ending, .done)
    let answer: Echo = try await client(transport).get(path: "/v1/lists")
    #expect(answer == Echo())
    #expect(transport.requests.count == 3)
    #expect(clock.passed == [.milliseconds(250), .milliseconds(500)])
  }

  @Test(arguments: transient)
  func `is repeated with the same key if it carries one`(ending: ScriptedTransport.Ending) async throws {
    let transport = ScriptedTransport(ending, .done)
    _ = try await client(transport).send(
      APIRequest<Echo>(.post, "/v1/posts", headers: ["Idempotency-Key": "key-1"], body: Echo()))
    #expect(transport.requests.map { $0.headers["Idempotency-Key"] } == ["key-1", "key-1"])
    #expect(Set(transport.requests.map(\.body)) == [Data(#"{"text":"done"}"#.utf8)])
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete], transient)
  func `is not repeated if it could do something twice`(
    method: HTTPMethod, ending: ScriptedTransport.Ending
  ) async throws {
    let transport = ScriptedTransport(ending)
    await #expect(throws: APIError.self) { try await client(transport).send(APIRequest<Echo>(method, "/v1/posts")) }
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [400, 401, 403, 404, 409, 413, 422, 500, 501, 505, 304, 101])
  func `is not repeated if the answer will stay the same`(status: Int) async throws {
    let transport = ScriptedTransport(.status(status))
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: status))) {
      try await client(transport).send(APIRequest<Echo>(.get, "/v1/me"))
    }
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [(0.0, [250, 500, 1_000]), (0.5, [375, 750, 1_500]), (1.0, [500, 1_000, 2_000])])
  func `waits twice as long each time, by chance less, and gives up in the end`(
    jitter: Double, milliseconds: [Int]
  ) async throws {
    let transport = ScriptedTransport(.status(503), .status(503), .status(503), .status(503))
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: 503))) {
      try await client(transport, jitter: jitter).send(APIRequest<Echo>(.get, "/v1/me"))
    }
    #expect(clock.passed == milliseconds.map { .milliseconds($0) })
    #expect(log.all.map(\.attempt) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4])
    #expect(log.all.last?.elapsed == clock.passed.reduce(.zero, +))
  }

  @Test func `waits never longer than the policy says`() async throws {
    let policy = HTTPClientConfiguration(
      maximumAttempts: 4, firstDelay: .seconds(1), maximumDelay: .seconds(3), clock: clock, jitter: { 1 })
    let transport = ScriptedTransport(.status(503), .status(503), .status(503), .done)
    let client = HTTPAPIClient(
      baseURL: try #require(URL(string: "http://localhost")), transport: transport, configuration: policy)
    let _: Echo = try await client.get(path: "/v1/me")
    #expect(clock.passed == [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test(arguments: [
    ("12", Duration.seconds(12)), ("0", .milliseconds(250)), ("Sun, 06 Nov 1994 08:49:47 GMT", .seconds(10)),
    ("Sun, 06 Nov 1994 08:00:00 GMT", .milliseconds(250)), ("soon", .milliseconds(250)),
  ])
  func `waits as long as the server asks`(retryAfter: String, expected: Duration) async throws {
    let transport = ScriptedTransport(.status(503, ["Retry-After": retryAfter]), .done)
    let _: Echo = try await client(transport).get(path: "/v1/me")
    #expect(clock.passed == [expected])
  }

  @Test(arguments: ["60", "9223372036854775807", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func `does not wait beyond its deadline`(retryAfter: String) async throws {
    let answer = HTTPResponse(status: 429, headers: ["Retry-After": retryAfter])
    let transport = ScriptedTransport(.success(answer))
    await #expect(
      throws: APIError.invalidResponse(
        InvalidResponse(
          statusCode: 429, retryAfter: answer.retryAfter(now: Date(timeIntervalSince1970: 784_111_777))))
    ) { try await client(transport).send(APIRequest<Echo>(.get, "/v1/me")) }
    #expect(clock.passed.isEmpty)
  }

  @Test func `fails with the last failure, not the first`() async throws {
    let transport = ScriptedTransport(.status(503), .failure(.failed(.refused)), .status(500))
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: 500))) {
      try await client(transport).send(APIRequest<Echo>(.get, "/v1/me"))
    }
  }
}
