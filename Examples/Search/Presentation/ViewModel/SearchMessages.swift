/// The texts of Search.
///
/// An app can pass its own.
public struct SearchMessages: Sendable, Equatable {
  /// The headline.
  public var title = "リポジトリ検索"
  /// What a screen reader says while something is under way.
  public var loading = "読み込み中"
  /// The headline of the recommended repositories.
  public var recommended = "おすすめ"
  /// The headline of what was found; `%@` is how many.
  public var results = "検索結果 %@件"
  /// The headline where one repository was found.
  public var oneResult = "検索結果 1件"

  /// The headline when a search failed.
  public var failedTitle = "通信エラー"
  /// The label of the notice's button.
  public var dismiss = "OK"
  /// No answer came.
  public var noNetwork = "ネットワーク接続を確認してください。"
  /// Too many searches: GitHub's own words.
  public var rateLimited = "API rate limit exceeded."
  /// The server cannot search for this text.
  public var unusableText = "この言葉では検索できません。"
  /// The server is in trouble.
  public var serverError = "サーバーで問題が発生しました。時間をおいて再試行してください。"
  /// Nothing better can be said.
  public var unknownError = "不明なエラーが発生しました。"

  /// The texts of the article "A UseCase protocol for Swift", to the byte, and what it left out in the same tone.
  public static let japanese = SearchMessages()

  /// The same in English.
  public static let english = SearchMessages(
    title: "Search Repositories",
    loading: "Loading",
    recommended: "Recommended",
    results: "%@ Results",
    oneResult: "1 Result",
    failedTitle: "Connection Error",
    noNetwork: "Check your network connection.",
    unusableText: "This text can’t be searched for.",
    serverError: "Something went wrong on the server. Try again later.",
    unknownError: "An unknown error occurred.")

  /// The headline of what was found.
  ///
  /// - Parameter count: How many repositories were found, 0 or more.
  /// - Returns: The headline.
  public func results(_ count: Int) -> String {
    count == 1 ? oneResult : results.replacing("%@", with: "\(count)")
  }
}
