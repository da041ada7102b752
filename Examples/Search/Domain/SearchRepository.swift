import Foundation

/// A repository at GitHub, as a search returns it.
public struct CodeRepositorySummary: Sendable, Hashable {
  /// The owner and the name, such as `swiftlang/swift`, which identify it.
  public let name: String
  /// The number of stars; `nil` where it is unknown.
  public let stars: Int?
  /// The web page.
  public let htmlURL: URL

  /// Creates a summary.
  public init(name: String, stars: Int?, htmlURL: URL) {
    self.name = name
    self.stars = stars
    self.htmlURL = htmlURL
  }
}

/// Searches for repositories.
///
/// Implement it to search somewhere else.
public protocol SearchRepository: Sendable {
  /// Searches for a text that is not empty; returns the repositories in the order of the server.
  func repositories(matching text: String) async throws(SearchError) -> [CodeRepositorySummary]
}
