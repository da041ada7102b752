#if Network
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOEmbedded
  import Testing

  @testable import Web

  @Suite("Deferred HTTP channel")
  struct DeferredHTTPChannelTests {
    @Test func `A connection that the server drops before handling it is closed`() async throws {
      let deferred = DeferredHTTPChannel(http: HTTP1Channel(responder: { _, _, _ in }))
      let channel = NIOAsyncTestingChannel()
      try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).get()
      #expect(channel.isActive)
      _ = try await deferred.setup(channel: channel, logger: Logger(label: "tests")).get()
      await channel.testingEventLoop.run()
      #expect(!channel.isActive)
    }
  }
#endif
