#if Network
  import HTTPTypes
  import HummingbirdCore
  import NIOCore
  import NIOHTTPTypes
  import Synchronization

  /// Closes a connection that waits for its client for too long: for a request, or until a response is read.
  ///
  /// The idle timeout of Hummingbird ends where a response begins, so that a client that never reads would keep its
  /// connection for ever.
  final class ClientDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// One request, and another one ahead of its response: what waits to be handled takes memory.
    private static let maximumRequests = 2

    private let time: TimeAmount
    private let connections: WaitingConnections
    /// The requests without a complete response.
    private var requests = 0
    private var isRequestIncomplete = false
    private var isOutputClosed = false
    private var unreadBytes = 0
    private var start: NIODeadline?
    private var check: Scheduled<Void>?

    /// Creates a handler for one connection, which may wait for `time` without any progress.
    init(_ time: TimeAmount, _ connections: WaitingConnections) {
      self.time = time
      self.connections = connections
    }

    func handlerAdded(context: ChannelHandlerContext) {
      update(context)
      scheduleCheck(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      check?.cancel()
      connections.remove(context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      // A client that does not read makes no progress by sending.
      if unreadBytes == 0 { start = nil }
      switch unwrapInboundIn(data) {
      case .head:
        (requests, isRequestIncomplete) = (requests + 1, true)
        guard requests <= Self.maximumRequests else { return context.close(promise: nil) }
      case .body: break
      case .end: isRequestIncomplete = false
      }
      update(context)
      context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .end = unwrapOutboundIn(data) { requests -= 1 }
      context.write(data, promise: promise)
      update(context)
    }

    func flush(context: ChannelHandlerContext) {
      context.flush()
      update(context)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      if mode == .output { isOutputClosed = true }
      context.close(mode: mode, promise: promise)
      update(context)
    }

    /// Reads how much the client has read, and begins to wait anew where that is more than before.
    private func update(_ context: ChannelHandlerContext) {
      let before = unreadBytes
      unreadBytes = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
      let isWaiting = unreadBytes > 0 || requests == 0 || isRequestIncomplete || isOutputClosed
      if !isWaiting || unreadBytes < before { start = nil }
      if isWaiting, start == nil { start = context.eventLoop.now }
      guard context.channel.isActive else { return }
      connections.update(context.channel, waitingSince: start, unreadBytes: unreadBytes)
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
      check = context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(time.nanoseconds / 8)) { [self] in
        update(context)
        if let start, context.eventLoop.now - start >= time { return context.close(promise: nil) }
        scheduleCheck(context)
      }
    }
  }

  /// The connections of a server that wait for their clients, which make room for others.
  final class WaitingConnections: Sendable {
    /// The maximum number of bytes, of all responses, that clients have not read.
    private static let maximumUnreadBytes = 64 * 1024 * 1024

    private struct Connection {
      let channel: any Channel
      let start: NIODeadline
      let unreadBytes: Int
    }

    private struct Connections {
      var all: [ObjectIdentifier: Connection] = [:]
      var unreadBytes = 0
      /// Whether a newcomer waits for room that no connection could make.
      var isRoomNeeded = false
    }

    private let connections = Mutex(Connections())

    func update(_ channel: any Channel, waitingSince start: NIODeadline?, unreadBytes: Int) {
      let (isFull, isRoomNeeded) = connections.withLock { connections in
        let connection = start.map { Connection(channel: channel, start: $0, unreadBytes: unreadBytes) }
        let earlier = connections.all[ObjectIdentifier(channel)]
        connections.all[ObjectIdentifier(channel)] = connection
        connections.unreadBytes += (connection?.unreadBytes ?? 0) - (earlier?.unreadBytes ?? 0)
        return (connections.unreadBytes > Self.maximumUnreadBytes, connections.isRoomNeeded && connection != nil)
      }
      if isFull { closeLongestWaiting(isUnread: true) }
      if isRoomNeeded { makeRoom(isNeeded: true) }
    }

    func remove(_ channel: any Channel) {
      update(channel, waitingSince: nil, unreadBytes: 0)
    }

    /// Returns whether there is room for a newcomer; where none of the connections waits, the next one that does makes it.
    @discardableResult
    func makeRoom(isNeeded: Bool) -> Bool {
      connections.withLock { $0.isRoomNeeded = isNeeded }
      return !isNeeded || closeLongestWaiting(isUnread: false)
    }

    /// Closes the connection that has waited for longest, or for longest to be read; returns `false` where there is none.
    @discardableResult
    private func closeLongestWaiting(isUnread: Bool) -> Bool {
      let channel = connections.withLock { connections -> (any Channel)? in
        let matches = connections.all.values.filter { $0.unreadBytes > 0 || !isUnread }
        guard let longest = matches.min(by: { $0.start < $1.start }) else { return nil }
        if !isUnread { connections.isRoomNeeded = false }
        connections.all[ObjectIdentifier(longest.channel)] = nil
        connections.unreadBytes -= longest.unreadBytes
        return longest.channel
      }
      channel?.close(promise: nil)
      return channel != nil
    }
  }

  /// The maximum number of connections: beyond it, the one that waits for its client for longest makes room, and where
  /// none does, new ones wait.
  struct ConnectionLimit: AvailableConnectionsDelegate {
    let maximum: Int
    let waiting: WaitingConnections
    private var count = 0

    init(_ maximum: Int, _ waiting: WaitingConnections) {
      self.maximum = maximum
      self.waiting = waiting
    }

    mutating func connectionOpened() {
      count += 1
    }

    mutating func connectionClosed() {
      count -= 1
    }

    func isAcceptingNewConnections() -> Bool {
      waiting.makeRoom(isNeeded: count >= maximum)
    }
  }
#endif
