import Core
import Foundation
import Synchronization
import TestSupport
import TestSupport
import Testing

@Suite("HTTPAPIClient enforces its limits", .timeLimit(.minutes(1)))
struct HTTPLimitTests {
  private let clock = TestClock()
  private let log = Log<HTTPLogEvent>()

  private func client(_ steps: ScriptedTransport.Step..., attempts: Int = 1) throws -> HTTPAPIClient {
    try client(ScriptedTransport(steps), attempts: attempts)
  }

  private func client(_ transport: ScriptedTransport, attempts: Int = 1) throws -> HTTPAPIClient {
    try scriptedClient(
      transport, clock: clock, onEvent: log.append,
      configure: { configuration in
        configuration.maximumAttempts = attempts
        configuration.idleTimeout = .seconds(10)
        configuration.maximumBodySize = 100
      })
  }

  private func failure(of client: HTTPAPIClient) async -> APIError? {
    do throws(APIError) {
      _ = try await client.send(.echo())
      return nil
    } catch {
      return error
    }
  }

  @Test func `A call ends when the server is silent for the idle timeout`() async throws {
    let client = try client(ScriptedTransport.silence)
    async let error = failure(of: client)
    await clock.untilSleeping()
    clock.advance(by: .seconds(10))
    #expect(await error == .requestFailed(.timedOut))
    #expect(log.values.last?.elapsed == .seconds(10))
  }

  /// Reports what a test says, and tells the test when it has.
  private struct Arrivals {
    private let counts = AsyncStream.makeStream(of: Int.self)
    private let reports = AsyncStream.makeStream(of: Void.self)

    var step: ScriptedTransport.Step {
      { _, progress in
        for await count in counts.stream {
          _ = progress(count)
          reports.continuation.yield()
        }
        return .failure(.cancelled)
      }
    }

    func arrive(_ count: Int) async {
      counts.continuation.yield(count)
      for await _ in reports.stream { return }
    }
  }

  @Test func `The idle timeout starts again whenever anything arrives`() async throws {
    let server = Arrivals()
    let client = try client(server.step)
    async let error = failure(of: client)
    await clock.untilSleeping()
    clock.advance(by: .seconds(6))
    await server.arrive(0)
    clock.advance(by: .seconds(6))
    await clock.untilSleeping()
    await server.arrive(10)
    clock.advance(by: .seconds(4))
    await clock.untilSleeping()
    clock.advance(by: .seconds(6))
    #expect(await error == .requestFailed(.timedOut))
    #expect(log.values.last?.elapsed == .seconds(22))
  }

  @Test func `A call ends at the deadline, however much arrives`() async throws {
    let server = Arrivals()
    let client = try client(server.step)
    async let error = failure(of: client)
    for _ in 0..<12 {
      await clock.untilSleeping()
      await server.arrive(1)
      clock.advance(by: .seconds(5))
    }
    #expect(await error == .requestFailed(.timedOut))
    #expect(log.values.last?.elapsed == .seconds(60))
  }

  @Test func `The deadline includes all attempts and delays`() async throws {
    let transport = ScriptedTransport(Array(repeating: ScriptedTransport.silence, count: 6))
    let client = try client(transport, attempts: 100)
    async let error = failure(of: client)
    // Silence of 10 seconds each, and delays of 0.25, 0.5, 1, 2 and 4 seconds.
    while clock.now.offset < .seconds(60) {
      await clock.untilSleeping()
      clock.advance(by: .milliseconds(250))
    }
    #expect(await error == .requestFailed(.timedOut))
    #expect(log.values.last?.elapsed == .seconds(60))
    #expect(transport.requests.count == 6)
  }

  @Test func `A redirect that arrives at the deadline is not followed`() async throws {
    let client = try client({ [clock] _, _ in
      clock.advance(by: .seconds(60))
      return .status(302, ["Location": "/v2/me"])
    })
    #expect(await failure(of: client) == .requestFailed(.timedOut))
  }

  @Test func `A transfer ends as soon as too much has arrived`() async throws {
    let wanted = Log<Bool>()
    let client = try client({ _, progress in
      wanted.append(progress(100))
      wanted.append(progress(1))
      return .status(200)
    })
    #expect(await failure(of: client) == .decodingFailed(reason: "The response is larger than 100 bytes."))
    #expect(wanted.values == [true, false])
  }

  @Test(arguments: [(100, nil), (101, APIError.decodingFailed(reason: "The response is larger than 100 bytes."))])
  func `The size limit applies to a transport that reports no progress`(size: Int, expected: APIError?) async throws {
    let body = #"{"text":"\#(String(repeating: "x", count: size - 11))"}"#
    #expect(body.utf8.count == size)
    #expect(await failure(of: try client(ScriptedTransport(.status(200, body: body)))) == expected)
  }

  @Test func `A cancelled call cancels its transfer and waits for its end`() async throws {
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let isOver = Mutex(false)
    let client = try client({ _, _ in
      start.yield()
      await ScriptedTransport.untilCancelled()
      isOver.withLock { $0 = true }
      return .failure(.cancelled)
    })
    let task = Task { await failure(of: client) }
    for await _ in starts { break }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(isOver.withLock { $0 })
  }

  @Test func `A call can be cancelled during the delay before an attempt`() async throws {
    let (retries, retry) = AsyncStream.makeStream(of: Void.self)
    let client = try scriptedClient(
      ScriptedTransport(.status(503)), clock: clock,
      onEvent: { if $0.kind == .retrying(after: .milliseconds(250)) { retry.yield() } },
      configure: { $0.maximumAttempts = 2 })
    let task = Task { await failure(of: client) }
    for await _ in retries { break }
    await clock.untilSleeping()
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `A call that is cancelled before it starts sends nothing`() async throws {
    let client = try client(ScriptedTransport())
    let task = Task {
      await ScriptedTransport.untilCancelled()
      return await failure(of: client)
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }
}
