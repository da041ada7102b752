#if Network
  import AsyncHTTPClient
  import Core
  import Foundation
  import NIOCore
  import NIOHTTP1

  /// The announcements of new and deleted posts by PocketBase’s realtime stream.
  public struct PocketBaseStream: Sendable {
    private struct Connection: Decodable {
      let clientId: String
    }

    private struct Subscription: Encodable {
      let clientId: String
      let subscriptions: [String]
    }

    private let baseURL: URL
    private let client: any APIClient

    /// Creates a stream of a server for the user of a session; the client need not authorize requests.
    public init(baseURL: URL, client: any APIClient, session: Session) {
      self.baseURL = baseURL
      self.client = PocketBaseServer.authorized(client, session: session)
    }

    /// Returns an element for each change of posts, and for each connection, since it is unknown what was missed before.
    ///
    /// A connection that breaks is opened again after a second, then two, and so on up to a minute. Changes that were
    /// not taken yet are one element.
    public func changes() -> AsyncStream<Void> {
      let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let task = Task {
        var delay = 1
        while !Task.isCancelled {
          try? await listen {
            delay = 1
            change.yield()
          }
          try? await Task.sleep(for: .seconds(delay))
          delay = min(2 * delay, 60)
        }
      }
      change.onTermination = { _ in task.cancel() }
      return changes
    }

    /// Reads one connection to its end.
    private func listen(onChange: () -> Void) async throws {
      var request = HTTPClientRequest(url: baseURL.appending(path: "api/realtime").absoluteString)
      request.headers.add(name: "Accept", value: "text/event-stream")
      let response = try await HTTPClient.shared.execute(request, deadline: .distantFuture)
      guard response.status == .ok else { return }
      var events = EventLines()
      for try await bytes in response.body {
        for event in try events.append(bytes.readableBytesView) {
          if event.name == "PB_CONNECT" {
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
