import Foundation

/// The texts of Feed.
///
/// An app can pass its own.
public struct FeedMessages: Sendable, Equatable {
  /// The headline of the timeline.
  public var title = "タイムライン"
  /// What a screen reader says while something is under way.
  public var loading = "読み込み中"
  /// The label of the button that reads the newest posts again.
  public var refresh = "更新"
  /// The label of the button that reads older posts.
  public var loadMore = "さらに読み込む"
  /// The chosen timeline has no posts.
  public var empty = "投稿はまだありません。"
  /// Nobody is signed in.
  public var notAuthorized = "ログインしてください。"
  /// The label of the button that signs in.
  public var signIn = "ログイン"
  /// The label of the button that tries again.
  public var retry = "やり直す"
  /// The label of the button that opens the composer.
  public var compose = "投稿する"
  /// The label of the button that answers a post.
  public var replyButton = "返信する"
  /// The label of the button that sends.
  public var send = "送信"
  /// The label of the button that leaves the composer.
  public var cancel = "キャンセル"
  /// The label of every notice's button.
  public var dismiss = "OK"

  /// No answer came.
  public var noNetwork = "ネットワーク接続を確認してください。"
  /// There is no such timeline.
  public var unknownTimeline = "このタイムラインは見つかりませんでした。"
  /// A text has no character or too many.
  public var invalidText = "1文字以上280文字以下で入力してください。"
  /// The server does not take the post.
  public var postRejected = "この内容は投稿できませんでした。"
  /// Too many requests.
  public var rateLimited = "アクセスが集中しています。時間をおいて再試行してください。"
  /// The server ended the session.
  public var sessionExpired = "セッションの有効期限が切れました。もう一度ログインしてください。"
  /// The server is in trouble.
  public var serverError = "サーバーで問題が発生しました。時間をおいて再試行してください。"
  /// Nothing better can be said.
  public var unknownError = "不明なエラーが発生しました。"

  /// The headline when posts could not be read.
  public var readFailedTitle = "取得失敗"
  /// The headline when a post could not be sent.
  public var postFailedTitle = "投稿失敗"

  /// The line above an answer; `%@` is whom it answers.
  public var replyTo = "%@ さんへの返信"
  /// The line above an answer to a post that is not at hand.
  public var reply = "返信"
  /// How dates are written, by a fixed calendar and in the user's time zone.
  public var date = Self.style("ja_JP", .autoupdatingCurrent)

  /// The texts in Japanese.
  public static let japanese = FeedMessages()

  /// The same in English.
  public static let english = FeedMessages(
    title: "Timeline",
    loading: "Loading",
    refresh: "Refresh",
    loadMore: "Load More",
    empty: "There are no posts yet.",
    notAuthorized: "Log in to read this.",
    signIn: "Log In",
    retry: "Try Again",
    compose: "New Post",
    replyButton: "Reply",
    send: "Send",
    cancel: "Cancel",
    noNetwork: "Check your network connection.",
    unknownTimeline: "This timeline couldn’t be found.",
    invalidText: "Write 1 to 280 characters.",
    postRejected: "This can’t be posted.",
    rateLimited: "Too many requests. Try again later.",
    sessionExpired: "Your session has expired. Log in again.",
    serverError: "Something went wrong on the server. Try again later.",
    unknownError: "An unknown error occurred.",
    readFailedTitle: "Couldn’t Load",
    postFailedTitle: "Couldn’t Post",
    replyTo: "Replying to %@",
    reply: "Reply",
    date: Self.style("en_US", .autoupdatingCurrent))

  /// The same texts, with dates in a time zone.
  ///
  /// - Parameter timeZone: The time zone.
  /// - Returns: The texts.
  public func dates(in timeZone: TimeZone) -> FeedMessages {
    var messages = self
    messages.date.timeZone = timeZone
    return messages
  }

  private static func style(_ locale: String, _ timeZone: TimeZone) -> Date.VerbatimFormatStyle {
    let format: Date.FormatString =
      locale == "ja_JP"
      ? """
      \(year: .defaultDigits)年\(month: .defaultDigits)月\(day: .defaultDigits)日 \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
      """
      : """
      \(month: .wide) \(day: .defaultDigits), \(year: .defaultDigits), \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
      """
    return Date.VerbatimFormatStyle(
      format: format, locale: Locale(identifier: locale), timeZone: timeZone,
      calendar: Calendar(identifier: .gregorian))
  }
}
