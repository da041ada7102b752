import Core

/// Reads items at a server.
public struct RemotePlaceholderRepository: PlaceholderRepository {
  private let client: any APIClient

  /// Creates a repository; the client need not authorize requests.
  public init(client: any APIClient, session: Session) {
    self.client = AuthorizedAPIClient(wrapping: client, session: session)
  }

  /// Sends `GET /v1/placeholder`.
  public func items() async throws(PlaceholderError) -> [PlaceholderItem] {
    let request = APIRequest<PlaceholderResponse>(.get, "/v1/placeholder")
    return try await client.send(request, orThrow: PlaceholderError.self).items.map(\.model)
  }
}

/// The response of `GET /v1/placeholder`.
struct PlaceholderResponse: Decodable, Sendable {
  struct Item: Decodable, Sendable {
    let id: String
    let title: String

    var model: PlaceholderItem { PlaceholderItem(id: id, title: title) }
  }

  let items: [Item]
}
