#if Network
  import HummingbirdCore
  import Logging
  import NIOCore

  /// HTTP/1.1 on a connection from the moment on at which somebody serves it.
  ///
  /// A server that ends may have accepted connections that it does not come to serve. An asynchronous channel that
  /// nobody takes ends the process (https://github.com/apple/swift-nio/issues/3481); so none is made before.
  struct LateHTTPChannel: ServerChildChannel {
    /// A connection that is closed where nobody serves it.
    final class Connection: ServerChildChannelValue {
      let channel: any Channel

      fileprivate init(_ channel: any Channel) {
        self.channel = channel
      }

      deinit {
        channel.close(promise: nil)
      }
    }

    let http: HTTP1Channel

    /// Keeps what arrives in the socket until there is somebody to read it.
    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
      channel.setOption(.autoRead, value: false).map { Connection(channel) }
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
