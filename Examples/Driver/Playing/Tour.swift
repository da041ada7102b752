import ExampleApp

/// The built-in tour: every state of every Store, in a story of one sitting.
struct Tour {
  /// One part of the tour.
  struct Part {
    let japanese: String
    let english: String
    let lines: [String]

    func heading(in language: AppLanguage) -> String {
      switch language {
      case .japanese: japanese
      case .english: english
      }
    }
  }

  let parts: [Part]
}

extension Tour {
  /// The tour that `focal` plays.
  static let builtIn = Tour(parts: [
    Part(
      japanese: "ログインしていないと、タイムラインは読めません", english: "Nobody is signed in: the timeline asks for it",
      lines: ["feed load", "expect feed notAuthorized"]),
    Part(
      japanese: "パスワードが違います", english: "A wrong password",
      lines: ["open focal://signin", "login taro@example.com wrong-password", "expect auth error"]),
    Part(
      japanese: "正しいパスワード", english: "The right one",
      lines: ["login taro@example.com password123", "expect auth signedIn 太郎"]),
    Part(
      japanese: "リンクからタイムラインへ、そして最後のページまで", english: "A link leads to the timeline, and paging to its end",
      lines: ["open focal://timeline/home", "feed more", "feed more", "feed refresh", "expect feed loaded"]),
    Part(
      japanese: "空のタイムラインと、サーバーの失敗", english: "An empty timeline, and a server in trouble",
      lines: [
        "feed timeline quiet", "expect feed empty", "fail GET /v1/timeline 503", "feed load", "expect feed error",
        "feed timeline home",
      ]),
    Part(
      japanese: "投稿と返信。答えが届かなくても、投稿は一度だけ", english: "A post and a reply; a post that failed once is made once",
      lines: [
        "feed post \"こんにちは、FOCAL! 👋\"", "open focal://compose?reply_to=132",
        "feed post \"In mine too 🌱\" --reply-to 132", "fail POST /v1/posts offline",
        "feed post \"Same text, same post.\"", "feed dismiss", "feed post \"Same text, same post.\"",
      ]),
    Part(
      japanese: "マイページ：読み込みの失敗とやり直し", english: "My page: a failure, and another try",
      lines: [
        "fail GET /v1/profile offline", "open focal://mypage", "expect mypage error", "mypage load",
        "expect mypage loaded",
      ]),
    Part(
      japanese: "プロフィールの登録と削除", english: "A profile is registered and deleted",
      lines: [
        "mypage save x 1", "mypage dismiss", "mypage save 太郎 0", "mypage dismiss", "mypage save 太郎 3",
        "mypage dismiss", "mypage delete", "mypage dismiss",
      ]),
    Part(
      japanese: "途中でセッションが切れます", english: "The session ends half-way",
      lines: ["fail GET /v1/timeline 401", "feed refresh", "expect auth error"]),
    Part(
      japanese: "Google でログインし、ログアウト", english: "In again with Google, and out",
      lines: ["login-with google", "expect auth signedIn 太郎", "logout", "expect auth signedOut"]),
  ])
}
