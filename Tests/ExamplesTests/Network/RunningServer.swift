#if Network
  import Core
  import Web
  import Foundation
  import TestSupport

  /// A fake server that runs in a task.
  struct RunningServer {
    let url: URL
    private let task: Task<Void, Never>

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

    /// Starts on a port below those that the system assigns, so that it is still free for a restart.
    static func startOnReusablePort(_ backend: FakeBackend) async throws -> RunningServer {
      var attempts = 20
      while true {
        do {
          return try await start(backend, FakeServerConfiguration(port: .random(in: 10_000..<30_000)))
        } catch  where attempts > 0 {
          attempts -= 1
        }
      }
    }

    /// Starts another server at the same port, which the process of a test may have inherited.
    func restarted(_ backend: FakeBackend) async throws -> RunningServer {
      try await ProcessTurn.take {
        try await Self.start(backend, FakeServerConfiguration(port: url.port ?? 0))
      }
    }

    /// Closes every connection and returns when the port is closed.
    func stop() async {
      task.cancel()
      await task.value
    }
  }

  /// Serves a backend on a free port while the work runs.
  func serving<Success: Sendable>(
    _ backend: FakeBackend, _ configuration: FakeServerConfiguration = FakeServerConfiguration(),
    log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in },
    _ work: @Sendable (URL) async throws -> Success
  ) async throws -> Success {
    let server = try await RunningServer.start(backend, configuration, log: log)
    do {
      let success = try await work(server.url)
      await server.stop()
      return success
    } catch {
      await server.stop()
      throw error
    }
  }

  extension HTTPClientConfiguration {
    /// Allows a busy machine any time for a response, and does not wait between two attempts.
    static func patient(maximumAttempts: Int = 3) -> HTTPClientConfiguration {
      HTTPClientConfiguration(
        maximumAttempts: maximumAttempts, deadline: .seconds(600), idleTimeout: .seconds(600), firstDelay: .zero)
    }
  }
#endif
