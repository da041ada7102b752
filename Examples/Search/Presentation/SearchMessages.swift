import Core

/// The strings of Search; an app can pass its own.
public struct SearchMessages: Sendable, Hashable {
  /// The strings that every feature shows.
  public var common = CommonMessages.japanese
  /// The title of the screen.
  public var title = "リポジトリ検索"
  /// The title of the recommended repositories.
  public var recommended = "おすすめ"
  /// The title of the results; `%@` is their number.
  public var results = "検索結果 %@件"
  /// The title of a single result.
  public var oneResult = "検索結果 1件"
  /// The title of a failed search.
  public var failedTitle = "通信エラー"
  /// There were too many searches.
  public var rateLimited = "API rate limit exceeded."
  /// The server cannot search for the text.
  public var unusableText = "この言葉では検索できません。"

  /// The strings in Japanese.
  public static let japanese = SearchMessages()

  /// The strings in English.
  public static let english = SearchMessages(
    common: .english,
    title: "Search Repositories",
    recommended: "Recommended",
    results: "%@ Results",
    oneResult: "1 Result",
    failedTitle: "Search Failed",
    unusableText: "This text can’t be searched for.")
}

extension SearchMessages {
  /// Creates the built-in strings in a language.
  public init(language: Language) {
    switch language {
    case .japanese: self = .japanese
    case .english: self = .english
    }
  }

  /// Returns the title of a number of results.
  public func results(_ count: Int) -> String {
    count == 1 ? oneResult : results.replacing("%@", with: "\(count)")
  }

  /// Returns the message for an error.
  public func text(for error: SearchError, doing operation: SearchOperation) -> String {
    switch error {
    case .noNetwork: common.noNetwork
    case .notAuthorized: common.notAuthorized
    case .rateLimited: rateLimited
    case .unusableText: unusableText
    case .rejected(let reason): reason ?? common.serverError
    case .serverError: common.serverError
    case .cancelled: common.unknownError
    }
  }

  /// Returns the notice of an error.
  public func notice(for error: SearchError, doing operation: SearchOperation) -> Notice {
    Notice(title: failedTitle, text: text(for: error, doing: operation), button: common.dismiss)
  }
}

/// An operation that can fail.
public enum SearchOperation: Sendable, CaseIterable {
  /// Searching.
  case search
}
