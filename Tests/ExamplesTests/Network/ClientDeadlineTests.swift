#if Network
  import AsyncHTTPClientTransport
  import Core
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import NIOCore
  import NIOEmbedded
  import NIOHTTPTypes
  import NIOPosix
  import TestSupport
  import Testing

  @testable import Web

  @Suite("Client deadline", .timeLimit(.minutes(10)))
  struct ClientDeadlineTests {
    private static let head = HTTPRequestPart.head(
      HTTPTypes.HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/"))

    /// A connection of a server that responds to each request with a body, or never.
    private struct Connection {
      let channel = NIOAsyncTestingChannel()

      /// Connects a client that reads, or that reads nothing.
      init(_ waiting: WaitingConnections = WaitingConnections(), reads: Bool) async throws {
        let channel = channel
        try await channel.testingEventLoop.executeInContext {
          let pipeline = channel.pipeline.syncOperations
          if !reads { try pipeline.addHandler(Unread()) }
          try pipeline.addHandler(BytesOfParts())
          try pipeline.addHandler(ClientDeadline(.seconds(16), waiting))
        }
        try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).get()
      }

      func request() async throws {
        try await channel.writeInbound(ClientDeadlineTests.head)
        try await channel.writeInbound(HTTPRequestPart.end(nil))
      }

      func respond(_ size: Int) async throws {
        let parts: [HTTPResponsePart] = [
          .head(HTTPTypes.HTTPResponse(status: .ok)), .body(ByteBuffer(repeating: 0, count: size)), .end(nil),
        ]
        try await channel.testingEventLoop.executeInContext { [channel] in
          for part in parts { channel.writeAndFlush(part, promise: nil) }
        }
      }

      func wait(_ seconds: Int64) async {
        await channel.testingEventLoop.advanceTime(by: .seconds(seconds))
      }
    }

    /// Encodes the bodies of responses, as the codec of HTTP does.
    private final class BytesOfParts: ChannelOutboundHandler {
      typealias OutboundIn = HTTPResponsePart
      typealias OutboundOut = ByteBuffer

      func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .body(let bytes) = unwrapOutboundIn(data) else {
          return context.write(wrapOutboundOut(ByteBuffer(repeating: 0, count: 10)), promise: promise)
        }
        context.write(wrapOutboundOut(bytes), promise: promise)
      }

      /// Closes one direction, as a socket does and the testing channel does not.
      func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output { promise?.succeed() } else { context.close(mode: mode, promise: promise) }
      }
    }

    /// The socket of a client that reads nothing: what is written to it stays.
    private final class Unread: ChannelOutboundHandler, RemovableChannelHandler {
      typealias OutboundIn = ByteBuffer

      func flush(context: ChannelHandlerContext) {}
    }

    @Test func `A client that reads nothing loses its connection, and one that reads keeps it`() async throws {
      let connections = [
        try await Connection(reads: false), try await Connection(reads: true), try await Connection(reads: false),
      ]
      for connection in connections { try await connection.request() }
      for connection in connections.prefix(2) { try await connection.respond(1_000) }
      for connection in connections { await connection.wait(15) }
      #expect(connections.map(\.channel.isActive) == [true, true, true])
      // A client that sends without reading makes no progress.
      try await connections[0].request()
      try await connections[1].request()
      try await connections[1].respond(1_000)
      for connection in connections { await connection.wait(2) }
      #expect(connections.map(\.channel.isActive) == [false, true, true])
      // The last one waits for its response, not for its client.
      for connection in connections { await connection.wait(1_000) }
      #expect(connections.map(\.channel.isActive) == [false, false, true])
    }

    @Test func `A connection is closed that sends no request, half of one, or many before the response to the first`()
      async throws
    {
      let (silent, slow, hasty) = (
        try await Connection(reads: true), try await Connection(reads: true), try await Connection(reads: true)
      )
      try await slow.channel.writeInbound(Self.head)
      for _ in 0..<2 { try await hasty.request() }
      #expect(hasty.channel.isActive)
      try await hasty.channel.writeInbound(Self.head)
      #expect(!hasty.channel.isActive)
      await silent.wait(10)
      await slow.wait(10)
      try await slow.channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 1)))
      await silent.wait(8)
      await slow.wait(8)
      #expect(!silent.channel.isActive && slow.channel.isActive)
      await slow.wait(10)
      #expect(!slow.channel.isActive)
    }

    @Test func `A connection whose responses are complete is closed where its client does not close it`() async throws {
      let connection = try await Connection(reads: true)
      connection.channel.close(mode: .output, promise: nil)
      for _ in 0..<2 { try await connection.request() }
      await connection.wait(15)
      #expect(connection.channel.isActive)
      await connection.wait(3)
      #expect(!connection.channel.isActive)
    }

    @Test func `What clients do not read takes a limited memory`() async throws {
      let waiting = WaitingConnections()
      var connections: [Connection] = []
      for _ in 0..<5 {
        let connection = try await Connection(waiting, reads: false)
        await connection.wait(Int64(connections.count))
        try await connection.request()
        try await connection.respond(16 * 1024 * 1024)
        connections.append(connection)
      }
      for connection in connections { await connection.channel.testingEventLoop.run() }
      #expect(connections.map(\.channel.isActive) == [false, false, true, true, true])
    }

    @Test func `The connection that has waited for longest makes room`() throws {
      let (waiting, channels) = (WaitingConnections(), [EmbeddedChannel(), EmbeddedChannel(), EmbeddedChannel()])
      for (channel, start) in zip(channels, [2, 1, 3] as [UInt64]) {
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        waiting.update(channel, waitingSince: .uptimeNanoseconds(start), unreadBytes: 0)
      }
      #expect(waiting.makeRoom(isNeeded: true))
      #expect(channels.map(\.isActive) == [true, false, true])
    }

    @Test func `A connection that waits only once room is needed makes it`() throws {
      let (waiting, channel) = (WaitingConnections(), EmbeddedChannel())
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
      var limit = ConnectionLimit(1, waiting)
      limit.connectionOpened()
      #expect(!limit.isAcceptingNewConnections())
      waiting.update(channel, waitingSince: .now(), unreadBytes: 0)
      #expect(!channel.isActive)
      limit.connectionClosed()
      #expect(limit.isAcceptingNewConnections())
    }

    @Test func `A newcomer is answered where silent clients have every connection`() async throws {
      let backend = FakeBackend(FakeConfiguration(now: { .sample }))
      try await serving(backend, FakeServerConfiguration(maximumConnections: 4, idleTimeout: .seconds(3_600))) { url in
        let (closings, closing) = AsyncStream.makeStream(of: Void.self)
        var silent: [any Channel] = []
        for _ in 0..<16 {
          let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: url.port ?? 0).get()
          channel.closeFuture.whenComplete { _ in closing.yield() }
          silent.append(channel)
        }
        // All but four of them made room for the others.
        for await _ in closings.prefix(12) {}
        let response = try await AsyncHTTPClientTransport().send(
          Core.HTTPRequest(.get, "/v1/me"), to: url.appending(path: "v1/me"), progress: { _ in })
        #expect(response.status == 401)
        for channel in silent { try? await channel.close() }
      }
    }
  }
#endif
