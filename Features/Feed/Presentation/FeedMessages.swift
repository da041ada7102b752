import Core
import Foundation

/// The strings of Feed; an app can pass its own.
public struct FeedMessages: Sendable, Hashable {
  /// The strings that every feature shows.
  public var common = CommonMessages.japanese
  /// The title of the screen.
  public var title = "タイムライン"
  /// The name of the home timeline among those to choose from.
  public var home = "ホームタイムライン"
  /// The label of the button that reads the newest posts.
  public var refresh = "更新"
  /// The label of the button that reads the next page.
  public var loadMore = "さらに読み込む"
  /// The timeline has no posts.
  public var empty = "投稿はまだありません。"
  /// The label of the sign-in button.
  public var signIn = "ログイン"
  /// The label of the button that opens the composer.
  public var compose = "投稿する"
  /// The label of the reply button.
  public var replyButton = "返信する"
  /// The label of the button that sends a post.
  public var send = "送信"

  /// The timeline does not exist.
  public var unknownTimeline = "このタイムラインは見つかりませんでした。"
  /// The text is empty or too long.
  public var invalidText = "1文字以上280文字以下で入力してください。"
  /// The server refused the post.
  public var postRejected = "この内容は投稿できませんでした。"

  /// The title when posts could not be read.
  public var readFailedTitle = "取得失敗"
  /// The title when a post could not be sent.
  public var postFailedTitle = "投稿失敗"

  /// The line above a reply; `%@` is the screen name of the author replied to, with an at sign.
  public var replyTo = "%@ さんへの返信"
  /// The line above a reply to an unknown post.
  public var reply = "返信"
  /// The format of dates: in the Gregorian calendar whatever the system uses, by default in the user’s time zone.
  public var date = Self.date(
    """
    \(year: .defaultDigits)年\(month: .defaultDigits)月\(day: .defaultDigits)日 \
    \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
    """, locale: "ja_JP")

  /// The strings in Japanese.
  public static let japanese = FeedMessages()

  /// The strings in English.
  public static let english = FeedMessages(
    common: .english,
    title: "Timeline",
    home: "Home Timeline",
    refresh: "Refresh",
    loadMore: "Load More",
    empty: "There are no posts yet.",
    signIn: "Sign In",
    compose: "New Post",
    replyButton: "Reply",
    send: "Send",
    unknownTimeline: "This timeline couldn’t be found.",
    invalidText: "Write 1 to 280 characters.",
    postRejected: "This can’t be posted.",
    readFailedTitle: "Couldn’t Load",
    postFailedTitle: "Couldn’t Post",
    replyTo: "Replying to %@",
    reply: "Reply",
    date: Self.date(
      """
      \(month: .wide) \(day: .defaultDigits), \(year: .defaultDigits), \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
      """, locale: "en_US"))

  private static func date(_ format: Date.FormatString, locale: String) -> Date.VerbatimFormatStyle {
    Date.VerbatimFormatStyle(
      format: format, locale: Locale(identifier: locale), timeZone: .autoupdatingCurrent,
      calendar: Calendar(identifier: .gregorian))
  }
}

extension FeedMessages {
  /// Creates the built-in strings in a language.
  public init(language: Language) {
    switch language {
    case .japanese: self = .japanese
    case .english: self = .english
    }
  }

  /// Returns the same strings with dates in a time zone.
  public func dates(in timeZone: TimeZone) -> FeedMessages {
    var messages = self
    messages.date.timeZone = timeZone
    return messages
  }

  /// Returns the line above a reply to an author, without a name where that is unknown.
  public func replyLine(to screenName: String?) -> String {
    screenName.map { replyTo.replacing("%@", with: "@\($0)") } ?? reply
  }

  /// Returns the message for an error.
  public func text(for error: FeedError) -> String {
    switch error {
    case .noNetwork: common.noNetwork
    case .notAuthorized: common.notAuthorized
    case .unknownTimeline: unknownTimeline
    case .invalidText: invalidText
    case .postRejected: postRejected
    case .rateLimited: common.rateLimited
    case .serverError: common.serverError
    case .cancelled: common.unknownError
    }
  }
}
