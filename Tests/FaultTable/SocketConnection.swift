#if Network
  import Foundation
  import NIOCore

  /// One connection to a ``SocketServer``.
  public struct SocketConnection {
    private let channel: any Channel
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var received = ByteBuffer()

    init(
      _ channel: any Channel, _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
      _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
      self.channel = channel
      self.inbound = inbound.makeAsyncIterator()
      self.outbound = outbound
    }

    /// Reads the next request, header and body, or `nil` where the client has closed the connection.
    ///
    /// - Returns: The first line and the header fields, line by line, without the body.
    /// - Throws: An error of the system where the connection is broken.
    public mutating func request() async throws -> [String]? {
      var text = ""
      while !text.contains("\r\n\r\n") {
        if let bytes = received.readBytes(length: received.readableBytes) {
          text += String(decoding: bytes, as: UTF8.self)
        }
        if text.contains("\r\n\r\n") { break }
        guard let part = try await inbound.next(isolation: #isolation) else { return nil }
        received = part
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

    /// Sends bytes.
    ///
    /// - Parameter bytes: What to send.
    /// - Throws: An error of the system where the connection is broken.
    public func send(_ bytes: some Sequence<UInt8>) async throws {
      try await outbound.write(ByteBuffer(bytes: bytes))
    }

    /// Sends a text.
    ///
    /// - Parameter text: What to send, in UTF-8.
    /// - Throws: An error of the system where the connection is broken.
    public func send(_ text: String) async throws {
      try await send(text.utf8)
    }

    /// Ends the connection at once, so that the client sees a reset and not an end.
    public func reset() async {
      if let options = channel as? any SocketOptionProvider {
        try? await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
      }
      try? await channel.close()
    }

    /// Returns when the client has closed the connection.
    public mutating func untilClosed() async {
      while let part = try? await inbound.next(isolation: #isolation) { received = part }
    }
  }
#endif
