import Core
import Foundation

/// Searches at GitHub.
public struct RemoteSearchRepository: SearchRepository {
  /// The server: `https://api.github.com`.
  public static let gitHub = URL(string: "https://api.github.com")

  private let client: any APIClient

  /// Creates a repository; the client sends to ``gitHub``.
  public init(client: any APIClient) {
    self.client = client
  }

  /// Sends `GET /search/repositories`; a 403 is ``SearchError/rateLimited(retryAfter:)``.
  ///
  /// Returns the first page. GitHub refuses requests without a `User-Agent`.
  public func repositories(matching text: String) async throws(SearchError) -> [CodeRepositorySummary] {
    let request = APIRequest<RepositorySearchResponse>(
      .get, "/search/repositories", query: [URLQueryItem(name: "q", value: text)],
      headers: ["User-Agent": "focal-search", "X-GitHub-Api-Version": "2022-11-28"], authorization: .anonymous)
    return try await client.send(request, orThrow: SearchError.self) { response in
      switch response.statusCode {
      case 403: .rateLimited(retryAfter: response.retryAfter)
      case 422: .unusableText
      default: nil
      }
    }.models
  }
}
