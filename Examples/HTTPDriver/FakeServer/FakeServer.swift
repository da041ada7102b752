#if Network
  import Core
  import Foundation
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore
  import ServiceLifecycle
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
      do {
        try await serve(until: signals, onStart: onStart)
      } catch let error as IOError {
        throw FakeServerError(configuration, reason: String(cString: strerror(error.errnoCode)))
      } catch is SocketAddressError.UnknownHost {
        throw FakeServerError(configuration, reason: "The host is unknown")
      }
    }

    private func serve(
      until signals: [UnixSignal], onStart: @escaping @Sendable (Int) async -> Void
    ) async throws {
      let logger = Logger(label: "focal-http") { _ in SwiftLogNoOpLogHandler() }
      let channel = HTTP1Channel.Configuration(
        idleTimeout: TimeAmount(configuration.idleTimeout),
        httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
          maxHeaderFieldSize: configuration.maximumHeaderSize, maxHeaderListSize: configuration.maximumHeaderSize,
          maxHeaderFieldCount: 100))
      let application = Application(
        responder: FakeResponder(backend: backend, configuration: configuration, log: log),
        server: HTTPServerBuilder { responder in
          DeferredHTTPChannel(http: HTTP1Channel(responder: responder, configuration: channel))
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
    /// The maximum number of connections served at a time; further ones wait.
    public var maximumConnections: Int
    /// How long a connection may be idle, and a body may take to arrive, before the connection is closed.
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

  /// The reason why a ``FakeServer`` cannot listen at its address.
  public struct FakeServerError: Error, Hashable, CustomStringConvertible {
    /// The address and the reason, in a sentence.
    public let description: String

    fileprivate init(_ configuration: FakeServerConfiguration, reason: String) {
      description = "Cannot listen at port \(configuration.port) of \(configuration.host). \(reason)."
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

  /// An HTTP/1.1 channel that is set up only when the server handles its connection.
  ///
  /// A server that shuts down may have accepted connections that it never handles. An asynchronous channel that is
  /// dropped without being used ends the process (https://github.com/apple/swift-nio/issues/3481).
  package struct DeferredHTTPChannel: ServerChildChannel {
    /// A connection that is closed when it is dropped.
    package final class Connection: ServerChildChannelValue {
      package let channel: any Channel

      fileprivate init(_ channel: any Channel) {
        self.channel = channel
      }

      deinit {
        channel.close(promise: nil)
      }
    }

    let http: HTTP1Channel

    /// Creates a channel.
    package init(http: HTTP1Channel) {
      self.http = http
    }

    /// Stops reading, so that what arrives stays in the socket until the connection is handled.
    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
      channel.setOption(.autoRead, value: false).map { Connection(channel) }
    }

    package func handle(value connection: Connection, logger: Logger) async {
      let channel = connection.channel
      let served = channel.eventLoop.flatSubmit { () -> EventLoopFuture<HTTP1Channel.Value> in
        guard channel.isActive else { return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel) }
        return http.setup(channel: channel, logger: logger)
      }
      guard let value = try? await served.get() else { return }
      channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
      await http.handle(value: value, logger: logger)
    }
  }
#endif
