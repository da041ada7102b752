import Core
import Foundation

/// Searches at GitHub.
public struct RemoteSearchRepository: SearchRepository {
  private let client: any APIClient

  /// Makes a repository.
  ///
  /// - Parameter client: The client that sends to `https://api.github.com`.
  public init(client: any APIClient) {
    self.client = client
  }

  /// Sends `GET /search/repositories`, in nobody's name.
  ///
  /// GitHub answers nobody who does not say who they are, so the request carries a `User-Agent`.
  ///
  /// - Parameter text: What to search for.
  /// - Returns: The first page of what was found.
  /// - Throws: ``SearchError``.
  public func repositories(matching text: String) async throws(SearchError) -> [CodeRepositorySummary] {
    let request = APIRequest<RepositorySearchResponse>(
      .get, "/search/repositories", query: [URLQueryItem(name: "q", value: text)],
      headers: ["User-Agent": "focal-search", "X-GitHub-Api-Version": "2022-11-28"], authorization: .anonymous)
    do throws(APIError) {
      return try await client.send(request).items.map(\.model)
    } catch {
      throw SearchError(error)
    }
  }
}
