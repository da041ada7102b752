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
  /// The title of the thread of a post.
  public var thread = "スレッド"
  /// The label of the button that reads the newest posts.
  public var refresh = "更新"
  /// The label of the button that reads the next page.
  public var loadMore = "さらに読み込む"
  /// The last post of a timeline is shown.
  public var end = "これより古い投稿はありません。"
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
  /// The posts that a refresh has added; `%@` is their number.
  public var newPosts = "新しい投稿 %@件"
  /// One post that a refresh has added.
  public var newPost = "新しい投稿 1件"
  /// The label of the button that likes a post.
  public var like = "いいね"
  /// The label of the button that takes back a like.
  public var unlike = "いいねを取り消す"
  /// The number of likes, for VoiceOver; `%@` is the number.
  public var likes = "いいねの数 %@"
  /// The label of the button that deletes a post.
  public var delete = "削除"
  /// The question before a post is deleted.
  public var deleteQuestion = "この投稿を削除しますか？"
  /// The title of the posts that are not sent.
  public var unsent = "未送信の投稿"
  /// The label of the button that discards an unsent post.
  public var discard = "破棄"
  /// The question before an unsent post is discarded.
  public var discardQuestion = "この未送信の投稿を破棄しますか？"

  /// The likes and deletions that wait for a network; `%@` is their number.
  public var waitingReactions = "%@件のいいね・削除が未送信です。"
  /// One like or deletion that waits for a network.
  public var waitingReaction = "1件のいいね・削除が未送信です。"

  /// The timeline does not exist.
  public var unknownTimeline = "このタイムラインは見つかりませんでした。"
  /// The text is empty or too long.
  public var invalidText = "1文字以上280文字以下で入力してください。"
  /// The server refused the post without a reason.
  public var postRejected = "この内容は投稿できませんでした。"
  /// The response to a post was lost, and the server may have published it.
  public var postMayHaveArrived = "応答がありませんでした。すでに投稿されている可能性があります。確認してから再送信してください。"
  /// The post does not exist.
  public var unknownPost = "この投稿は見つかりませんでした。"
  /// The post is another user's.
  public var notTheAuthor = "自分の投稿だけを削除できます。"
  /// What was written could not be saved on the device.
  public var draftNotSaved = "書いた内容をこの端末に保存できませんでした。空き容量を確認してください。"
  /// The saved drafts could not be read.
  public var draftsUnreadable = "保存された未送信の投稿を読み込めませんでした。"

  /// The title when posts could not be read.
  public var readFailedTitle = "取得失敗"
  /// The title when a post could not be sent.
  public var postFailedTitle = "投稿失敗"
  /// The title when a like or a deletion failed.
  public var changeFailedTitle = "変更失敗"
  /// The title when drafts could not be saved or read.
  public var draftsFailedTitle = "下書き"

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
    thread: "Thread",
    refresh: "Refresh",
    loadMore: "Load More",
    end: "There are no older posts.",
    empty: "There are no posts yet.",
    signIn: "Sign In",
    compose: "New Post",
    replyButton: "Reply",
    send: "Send",
    newPosts: "%@ new posts",
    newPost: "1 new post",
    like: "Like",
    unlike: "Unlike",
    likes: "Likes: %@",
    delete: "Delete",
    deleteQuestion: "Delete this post?",
    unsent: "Unsent Posts",
    discard: "Discard",
    discardQuestion: "Discard this unsent post?",
    waitingReactions: "%@ likes or deletions not sent yet",
    waitingReaction: "1 like or deletion not sent yet",
    unknownTimeline: "This timeline couldn’t be found.",
    invalidText: "Write 1 to 280 characters.",
    postRejected: "This can’t be posted.",
    postMayHaveArrived: "There was no response. Your post may have been published. Check before you send it again.",
    unknownPost: "This post couldn’t be found.",
    notTheAuthor: "You can delete only your own posts.",
    draftNotSaved: "What you wrote couldn’t be saved on this device. Check the free space.",
    draftsUnreadable: "Your unsent posts couldn’t be read.",
    readFailedTitle: "Couldn’t Load",
    postFailedTitle: "Couldn’t Post",
    changeFailedTitle: "Couldn’t Change",
    draftsFailedTitle: "Drafts",
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

  /// Returns the line above what an earlier launch has shown.
  public func keptLine(_ date: Date) -> String {
    common.kept.replacing("%@", with: date.formatted(self.date))
  }

  /// Returns the line that counts the posts which a refresh has added.
  public func newPostsLine(_ count: Int) -> String {
    count == 1 ? newPost : newPosts.replacing("%@", with: "\(count)")
  }

  /// Returns the line that counts the likes and deletions which wait for a network; `nil` for none.
  public func waitingLine(_ count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: waitingReaction
    default: waitingReactions.replacing("%@", with: "\(count)")
    }
  }

  /// Returns the message for an error of an operation.
  public func text(for error: FeedError, doing operation: FeedOperation) -> String {
    switch error {
    case .noNetwork: common.noNetwork
    case .notAuthorized: common.notAuthorized
    case .accessDenied: common.accessDenied
    case .unknownTimeline: unknownTimeline
    case .invalidText: invalidText
    case .rejected(let reason): reason ?? (operation == .post ? postRejected : common.serverError)
    case .postMayHaveArrived: postMayHaveArrived
    case .unknownPost: unknownPost
    case .notTheAuthor: notTheAuthor
    case .draftNotSaved: draftNotSaved
    case .draftsUnreadable: draftsUnreadable
    case .rateLimited: common.rateLimited
    case .serverError: common.serverError
    case .cancelled: common.unknownError
    }
  }

  /// Returns the notice of an error of an operation, or `nil` where it was cancelled.
  func notice(for error: FeedError, doing operation: FeedOperation) -> Notice? {
    guard error != .cancelled else { return nil }
    let title =
      switch operation {
      case .read: readFailedTitle
      case .post: postFailedTitle
      case .change: changeFailedTitle
      case .drafts: draftsFailedTitle
      }
    return Notice(
      title: title, text: text(for: error, doing: operation), button: common.dismiss,
      kind: error == .invalidText ? .invalidInput(field: "text") : .failure)
  }
}

/// What a user was doing when an error occurred.
public enum FeedOperation: Sendable, Hashable {
  /// Reading a timeline.
  case read
  /// Sending a post.
  case post
  /// Liking or deleting a post.
  case change
  /// Saving or reading drafts.
  case drafts
}
