import Core
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("HTTPAPIClient enforces its limits", .timeLimit(.minutes(10)))
struct HTTPLimitTests {
  private let clock = TestClock()
  private let log = Log<HTTPLogEvent>()

  private func client(_ step: @escaping ScriptedTransport.Step) throws -> HTTPAPIClient {
    try client(ScriptedTransport([step]))
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

  @Test func `The idle timeout starts again whenever anything arrives`() async throws {
    let counts = AsyncStream.makeStream(of: Int.self)
    let reports = AsyncStream.makeStream(of: Void.self)
    let client = try client { [reports = reports.continuation] _, progress in
      for await count in counts.stream {
        _ = progress(count)
        reports.yield()
      }
      return .failure(.cancelled)
    }
    let call = Task { try await client.send(.echo()) }
    var arrived = reports.stream.makeAsyncIterator()
    for (count, silence) in [(0, 6), (10, 6)] {
      await clock.untilSleeping()
      clock.advance(by: .seconds(silence))
      counts.continuation.yield(count)
      await arrived.next()
    }
    clock.advance(by: .seconds(4))
    await clock.untilSleeping()
    clock.advance(by: .seconds(6))
    await #expect(throws: APIError.requestFailed(.timedOut)) { try await call.value }
    #expect(log.values.last?.elapsed == .seconds(22))
  }

  @Test func `The deadline includes all attempts and delays`() async throws {
    let transport = ScriptedTransport(Array(repeating: ScriptedTransport.silence, count: 6))
    let client = try client(transport, attempts: 100)
    let call = Task { try await client.send(.echo()) }
    // Silence of 10 seconds each, and delays of 0.25, 0.5, 1, 2 and 4 seconds.
    while clock.now.offset < .seconds(60) {
      await clock.untilSleeping()
      clock.advance(by: .milliseconds(250))
    }
    await #expect(throws: APIError.requestFailed(.timedOut)) { try await call.value }
    #expect(log.values.last?.elapsed == .seconds(60))
    #expect(transport.requests.count == 6)
  }

  @Test func `A redirect that arrives at the deadline is not followed`() async throws {
    let client = try client({ [clock] _, _ in
      clock.advance(by: .seconds(60))
      return .status(302, ["Location": "/v2/me"])
    })
    await #expect(throws: APIError.requestFailed(.timedOut)) { try await client.send(.echo()) }
  }

  private let overflow = APIError.decodingFailed(reason: "The response is larger than 100 bytes.")

  @Test func `A transfer ends as soon as too much has arrived`() async throws {
    let wanted = Log<Bool>()
    let client = try client({ _, progress in
      wanted.append(progress(100))
      wanted.append(progress(1))
      return .status(200)
    })
    await #expect(throws: overflow) { try await client.send(.echo()) }
    #expect(wanted.values == [true, false])
  }

  @Test func `The size limit applies to a transport that reports no progress`() async throws {
    let body = #"{"text":"\#(String(repeating: "x", count: 89))"}"#
    _ = try await client(ScriptedTransport(.status(200, body: body))).send(.echo())
    await #expect(throws: overflow) {
      try await client(ScriptedTransport(.status(200, body: body + " "))).send(.echo())
    }
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
    let call = Task { try await client.send(.echo()) }
    for await _ in starts { break }
    call.cancel()
    await #expect(throws: APIError.cancelled) { try await call.value }
    #expect(isOver.withLock { $0 })
  }

  @Test func `A call can be cancelled during the delay before an attempt`() async throws {
    let (retries, retry) = AsyncStream.makeStream(of: Void.self)
    let client = try scriptedClient(
      ScriptedTransport(.status(503)), clock: clock,
      onEvent: { if $0.kind == .retrying(after: .milliseconds(250)) { retry.yield() } },
      configure: { $0.maximumAttempts = 2 })
    let call = Task { try await client.send(.echo()) }
    for await _ in retries { break }
    await clock.untilSleeping()
    call.cancel()
    await #expect(throws: APIError.cancelled) { try await call.value }
  }

  @Test func `A call that is cancelled before it starts sends nothing`() async throws {
    let client = try client(ScriptedTransport())
    let call = Task {
      await ScriptedTransport.untilCancelled()
      return try await client.send(.echo())
    }
    call.cancel()
    await #expect(throws: APIError.cancelled) { try await call.value }
  }
}
