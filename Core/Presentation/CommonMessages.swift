import Foundation

/// A language of the built-in strings.
public enum Language: String, Sendable, CaseIterable {
  /// Japanese.
  case japanese = "ja"
  /// English.
  case english = "en"

  /// The language that the user prefers: Japanese if it comes first in the system's settings, else English.
  public static var preferred: Language { Language(preferredLanguages: Locale.preferredLanguages) }

  init(preferredLanguages: [String]) {
    self = preferredLanguages.first?.hasPrefix("ja") == true ? .japanese : .english
  }
}

/// The strings that every feature shows.
///
/// Strings are values, so that an app replaces them one by one and Linux, which has no `String(localized:)`, shows them.
public struct CommonMessages: Sendable, Hashable {
  /// The accessibility label of a progress indicator.
  public var loading = "読み込み中"
  /// The label of a button that dismisses a notice.
  public var dismiss = "OK"
  /// The label of a button that cancels.
  public var cancel = "キャンセル"
  /// The label of a button that tries again.
  public var retry = "やり直す"
  /// What an earlier launch has shown, until the server has answered; `%@` is when.
  public var kept = "%@時点の内容"
  /// There was no response.
  public var noNetwork = "ネットワーク接続を確認してください。"
  /// The user is not signed in.
  public var notAuthorized = "ログインしてください。"
  /// The server refused the signed-in user.
  public var accessDenied = "アクセスが許可されませんでした。もう一度お試しください。"
  /// There were too many requests.
  public var rateLimited = "アクセスが集中しています。時間をおいて再試行してください。"
  /// The server failed.
  public var serverError = "サーバーで問題が発生しました。時間をおいて再試行してください。"
  /// The error has no better message.
  public var unknownError = "不明なエラーが発生しました。"

  /// The strings in Japanese.
  public static let japanese = CommonMessages()

  /// The strings in English.
  public static let english = CommonMessages(
    loading: "Loading",
    cancel: "Cancel",
    retry: "Try Again",
    kept: "As of %@",
    noNetwork: "Check your network connection.",
    notAuthorized: "Sign in to continue.",
    accessDenied: "The server denied access. Try again.",
    rateLimited: "Too many requests. Try again later.",
    serverError: "Something went wrong on the server. Try again later.",
    unknownError: "An unknown error occurred.")
}
