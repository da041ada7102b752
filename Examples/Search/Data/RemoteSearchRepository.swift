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

/// The response of `GET /search/repositories` at GitHub.
struct RepositorySearchResponse: Decodable, Sendable {
  struct Item: Decodable, Sendable {
    let fullName: String
    let htmlURL: URL
    let stargazersCount: Int?

    enum CodingKeys: String, CodingKey {
      case fullName = "full_name"
      case htmlURL = "html_url"
      case stargazersCount = "stargazers_count"
    }
  }

  /// The largest page that GitHub returns.
  static let maximumItems = 100

  private enum CodingKeys: String, CodingKey {
    case items
  }

  let items: [Item]

  /// Reads the results; of more than ``maximumItems`` the first.
  init(from decoder: any Decoder) throws {
    var elements = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .items)
    var items: [Item] = []
    while !elements.isAtEnd, items.count < Self.maximumItems { items.append(try elements.decode(Item.self)) }
    self.items = items
  }

  /// The repositories.
  var models: [CodeRepositorySummary] {
    items.map { CodeRepositorySummary(name: $0.fullName, stars: $0.stargazersCount, htmlURL: $0.htmlURL) }
  }
}
