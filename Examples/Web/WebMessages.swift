#if Network
  import Core

  /// The strings of the page itself.
  struct WebMessages: Sendable {
    /// The label of the link that skips the header.
    var skip = "本文へ移動"
    /// The label of the navigation.
    var navigation = "メインメニュー"
    /// The label of the notices.
    var notices = "お知らせ"
    /// The server does not respond.
    var offline = "サーバーに接続できません。再接続しています。"
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
      offline: "The server can’t be reached. Reconnecting.",
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
