#if Network
  import Core
  import UnixSignals

  /// Serves a `FakeBackend` over HTTP/1.1, for app developers who have no backend yet.
  ///
  /// Adds routes to those of the backend: `GET /openapi.json` is the contract, `POST /control/faults` injects a
  /// ``FaultRequest``, `DELETE /control/faults` removes the faults, and `DELETE /control/sessions` ends every session.
  public struct FakeServer: Sendable {
    private let backend: FakeBackend
    private let configuration: FakeServerConfiguration
    private let log: @Sendable (AccessLogEntry) -> Void

    /// Creates a server that reports each request to `log` when it is done.
    public init(
      backend: FakeBackend, configuration: FakeServerConfiguration = FakeServerConfiguration(),
      log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in }
    ) {
      self.backend = backend
      self.configuration = configuration
      self.log = log
    }

    /// Serves until the task is cancelled or a signal arrives, and calls `onStart` with the port once it listens.
    ///
    /// After a signal, requests in flight have three seconds to finish; after a cancellation they have none.
    ///
    /// Throws ``FakeServerError`` where it cannot listen at the address.
    public func run(
      until signals: [UnixSignal] = [], onStart: @escaping @Sendable (Int) async -> Void
    ) async throws {
      let listener = HTTPListener(
        host: configuration.host, port: configuration.port, maximumHeaderSize: configuration.maximumHeaderSize,
        maximumConnections: configuration.maximumConnections, clientTimeout: configuration.idleTimeout)
      try await listener.serve(
        FakeResponder(backend: backend, configuration: configuration, log: log), until: signals, onStart: onStart)
    }
  }

  /// The address and the limits of a ``FakeServer``.
  public struct FakeServerConfiguration: Sendable {
    /// The address to listen at; `127.0.0.1` is reachable from this machine only.
    public var host: String
    /// The port to listen at; 0 picks a free one.
    public var port: Int
    /// The maximum size of a request body in bytes, above which the response is a 413.
    public var maximumBodySize: Int
    /// The maximum size of a request header in bytes, above which the response is a 400.
    public var maximumHeaderSize: Int
    /// The maximum number of connections; beyond it, the one that waits for its client for longest makes room.
    public var maximumConnections: Int
    /// How long a connection may wait for a request, or for its client to read a response, and how long a body may take
    /// to arrive, before the connection is closed.
    public var idleTimeout: Duration
    /// How long a request with a `timeout` fault is held before its connection is closed.
    public var holdTime: Duration

    /// Creates a configuration.
    public init(
      host: String = "127.0.0.1", port: Int = 0, maximumBodySize: Int = 64 * 1024, maximumHeaderSize: Int = 16 * 1024,
      maximumConnections: Int = 1_024, idleTimeout: Duration = .seconds(60), holdTime: Duration = .seconds(60)
    ) {
      self.host = host
      self.port = port
      self.maximumBodySize = maximumBodySize
      self.maximumHeaderSize = maximumHeaderSize
      self.maximumConnections = maximumConnections
      self.idleTimeout = idleTimeout
      self.holdTime = holdTime
    }
  }

  /// A line of the access log, without the query, the headers and the bodies, where secrets travel.
  public struct AccessLogEntry: Sendable, Equatable, CustomStringConvertible {
    /// The method of the request.
    public let method: String
    /// The path of the request, percent-encoded, without its query.
    public let path: String
    /// The status of the response, or `nil` where the connection was closed instead.
    public let status: Int?
    /// The size of the response body in bytes.
    public let size: Int
    /// The time from the header of the request to the response.
    public let duration: Duration

    /// The line, with at most 200 characters of the path.
    public var description: String {
      let milliseconds = (duration / .milliseconds(1) * 10).rounded() / 10
      return "\(method) \(path.prefix(200)) \(status.map(String.init) ?? "-") \(size) B \(milliseconds) ms"
    }
  }
#endif
