import Core
import Foundation
import TestSupport
import Testing

@Suite("HTTPAPIClient repeats requests")
struct HTTPRetryTests {
  private let clock = TestClock(instantSleeps: .seconds(14))
  private let log = Log<HTTPLogEvent>()

  private func client(
    _ transport: ScriptedTransport, configure: (inout HTTPClientConfiguration) -> Void = { _ in }
  ) throws -> HTTPAPIClient {
    try scriptedClient(
      transport, clock: clock, onEvent: log.append,
      configure: { configuration in
        configuration.maximumAttempts = 4
        configuration.now = { Date(timeIntervalSince1970: 784_111_777) }
        configure(&configuration)
      })
  }

  private static let transient: [ScriptedTransport.Ending] = [
    .status(429), .status(502), .status(503), .status(504), .failure(.requestFailed(.offline)),
    .failure(.requestFailed(.refused)),
    .failure(.requestFailed(.timedOut)), .failure(.requestFailed(.connectionLost)),
  ]

  private static let keyed = APIRequest.echo(.post, headers: ["Idempotency-Key": "key-1"], body: Echo())

  @Test(arguments: [APIRequest.echo(), keyed], transient)
  func `A GET, or a request with an Idempotency-Key, is repeated after a temporary failure`(
    request: APIRequest<Echo>, ending: ScriptedTransport.Ending
  ) async throws {
    let transport = ScriptedTransport(ending, ending, .done)
    #expect(try await client(transport).send(request) == Echo())
    #expect(clock.instantSleeps == [.milliseconds(250), .milliseconds(500)])
    #expect(transport.requests == Array(repeating: transport.requests[0], count: 3))
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete], transient)
  func `A request that may have side effects is not repeated`(
    method: HTTPMethod, ending: ScriptedTransport.Ending
  ) async throws {
    await #expect(throws: APIError.self) { try await client(ScriptedTransport(ending)).send(.echo(method)) }
    #expect(clock.instantSleeps.isEmpty)
  }

  @Test(arguments: [304, 400, 401, 409, 500, 501, 505])
  func `A request is not repeated after a permanent failure`(status: Int) async throws {
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: status))) {
      try await client(ScriptedTransport(.status(status))).send(.echo())
    }
  }

  @Test(arguments: [(0.0, [250, 500, 1_000]), (0.5, [375, 750, 1_500]), (1.0, [500, 1_000, 2_000])])
  func `Delays double with each attempt, shortened at random, until the last attempt`(
    jitter: Double, milliseconds: [Int]
  ) async throws {
    let transport = ScriptedTransport(.status(503), .failure(.requestFailed(.refused)), .status(503), .status(502))
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: 502))) {
      try await client(transport) { $0.jitter = { jitter } }.send(.echo())
    }
    #expect(clock.instantSleeps == milliseconds.map { .milliseconds($0) })
    #expect(log.values.map(\.attempt) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4])
    #expect(log.values.last?.elapsed == clock.instantSleeps.reduce(.zero, +))
  }

  @Test func `A delay is at most the maximum delay`() async throws {
    let transport = ScriptedTransport(Array(repeating: .status(503), count: 70) + [.done])
    let client = try client(transport) { configuration in
      configuration.maximumAttempts = 100
      configuration.deadline = .seconds(3_600)
      configuration.firstDelay = .seconds(1)
      configuration.maximumDelay = .seconds(3)
      configuration.jitter = { 1 }
    }
    _ = try await client.send(.echo())
    #expect(clock.instantSleeps == [.seconds(1), .seconds(2)] + Array(repeating: .seconds(3), count: 68))
  }

  @Test(arguments: [
    ("12", Duration.seconds(12)), ("0", .milliseconds(250)), ("Sun, 06 Nov 1994 08:49:47 GMT", .seconds(10)),
    ("Sun, 06 Nov 1994 08:00:00 GMT", .milliseconds(250)), ("soon", .milliseconds(250)),
  ])
  func `A delay is at least what Retry-After asks for`(retryAfter: String, expected: Duration) async throws {
    let transport = ScriptedTransport(.status(503, ["Retry-After": retryAfter]), .done)
    _ = try await client(transport).send(.echo())
    #expect(clock.instantSleeps == [expected])
  }

  @Test(arguments: ["60", "9223372036854775807", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func `A request is not repeated if the delay would reach the deadline`(retryAfter: String) async throws {
    let transport = ScriptedTransport(.status(429, ["Retry-After": retryAfter]))
    await #expect(throws: APIError.self) { try await client(transport).send(.echo()) }
    #expect(clock.instantSleeps.isEmpty)
  }
}
