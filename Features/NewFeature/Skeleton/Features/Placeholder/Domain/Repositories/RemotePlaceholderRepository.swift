import Core

/// Reads the items at a server.
public struct RemotePlaceholderRepository: PlaceholderRepository {
  private let client: any APIClient

  /// Makes a repository.
  ///
  /// - Parameter client: The client that sends in the name of whoever is signed in.
  public init(client: any APIClient) {
    self.client = client
  }

  /// Sends `GET /v1/placeholder`.
  ///
  /// - Returns: The items.
  /// - Throws: ``PlaceholderError``.
  public func items() async throws(PlaceholderError) -> [PlaceholderItem] {
    do throws(APIError) {
      let response: PlaceholderResponse = try await client.get(path: "/v1/placeholder")
      return response.items.map(\.model)
    } catch {
      throw PlaceholderError(error)
    }
  }
}
