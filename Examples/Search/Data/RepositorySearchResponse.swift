import Foundation

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

  let items: [Item]

  /// The repositories.
  var models: [CodeRepositorySummary] {
    items.map { CodeRepositorySummary(name: $0.fullName, stars: $0.stargazersCount, htmlURL: $0.htmlURL) }
  }
}
