import Foundation

/// The state of Search.
public enum SearchState: Sendable, Hashable {
  /// There is no search; the first state.
  case idle(SearchContent)
  /// A search waits for a pause in typing or for its response; earlier results stay until then.
  case searching(SearchContent)
  /// A search is done; it may have found nothing.
  case found(SearchContent)

  /// What is shown.
  public var content: SearchContent {
    switch self {
    case .idle(let content), .searching(let content), .found(let content): content
    }
  }
}

/// The rows that a view shows.
public struct SearchContent: Sendable, Hashable {
  /// The recommended repositories.
  public internal(set) var recommended: [SearchRow]
  /// The results of the last search; `nil` where there is none.
  public internal(set) var results: SearchResults?

  /// Creates a content.
  public init(recommended: [SearchRow] = [], results: SearchResults? = nil) {
    self.recommended = recommended
    self.results = results
  }
}

/// The results of a search.
public struct SearchResults: Sendable, Hashable {
  /// The text that was searched for.
  public let text: String
  /// The rows, the most stars first.
  public let rows: [SearchRow]

  /// Creates results.
  public init(text: String, rows: [SearchRow]) {
    self.text = text
    self.rows = rows
  }
}

/// A repository, as a view shows it.
public struct SearchRow: Sendable, Hashable, Identifiable {
  /// The name of the repository, with its owner.
  public let id: String
  /// The name and the stars, such as `swiftlang/swift ☆69000`; the name alone where the stars are unknown.
  public let text: String
  /// The web page.
  public let htmlURL: URL

  /// Creates the view's part of a repository.
  public init(_ repository: CodeRepositorySummary) {
    id = repository.name
    text = repository.stars.map { "\(repository.name) ☆\($0)" } ?? repository.name
    htmlURL = repository.htmlURL
  }
}

/// A destination outside of Search, for the root of the app.
public enum SearchRoute: Sendable, Hashable {
  /// The web page of a repository.
  case page(URL)
}
