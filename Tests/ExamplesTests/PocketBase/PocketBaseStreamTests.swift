#if Network
  import Core
  import Foundation
  import PocketBase
  import Synchronization
  import TestSupport
  import Testing

  @Suite("PocketBase: the stream of all sessions", .timeLimit(.minutes(10)))
  struct PocketBaseStreamTests {
    /// The tokens of the subscriptions, each as it arrives.
    private final class Subscriptions: APIClient {
      let tokens: AsyncStream<String>
      private let token: AsyncStream<String>.Continuation

      init() {
        (tokens, token) = AsyncStream.makeStream()
      }

      func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
        token.yield(try request.encoded().headers["Authorization"] ?? "")
        return try await HTTPResponse(status: 204).decoded()
      }

      func close() {
        token.finish()
      }
    }

    private func session(_ token: String) async throws -> Session {
      let user = User(id: token, name: token, email: "\(token)@example.com")
      let stored = StoredSession(user: user, accessToken: Secret(token), refreshToken: Secret(token))
      let session = Session(storage: InMemorySessionStorage(stored))
      _ = try await session.restore()
      return session
    }

    @Test func `Twenty sessions hear of a post by one connection, which the next one takes over`() async throws {
      let (posts, post) = AsyncStream.makeStream(of: Void.self)
      let connections = Mutex(0)
      let subscriptions = Subscriptions()
      try await SocketServer.run { socket in
        _ = try await socket.request()
        connections.withLock { $0 += 1 }
        try await socket.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        try await socket.send("event:PB_CONNECT\ndata:{\"clientId\":\"1\"}\n\n")
        for await _ in posts { try await socket.send("event:posts/*\ndata:{}\n\n") }
      } work: { server in
        let stream = PocketBaseStream(baseURL: server.url, client: subscriptions)
        var tokens = subscriptions.tokens.makeAsyncIterator()
        let first = stream.changes(for: try await session("token-0"))
        var listener: Task<Void, Never>? = Task { for await _ in first {} }
        #expect(await tokens.next() == "token-0")
        var others: [AsyncStream<Void>.AsyncIterator] = []
        for number in 1..<20 {
          others.append(stream.changes(for: try await session("token-\(number)")).makeAsyncIterator())
        }
        // The connection, then the post.
        for index in others.indices { await others[index].next() }
        post.yield()
        for index in others.indices { await others[index].next() }
        #expect(connections.withLock { $0 } == 1)
        listener?.cancel()
        listener = nil
        #expect(await tokens.next() == "token-1")
        for index in others.indices { await others[index].next() }
        #expect(connections.withLock { $0 } == 2)
      }
    }

    @Test func `A server that says again and again that it is connected is asked once`() async throws {
      let subscriptions = Subscriptions()
      try await SocketServer.run { socket in
        _ = try await socket.request()
        try await socket.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        try await socket.send(String(repeating: "event:PB_CONNECT\ndata:{\"clientId\":\"1\"}\n\n", count: 1_000))
        await socket.untilClosed()
        // The client has closed the connection.
        subscriptions.close()
      } work: { server in
        let stream = PocketBaseStream(baseURL: server.url, client: subscriptions)
        let changes = stream.changes(for: try await session("token"))
        let listener = Task { for await _ in changes {} }
        var tokens: [String] = []
        for await token in subscriptions.tokens { tokens.append(token) }
        listener.cancel()
        #expect(tokens == ["token"])
      }
    }
  }
#endif
