import Core
import Foundation
import Synchronization
import Testing

@Suite("The limits of a call")
struct HTTPLimitTests {
  private let clock = TestClock()
  private let log = EventLog()

  private func client(_ transport: ScriptedTransport, attempts: Int = 1) throws -> HTTPAPIClient {
    HTTPAPIClient(
      baseURL: try #require(URL(string: "http://localhost:8080")), transport: transport,
      configuration: HTTPClientConfiguration(
        maximumAttempts: attempts, deadline: .seconds(60), idleTimeout: .seconds(10), maximumBodySize: 100,
        clock: clock, jitter: { 0 }),
      onEvent: log.add)
  }

  private func failure(of client: HTTPAPIClient) async -> APIError? {
    do throws(APIError) {
      _ = try await client.send(APIRequest<Echo>(.get, "/v1/me"))
      return nil
    } catch {
      return error
    }
  }

  @Test func `end it when the server is silent for too long`() async throws {
    let client = try client(ScriptedTransport([ScriptedTransport.silence]))
    async let error = failure(of: client)
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    #expect(await error == .requestFailed(.timedOut))
    #expect(log.all.last?.elapsed == .seconds(10))
  }

  @Test func `give a server more time with everything that arrives`() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Int.self)
    let (seen, see) = AsyncStream.makeStream(of: Void.self)
    let client = try client(
      ScriptedTransport([
        { _, progress in
          for await count in arrivals {
            progress(count)
            see.yield()
          }
          return .failure(.cancelled)
        }
      ]))
    async let error = failure(of: client)
    var sight = seen.makeAsyncIterator()
    await clock.sleepers(1)
    clock.advance(by: .seconds(6))
    arrive.yield(0)
    _ = await sight.next()
    clock.advance(by: .seconds(6))
    await clock.sleepers(1)
    arrive.yield(10)
    _ = await sight.next()
    clock.advance(by: .seconds(4))
    await clock.sleepers(1)
    clock.advance(by: .seconds(6))
    #expect(await error == .requestFailed(.timedOut))
    #expect(log.all.last?.elapsed == .seconds(22))
  }

  @Test func `end it after the deadline, however much arrives`() async throws {
    let (seconds, tick) = AsyncStream.makeStream(of: Void.self)
    let (seen, see) = AsyncStream.makeStream(of: Void.self)
    let client = try client(
      ScriptedTransport([
        { _, progress in
          for await _ in seconds {
            progress(1)
            see.yield()
          }
          return .failure(.cancelled)
        }
      ]))
    async let error = failure(of: client)
    var sight = seen.makeAsyncIterator()
    for _ in 0..<12 {
      await clock.sleepers(1)
      tick.yield()
      _ = await sight.next()
      clock.advance(by: .seconds(5))
    }
    #expect(await error == .requestFailed(.timedOut))
    #expect(log.all.last?.elapsed == .seconds(60))
  }

  @Test func `count all attempts together`() async throws {
    let transport = ScriptedTransport(Array(repeating: ScriptedTransport.silence, count: 6))
    let client = try client(transport, attempts: 100)
    async let error = failure(of: client)
    // Silence, then waits of 0.25, 0.5, 1, 2 and 4 seconds between the attempts.
    while clock.now.offset < .seconds(60) {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(250))
    }
    #expect(await error == .requestFailed(.timedOut))
    #expect(log.all.last?.elapsed == .seconds(60))
    #expect(transport.requests.count == 6)
  }

  @Test func `end it as soon as too much has arrived`() async throws {
    let isOver = Mutex(false)
    let client = try client(
      ScriptedTransport([
        { _, progress in
          progress(100)
          progress(1)
          await ScriptedTransport.untilCancelled()
          isOver.withLock { $0 = true }
          return .failure(.cancelled)
        }
      ]))
    #expect(await failure(of: client) == .decodingFailed(reason: "The response is larger than 100 bytes."))
    #expect(isOver.withLock { $0 })
  }

  @Test func `hold for a transport that does not say what arrives`() async throws {
    let long = #"{"text":"\#(String(repeating: "x", count: 89))"}"#
    let tooLong = try client(ScriptedTransport(.status(200, body: long)))
    #expect(long.utf8.count == 100)
    #expect(await failure(of: tooLong) == nil)
    let fitting = try client(ScriptedTransport(.status(200, body: long + " ")))
    #expect(await failure(of: fitting) == .decodingFailed(reason: "The response is larger than 100 bytes."))
  }

  @Test func `let a cancelled call go, and its transfer with it`() async throws {
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let isOver = Mutex(false)
    let client = try client(
      ScriptedTransport([
        { _, _ in
          start.yield()
          await ScriptedTransport.untilCancelled()
          isOver.withLock { $0 = true }
          return .failure(.cancelled)
        }
      ]))
    let task = Task { await failure(of: client) }
    for await _ in starts { break }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(isOver.withLock { $0 })
  }

  @Test func `let a call go that is cancelled while it waits for its next attempt`() async throws {
    let transport = ScriptedTransport(.status(503))
    let (retries, retry) = AsyncStream.makeStream(of: Void.self)
    let client = HTTPAPIClient(
      baseURL: try #require(URL(string: "http://localhost:8080")), transport: transport,
      configuration: HTTPClientConfiguration(clock: clock, jitter: { 0 }),
      onEvent: { if $0.kind == .retrying(after: .milliseconds(250)) { retry.yield() } })
    let task = Task { await failure(of: client) }
    for await _ in retries { break }
    await clock.sleepers(1)
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(transport.requests.count == 1)
  }

  @Test func `send nothing for a call that is cancelled before`() async throws {
    let transport = ScriptedTransport()
    let client = try client(transport)
    let task = Task {
      await ScriptedTransport.untilCancelled()
      return await failure(of: client)
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(transport.requests.isEmpty)
  }
}
