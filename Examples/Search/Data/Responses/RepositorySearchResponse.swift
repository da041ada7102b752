import Foundation

/// What GitHub answers to `GET /search/repositories`.
struct RepositorySearchResponse: Decodable, Sendable {
  let items: [Item]

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
}

extension RepositorySearchResponse.Item {
  /// The repository as the app knows it.
  var model: CodeRepositorySummary {
    CodeRepositorySummary(name: fullName, stars: stargazersCount, htmlURL: htmlURL)
  }
}
