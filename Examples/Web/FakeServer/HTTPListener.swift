#if Network
  import Foundation
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore
  import ServiceLifecycle
  import UnixSignals

  /// The address and the limits of a server of HTTP/1.1.
  struct HTTPListener: Sendable {
    let host: String
    let port: Int
    let maximumHeaderSize: Int
    /// The number of connections beyond which the one that waits for its client for longest makes room.
    let maximumConnections: Int
    /// The time after which a connection is closed that waits for a request, or for its client to read a response.
    let clientTimeout: Duration

    /// Serves until the task is cancelled or a signal arrives, and calls `onStart` with the port once it listens.
    ///
    /// After a signal, requests in flight have three seconds to finish; after a cancellation they have none.
    ///
    /// Throws ``FakeServerError`` where it cannot listen at the address.
    func serve<Responder: HTTPResponder>(
      _ responder: Responder, alongside services: [any Service] = [], until signals: [UnixSignal],
      onStart: @escaping @Sendable (Int) async -> Void
    ) async throws where Responder.Context == ConnectionContext {
      let logger = Logger(label: "focal-http") { _ in SwiftLogNoOpLogHandler() }
      let waiting = WaitingConnections()
      let channel = HTTP1Channel.Configuration(
        additionalChannelHandlers: [ClientDeadline(TimeAmount(clientTimeout), waiting)],
        httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
          maxHeaderFieldSize: maximumHeaderSize, maxHeaderListSize: maximumHeaderSize, maxHeaderFieldCount: 100))
      let application = Application(
        responder: responder,
        server: HTTPServerBuilder { responder in
          DeferredHTTPChannel(http: HTTP1Channel(responder: responder, configuration: channel))
        },
        configuration: ApplicationConfiguration(
          address: .hostname(host, port: port), serverName: "focal-http",
          availableConnectionsDelegate: ConnectionLimit(maximumConnections, waiting)),
        onServerRunning: { channel in
          // There is room for each connection, or it waits: by default four are accepted where there is room for one.
          try? await channel.setOption(.maxMessagesPerRead, value: 1).get()
          await onStart(channel.localAddress?.port ?? 0)
        },
        logger: logger)
      var group = ServiceGroupConfiguration(
        services: [application] + services, gracefulShutdownSignals: signals, logger: logger)
      group.maximumGracefulShutdownDuration = .seconds(3)
      do {
        try await ServiceGroup(configuration: group).run()
      } catch let error as IOError {
        throw FakeServerError(host, port, reason: String(cString: strerror(error.errnoCode)))
      } catch is SocketAddressError.UnknownHost {
        throw FakeServerError(host, port, reason: "The host is unknown")
      }
    }
  }

  /// The reason why a server cannot listen at its address.
  public struct FakeServerError: Error, Hashable, CustomStringConvertible {
    /// The address and the reason, in a sentence.
    public let description: String

    fileprivate init(_ host: String, _ port: Int, reason: String) {
      description = "Cannot listen at port \(port) of \(host). \(reason)."
    }
  }

  /// A request context that gives access to the connection.
  struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
      channel = source.channel
    }
  }

  /// An HTTP/1.1 channel that is set up only when the server handles its connection.
  ///
  /// A server that shuts down may have accepted connections that it never handles. An asynchronous channel that is
  /// dropped without being used ends the process (https://github.com/apple/swift-nio/issues/3481).
  struct DeferredHTTPChannel: ServerChildChannel {
    /// A connection that is closed when it is dropped.
    final class Connection: ServerChildChannelValue {
      let channel: any Channel

      fileprivate init(_ channel: any Channel) {
        self.channel = channel
      }

      deinit {
        channel.close(promise: nil)
      }
    }

    /// The size of the kernel’s buffer of what a client has not read, which would otherwise grow to megabytes.
    private static let sendBufferSize: SocketOptionValue = 64 * 1024

    let http: HTTP1Channel

    /// Stops reading, so that what arrives stays in the socket until the connection is handled.
    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
      channel.setOption(.autoRead, value: false)
        .flatMap { channel.setOption(.socketOption(.so_sndbuf), value: Self.sendBufferSize) }
        .map { Connection(channel) }
    }

    func handle(value connection: Connection, logger: Logger) async {
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
