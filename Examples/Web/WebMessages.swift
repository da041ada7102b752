#if Network
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import MyPage

  /// The strings of the page itself.
  struct WebMessages: Sendable {
    /// The label of the link that skips the header.
    var skip = "本文へ移動"
    /// The label of the navigation.
    var navigation = "メインメニュー"
    /// The label of the notices.
    var notices = "お知らせ"
    /// The label of the timelines to choose from.
    var timelines = "リスト"
    /// The label of the button that signs in as the example user.
    var example = "サンプルユーザーで試す"
    /// The prompt in the composer of a post.
    var writePrompt = "いまどうしてる？"
    /// The prompt in the composer of a reply.
    var replyPrompt = "返信を書く"
    /// The maximum number of characters; `%@` is the number.
    var limit = "%@文字まで"
    /// The label of the button that shows the rest of a long post.
    var showMore = "続きを表示"
    /// The server does not respond.
    var offline = "サーバーに接続できません。再接続しています。"
    /// The timeline is longer than a session keeps; `%@` is the number of posts.
    var longTimeline = "最新の%@件を表示しています。これより古い投稿はここでは表示できません。"
    /// The page does not exist.
    var notFound = "このページは見つかりませんでした。"
    /// The form is too old, or comes from another page.
    var forbidden = "このフォームは使用できません。ページを開き直して、もう一度お試しください。"
    /// The request is too large.
    var tooLarge = "入力内容が長すぎます。"
    /// The request cannot be answered.
    var badRequest = "このリクエストは処理できません。"
    /// There are too many visitors.
    var busy = "ただいま混み合っています。時間をおいて再度お試しください。"
    /// The page was requested while the user signed in, and loads again by itself.
    var moment = "少々お待ちください。"
    /// The label of the link to the first page.
    var start = "トップページへ"

    static let japanese = WebMessages()

    static let english = WebMessages(
      skip: "Skip to content",
      navigation: "Main menu",
      notices: "Notices",
      timelines: "Lists",
      example: "Try It as the Example User",
      writePrompt: "What’s happening?",
      replyPrompt: "Write your reply",
      limit: "Up to %@ characters",
      showMore: "Show more",
      offline: "The server can’t be reached. Reconnecting.",
      longTimeline: "These are the newest %@ posts. Older ones can’t be shown here.",
      notFound: "This page couldn’t be found.",
      forbidden: "This form can’t be used. Open the page again and retry.",
      tooLarge: "What you entered is too long.",
      badRequest: "This request can’t be handled.",
      busy: "There are too many visitors right now. Try again later.",
      moment: "One moment, please.",
      start: "Go to the start page")
  }

  extension WebMessages {
    init(language: Language) {
      switch language {
      case .japanese: self = .japanese
      case .english: self = .english
      }
    }
  }

  extension Language {
    /// The language of a browser: that of the first of the two in its `Accept-Language`, English if in doubt.
    package init(acceptLanguage: String?) {
      let known = (acceptLanguage ?? "").split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) }
        .first { $0.hasPrefix("ja") || $0.hasPrefix("en") }
      self = known?.hasPrefix("ja") == true ? .japanese : .english
    }
  }
#endif
