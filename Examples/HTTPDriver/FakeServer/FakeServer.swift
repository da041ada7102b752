#if Network
  import Core
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore
  import ServiceLifecycle
  import UnixSignals

  /// The fake backend over HTTP/1.1, for an app developer who has no backend yet.
  ///
  /// Beside the backend's own routes it answers `GET /openapi.json`, and takes faults at `/control/faults`.
  public struct FakeServer: Sendable {
    private let backend: FakeBackend
    private let configuration: FakeServerConfiguration
    private let log: @Sendable (AccessLogEntry) -> Void

    /// Makes a server.
    ///
    /// - Parameters:
    ///   - backend: What answers.
    ///   - configuration: Where to listen and what to put up with.
    ///   - log: Is told of each request that was answered.
    public init(
      backend: FakeBackend, configuration: FakeServerConfiguration = FakeServerConfiguration(),
      log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in }
    ) {
      self.backend = backend
      self.configuration = configuration
      self.log = log
    }

    /// Serves until the task is cancelled or a signal arrives.
    ///
    /// A signal lets requests on their way finish, for three seconds at most; a cancelled task does not.
    ///
    /// - Parameters:
    ///   - signals: The signals that end it.
    ///   - onStart: Is told the port once connections are taken.
    /// - Throws: An error of the system where the address cannot be listened at.
    public func run(
      until signals: [UnixSignal] = [], onStart: @escaping @Sendable (Int) async -> Void
    ) async throws {
      let logger = Logger(label: "focal-http") { _ in SwiftLogNoOpLogHandler() }
      let application = Application(
        responder: FakeResponder(backend: backend, configuration: configuration, log: log),
        server: HTTPServerBuilder { responder in
          LateHTTPChannel(http: HTTP1Channel(responder: responder, configuration: channel))
        },
        configuration: ApplicationConfiguration(
          address: .hostname(configuration.host, port: configuration.port), serverName: "focal-http",
          availableConnectionsDelegate: MaximumAvailableConnections(configuration.maximumConnections, logger: logger)),
        onServerRunning: { channel in await onStart(channel.localAddress?.port ?? 0) },
        logger: logger)
      var services = ServiceGroupConfiguration(
        services: [application], gracefulShutdownSignals: signals, logger: logger)
      services.maximumGracefulShutdownDuration = .seconds(3)
      try await ServiceGroup(configuration: services).run()
    }

    private var channel: HTTP1Channel.Configuration {
      HTTP1Channel.Configuration(
        idleTimeout: TimeAmount(configuration.idleTimeout),
        httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
          maxHeaderFieldSize: configuration.maximumHeaderSize, maxHeaderListSize: configuration.maximumHeaderSize,
          maxHeaderFieldCount: 100))
    }
  }
#else
  #error("FakeServer needs the trait Network of this package.")
#endif
