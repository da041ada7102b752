#if Network
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOEmbedded
  import Testing

  @testable import FakeServer

  struct LateHTTPChannelTests {
    @Test func `a connection that the server ends before it serves is closed, and nothing else happens`() async throws {
      let late = LateHTTPChannel(http: HTTP1Channel(responder: { _, _, _ in }))
      let channel = NIOAsyncTestingChannel()
      try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/nobody")).get()
      #expect(channel.isActive)
      _ = try await late.setup(channel: channel, logger: Logger(label: "tests")).get()
      await channel.testingEventLoop.run()
      #expect(!channel.isActive)
    }
  }
#endif
