import Foundation

/// What a view shows of Search.
public struct SearchContent: Sendable, Equatable {
  /// The rows of the recommended repositories.
  public internal(set) var recommended: [SearchRow]
  /// What was found last, or `nil` where nothing was searched for.
  public internal(set) var results: SearchResults?

  /// Makes a content.
  ///
  /// - Parameters:
  ///   - recommended: The rows of the recommended repositories.
  ///   - results: What was found last, or `nil` where nothing was searched for.
  public init(recommended: [SearchRow] = [], results: SearchResults? = nil) {
    self.recommended = recommended
    self.results = results
  }
}

/// What was found.
public struct SearchResults: Sendable, Equatable {
  /// What was searched for.
  public let text: String
  /// The rows, the most stars first; there may be none.
  public let rows: [SearchRow]

  /// Makes results.
  ///
  /// - Parameters:
  ///   - text: What was searched for.
  ///   - rows: The rows.
  public init(text: String, rows: [SearchRow]) {
    self.text = text
    self.rows = rows
  }
}

/// A repository, ready to show.
public struct SearchRow: Sendable, Equatable, Identifiable {
  /// The name of the repository, with its owner.
  public let id: String
  /// The name and the stars, such as `swiftlang/swift ☆69000`; the name alone where the stars are not known.
  public let text: String
  /// The page of the repository.
  public let htmlURL: URL

  /// Takes from a repository what a view shows.
  ///
  /// - Parameter repository: The repository.
  public init(_ repository: CodeRepositorySummary) {
    id = repository.name
    text = repository.stars.map { "\(repository.name) ☆\($0)" } ?? repository.name
    htmlURL = repository.htmlURL
  }
}
