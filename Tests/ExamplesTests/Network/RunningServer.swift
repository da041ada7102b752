#if Network
  import Core
  import FakeServer
  import FaultTable
  import Foundation

  /// Serves a backend on a free port for as long as the work takes.
  func serving<Answer: Sendable>(
    _ backend: FakeBackend, _ configuration: FakeServerConfiguration = FakeServerConfiguration(),
    log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in },
    _ work: @Sendable (URL) async throws -> Answer
  ) async throws -> Answer {
    let (ports, start) = AsyncThrowingStream.makeStream(of: Int.self)
    let server = Task {
      do {
        try await FakeServer(backend: backend, configuration: configuration, log: log).run { start.yield($0) }
        start.finish()
      } catch {
        start.finish(throwing: error)
      }
    }
    do {
      var ports = ports.makeAsyncIterator()
      guard let port = try await ports.next(), let url = URL(string: "http://127.0.0.1:\(port)") else {
        throw CancellationError()
      }
      let answer = try await work(url)
      server.cancel()
      await server.value
      return answer
    } catch {
      server.cancel()
      await server.value
      throw error
    }
  }

  extension HTTPPolicy {
    /// Waits for an answer however long a busy machine takes for it, and not at all between two attempts.
    static func patient(maximumAttempts: Int = 3) -> HTTPPolicy {
      HTTPPolicy(maximumAttempts: maximumAttempts, clock: FaultClock(longestWait: .seconds(10)))
    }
  }
#endif
