#if Network
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOSSL
  import Synchronization

  /// A server on a real socket of this machine that does to each connection exactly what it is told.
  public struct SocketServer: Sendable {
    /// Where to reach it.
    public let url: URL

    /// Serves for as long as the work takes; then every connection is closed.
    ///
    /// - Parameters:
    ///   - isSecure: Whether it speaks TLS, with the certificate of ``SelfSigned``.
    ///   - behave: What it does to a connection, from its first byte to its last. What it throws closes it.
    ///   - work: What to do meanwhile.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, or an error of the system where there is no port to listen at.
    public static func run<Answer: Sendable>(
      isSecure: Bool = false, _ behave: @escaping @Sendable (inout SocketConnection) async throws -> Void,
      work: (SocketServer) async throws -> Answer
    ) async throws -> Answer {
      let tls = isSecure ? try SelfSigned.context() : nil
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .childChannelOption(.autoRead, value: false)
        .bind(host: "127.0.0.1", port: 0) { channel in
          channel.eventLoop.makeCompletedFuture {
            if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
            return Connection(channel)
          }
        }
      let port = channel.channel.localAddress?.port ?? 0
      guard let url = URL(string: "\(isSecure ? "https" : "http")://127.0.0.1:\(port)") else {
        throw CancellationError()
      }
      let serving = Task { await serve(channel, behave) }
      defer { serving.cancel() }
      return try await work(SocketServer(url: url))
    }

    /// Where nobody listens: a port that no service of today has.
    ///
    /// A port that was free a moment ago would not do: another server may have it by now.
    public static let nobody: URL = {
      var address = URLComponents()
      address.scheme = "http"
      address.host = "127.0.0.1"
      address.port = 1
      return address.url ?? URL(fileURLWithPath: "/")
    }()

    private static func serve(
      _ channel: NIOAsyncChannel<Connection, Never>,
      _ behave: @escaping @Sendable (inout SocketConnection) async throws -> Void
    ) async {
      await withDiscardingTaskGroup { group in
        try? await channel.executeThenClose { connections in
          for try await connection in connections {
            group.addTask { try? await connection.open(behave) }
          }
        }
        group.cancelAll()
      }
    }

    /// A connection from its arrival on, which closes it where the server has ended before it could take it.
    private final class Connection: Sendable {
      private let channel: any Channel

      init(_ channel: any Channel) {
        self.channel = channel
      }

      deinit {
        channel.close(promise: nil)
      }

      /// Reads from now on: an asynchronous channel must be taken by somebody, and there is somebody now.
      func open(_ behave: @Sendable (inout SocketConnection) async throws -> Void) async throws {
        let connection = try await channel.eventLoop.submit { [channel] in
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }.get()
        try await connection.executeThenClose { inbound, outbound in
          try await channel.setOption(.autoRead, value: true).get()
          var socket = SocketConnection(channel, inbound, outbound)
          try await behave(&socket)
        }
      }
    }
  }
#endif
