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
