/// The texts of Placeholder.
///
/// An app can pass its own.
public struct PlaceholderMessages: Sendable, Equatable {
  /// The headline.
  public var title = "Placeholder"
  /// What a screen reader says while something is under way.
  public var loading = "読み込み中"
  /// There are no items.
  public var empty = "まだ何もありません。"
  /// The label of the button that reads again.
  public var retry = "やり直す"
  /// The label of the notice's button.
  public var dismiss = "OK"

  /// The headline when the items could not be read.
  public var readFailedTitle = "取得失敗"
  /// No answer came.
  public var noNetwork = "ネットワーク接続を確認してください。"
  /// Nobody is signed in.
  public var notAuthorized = "ログインしてください。"
  /// Too many requests.
  public var rateLimited = "アクセスが集中しています。時間をおいて再試行してください。"
  /// The server ended the session.
  public var sessionExpired = "セッションの有効期限が切れました。もう一度ログインしてください。"
  /// The server is in trouble.
  public var serverError = "サーバーで問題が発生しました。時間をおいて再試行してください。"
  /// Nothing better can be said.
  public var unknownError = "不明なエラーが発生しました。"

  /// The texts in Japanese.
  public static let japanese = PlaceholderMessages()

  /// The same in English.
  public static let english = PlaceholderMessages(
    loading: "Loading",
    empty: "There is nothing here yet.",
    retry: "Try Again",
    readFailedTitle: "Couldn’t Load",
    noNetwork: "Check your network connection.",
    notAuthorized: "Log in to read this.",
    rateLimited: "Too many requests. Try again later.",
    sessionExpired: "Your session has expired. Log in again.",
    serverError: "Something went wrong on the server. Try again later.",
    unknownError: "An unknown error occurred.")
}
