#if Network
  import Core
  import Foundation
  import Synchronization

  /// Sends one route over a network in trouble, and everything else to a server in order.
  final class TroubledClient: APIClient {
    private let route: String
    private let network: any APIClient
    private let server: FakeAPIClient
    private let isInTrouble = Mutex(false)

    /// - Parameter postCount: How much there is to read on the first timeline of the server in order.
    init(_ route: String, network: any APIClient, postCount: Int) {
      self.route = route
      self.network = network
      let timelines = [
        FakeTimeline(id: "home", title: "Home", postCount: postCount),
        FakeTimeline(id: "swift", title: "Swift", postCount: 7),
      ]
      server = FakeAPIClient(
        backend: FakeBackend(
          FakeConfiguration(timelines: timelines, now: { Date(timeIntervalSince1970: 1_772_944_371) })))
    }

    func setTrouble(_ isInTrouble: Bool) {
      self.isInTrouble.withLock { $0 = isInTrouble }
    }

    func send<Response: Decodable & Sendable>(
      _ request: APIRequest<Response>
    ) async throws(APIError) -> Response {
      guard isInTrouble.withLock({ $0 }), "\(request.method.rawValue) \(request.path)" == route else {
        return try await server.send(request)
      }
      return try await network.send(request)
    }
  }
#endif
