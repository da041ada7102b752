#if Network
  import Core
  import FakeServer
  import Foundation

  /// A backend that is being served.
  struct RunningServer {
    /// Where to reach it.
    let url: URL
    private let task: Task<Void, Never>

    /// Serves a backend until it is told to stop.
    static func start(
      _ backend: FakeBackend, _ configuration: FakeServerConfiguration = FakeServerConfiguration(),
      log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in }
    ) async throws -> RunningServer {
      let (ports, start) = AsyncThrowingStream.makeStream(of: Int.self)
      let task = Task {
        do {
          try await FakeServer(backend: backend, configuration: configuration, log: log).run { start.yield($0) }
          start.finish()
        } catch {
          start.finish(throwing: error)
        }
      }
      var iterator = ports.makeAsyncIterator()
      guard let port = try await iterator.next(), let url = URL(string: "http://127.0.0.1:\(port)") else {
        throw CancellationError()
      }
      return RunningServer(url: url, task: task)
    }

    /// Serves a backend on a port that the system gives to nobody by itself, so that it can be had again.
    static func startAgainAndAgain(_ backend: FakeBackend) async throws -> RunningServer {
      for _ in 0..<20 {
        // Somebody else's server may be there.
        if let server = try? await start(backend, ownPort) { return server }
      }
      return try await start(backend, ownPort)
    }

    private static var ownPort: FakeServerConfiguration {
      FakeServerConfiguration(port: .random(in: 10_000..<30_000))
    }

    /// Serves a backend where this server was.
    func restarted(_ backend: FakeBackend) async throws -> RunningServer {
      try await Self.start(backend, FakeServerConfiguration(port: url.port ?? 0))
    }

    /// Ends every connection, and returns when nobody listens any more.
    func stop() async {
      task.cancel()
      await task.value
    }
  }

  /// Serves a backend on a free port for as long as the work takes.
  func serving<Answer: Sendable>(
    _ backend: FakeBackend, _ configuration: FakeServerConfiguration = FakeServerConfiguration(),
    log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in },
    _ work: @Sendable (URL) async throws -> Answer
  ) async throws -> Answer {
    let server = try await RunningServer.start(backend, configuration, log: log)
    do {
      let answer = try await work(server.url)
      await server.stop()
      return answer
    } catch {
      await server.stop()
      throw error
    }
  }

  extension HTTPClientConfiguration {
    /// Waits for a response however long a busy machine takes, and not at all between two attempts.
    static func patient(maximumAttempts: Int = 3) -> HTTPClientConfiguration {
      HTTPClientConfiguration(
        maximumAttempts: maximumAttempts, deadline: .seconds(3_600), idleTimeout: .seconds(3_600), firstDelay: .zero)
    }
  }
#endif
