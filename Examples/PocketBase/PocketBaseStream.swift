#if Network
  import AsyncHTTPClient
  import Core
  import Foundation
  import NIOCore
  import NIOHTTP1
  import Synchronization

  /// The announcements of new and deleted posts by PocketBase’s realtime stream, of which there is one for all sessions.
  ///
  /// A client has eight connections to a host at most. The server asks for a user who may read the posts: the stream is
  /// that of the session which listens for longest.
  public final class PocketBaseStream: Sendable {
    private struct Connection: Decodable {
      let clientId: String
    }

    private struct Subscription: Encodable {
      let clientId: String
      let subscriptions: [String]
    }

    private struct Listener {
      let client: AuthorizedAPIClient
      let change: AsyncStream<Void>.Continuation
    }

    private struct State {
      var listeners: [Int: Listener] = [:]
      var lastListener = 0
      /// The listener whose session the connection has.
      var owner: Int?
      var connection: Task<Void, Never>?
      var isConnected = false
    }

    private let baseURL: URL
    private let client: any APIClient
    private let state = Mutex(State())

    /// Creates a stream of a server; the client need not authorize requests.
    public init(baseURL: URL, client: any APIClient) {
      self.baseURL = baseURL
      self.client = client
    }

    /// Returns an element for each change of posts while the user of a session listens, and for each connection, since it
    /// is unknown what was missed before.
    ///
    /// A connection that breaks is opened again after a second, then two, and so on up to a minute. Changes that were
    /// not taken yet are one element.
    public func changes(for session: Session) -> AsyncStream<Void> {
      let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let listener = Listener(client: PocketBaseServer.authorized(client, session: session), change: change)
      let number = state.withLock { state in
        state.lastListener += 1
        state.listeners[state.lastListener] = listener
        if state.isConnected { change.yield() }
        connect(&state)
        return state.lastListener
      }
      change.onTermination = { _ in self.remove(number) }
      return changes
    }

    private func remove(_ number: Int) {
      state.withLock { state in
        state.listeners[number] = nil
        guard state.owner == number else { return }
        // The server accepts no other user on the same connection.
        state.connection?.cancel()
        (state.connection, state.isConnected) = (nil, false)
        connect(&state)
      }
    }

    private func connect(_ state: inout State) {
      guard state.connection == nil else { return }
      state.owner = state.listeners.keys.min()
      guard state.owner != nil else { return }
      state.connection = Task {
        var delay = 1
        while let (owner, client) = owner() {
          try? await listen(client) {
            delay = 1
            announce(by: owner)
          }
          try? await Task.sleep(for: .seconds(delay))
          delay = min(2 * delay, 60)
          passOn(from: owner)
        }
      }
    }

    /// The listener whose session the connection has, unless the task of the connection is cancelled.
    private func owner() -> (Int, AuthorizedAPIClient)? {
      state.withLock { state in
        guard !Task.isCancelled, let owner = state.owner, let listener = state.listeners[owner] else { return nil }
        return (owner, listener.client)
      }
    }

    /// Makes the next listener the owner: the server may refuse the session of the one before.
    private func passOn(from owner: Int) {
      state.withLock { state in
        guard !Task.isCancelled else { return }
        state.isConnected = false
        state.owner = state.listeners.keys.filter { $0 > owner }.min() ?? state.listeners.keys.min()
      }
    }

    private func announce(by owner: Int) {
      state.withLock { state in
        guard !Task.isCancelled, state.owner == owner else { return }
        state.isConnected = true
        for listener in state.listeners.values { listener.change.yield() }
      }
    }

    /// Reads one connection to its end.
    private func listen(_ client: AuthorizedAPIClient, onChange: () -> Void) async throws {
      var request = HTTPClientRequest(url: baseURL.appending(path: "api/realtime").absoluteString)
      request.headers.add(name: "Accept", value: "text/event-stream")
      let response = try await HTTPClient.shared.execute(request, deadline: .distantFuture)
      guard response.status == .ok else { return }
      var events = EventLines()
      var isSubscribed = false
      for try await bytes in response.body {
        for event in try events.append(bytes.readableBytesView) {
          if event.name == "PB_CONNECT" {
            // A connection is one client of the server.
            guard !isSubscribed else { return }
            isSubscribed = true
            let connection = try JSONCoding.decode(Connection.self, from: Data(event.data.utf8))
            let body = Subscription(clientId: connection.clientId, subscriptions: ["posts/*"])
            _ = try await client.send(APIRequest<EmptyResponse>(.post, "/api/realtime", body: body))
          }
          onChange()
        }
      }
    }
  }
#endif
