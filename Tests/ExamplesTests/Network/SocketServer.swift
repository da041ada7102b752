#if Network
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOSSL

  /// A server on a loopback socket that does to each connection exactly what a test says.
  struct SocketServer {
    let url: URL

    /// Serves while `work` runs, and then closes every connection; an error thrown by `behave` closes its connection.
    static func run<Result: Sendable>(
      isSecure: Bool = false, _ behave: @escaping @Sendable (inout SocketConnection) async throws -> Void,
      work: (SocketServer) async throws -> Result
    ) async throws -> Result {
      let tls = isSecure ? try selfSignedContext() : nil
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

    /// An accepted connection, which is closed where the server ends before it handles the connection.
    private final class Connection: Sendable {
      private let channel: any Channel

      init(_ channel: any Channel) {
        self.channel = channel
      }

      deinit {
        channel.close(promise: nil)
      }

      /// Starts to read: an asynchronous channel must not be created before there is a task to consume it.
      func open(_ behave: @Sendable (inout SocketConnection) async throws -> Void) async throws {
        let connection = try await channel.eventLoop.submit { [channel] in
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }.get()
        try await connection.executeThenClose { inbound, outbound in
          try await channel.setOption(.autoRead, value: true).get()
          var socket = SocketConnection(channel: channel, inbound: inbound.makeAsyncIterator(), outbound: outbound)
          try await behave(&socket)
        }
      }
    }

    private static func selfSignedContext() throws -> NIOSSLContext {
      let certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
      let key = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
      return try NIOSSLContext(
        configuration: .makeServerConfiguration(
          certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key)))
    }

    /// A self-signed certificate for `localhost` and `127.0.0.1` in PEM.
    static let certificate = """
      -----BEGIN CERTIFICATE-----
      MIIBSDCB7qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
      dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
      bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEQquWCXCb0Acm6KXt
      BG7IuWUro+H0/MftfTzx7+MXdgJ4SWvvW6ceSHozp1q3m/+M88L0K8JFhPND6TQF
      +BoaLqMvMC0wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQF
      MAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAKBzFS5tLMYJGJF/zhp1qdzOnnE5NjDT
      1fzro4qCsvxMAiEAjLR1dXwjXyMT9e3HrK3dHXvW2CDn6m/cYVPprFH6aaE=
      -----END CERTIFICATE-----
      """

    private static let key = """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnALWg8hfnUwYYYLp
      fVzuGP98ciQ7HHle5KnhARFXq6yhRANCAARCq5YJcJvQBybope0Ebsi5ZSuj4fT8
      x+19PPHv4xd2AnhJa+9bpx5IejOnWreb/4zzwvQrwkWE80PpNAX4Ghou
      -----END PRIVATE KEY-----
      """
  }

  /// One connection to a ``SocketServer``.
  struct SocketConnection {
    fileprivate let channel: any Channel
    fileprivate var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    fileprivate let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

    /// Reads the next request and returns the lines of its head, or `nil` if the client has closed the connection.
    mutating func request() async throws -> [String]? {
      var text = ""
      while !text.contains("\r\n\r\n") {
        guard let part = try await inbound.next(isolation: #isolation) else { return nil }
        text += String(buffer: part)
      }
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
      let lines = parts[0].split(separator: "\r\n").map(String.init)
      let length = lines.compactMap { $0.lowercased().wholeMatch(of: /content-length: *([0-9]+)/)?.1 }.first
      var missing = (length.flatMap { Int($0) } ?? 0) - parts[1].utf8.count
      while missing > 0 {
        guard let part = try await inbound.next(isolation: #isolation) else { return nil }
        missing -= part.readableBytes
      }
      return lines
    }

    func send(_ bytes: some Sequence<UInt8>) async throws {
      try await outbound.write(ByteBuffer(bytes: bytes))
    }

    func send(_ text: String) async throws {
      try await send(text.utf8)
    }

    /// Closes the connection with a reset instead of an end.
    func reset() async {
      if let options = channel as? any SocketOptionProvider {
        try? await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
      }
      try? await channel.close()
    }

    /// Returns when the client has closed the connection.
    mutating func untilClosed() async {
      while (try? await inbound.next(isolation: #isolation)) != nil {}
    }
  }
#endif
