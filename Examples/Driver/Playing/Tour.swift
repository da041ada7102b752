#if Driver
  import Core

  /// The built-in tour through the three features.
  struct Tour {
    struct Part {
      let japanese: String
      let english: String
      let lines: [String]
    }

    let parts: [Part]

    /// Plays every part.
    @MainActor
    func play(
      on backend: DriverBackend, language: Language, transcript: @escaping Transcript
    ) async throws(ScriptFailure) {
      let player = Player(backend.environment(language), on: backend, transcript: transcript)
      await player.launch()
      for part in parts {
        player.heading(language == .japanese ? part.japanese : part.english)
        try await Script(part.lines.joined(separator: "\n")).play(on: player)
      }
    }
  }

  extension Tour {
    /// The tour that `focal` plays: every state that a user of the app sees, in lines that its screens offer.
    static let builtIn = Tour(parts: [
      Part(
        japanese: "ログインしていないと、タイムラインは読めません", english: "Signed out, the timeline asks the user to sign in",
        lines: ["open focal://timeline"]),
      Part(
        japanese: "パスワードが違います", english: "A wrong password",
        lines: ["login taro@example.com wrong-password", "expect auth error"]),
      Part(
        japanese: "正しいパスワード。開こうとした画面へ進みます。サーバーの失敗とやり直し",
        english: "The right password leads to where the user was going; the server fails once",
        lines: [
          "fail GET /v1/timeline 503", "login taro@example.com password123", "expect auth signedIn 太郎",
          "expect feed error", "feed load", "expect feed loaded",
        ]),
      Part(
        japanese: "アプリが終了しても、ログインしたまま。通信できないときは、前回の内容を表示します",
        english: "The app is killed: the user stays signed in, and sees what was shown last while there is no network",
        lines: [
          "relaunch", "expect auth signedIn 太郎", "fail GET /v1/timeline offline", "open focal://timeline",
          "expect feed loaded", "feed dismiss", "feed refresh",
        ]),
      Part(
        japanese: "最後のページまで", english: "Paging to the end",
        lines: ["feed more", "feed more", "feed refresh", "expect feed loaded"]),
      Part(
        japanese: "空のタイムライン。失敗しても、見えているものは消えません",
        english: "An empty timeline; a failure keeps what is shown",
        lines: [
          "feed timeline quiet", "expect feed empty", "fail GET /v1/timeline offline", "feed timeline swift",
          "feed dismiss", "feed timeline",
        ]),
      Part(
        japanese: "投稿と返信。答えが届かなくても、投稿は一度だけ", english: "A post and a reply; a failed post is created once",
        lines: [
          "feed post \"こんにちは、FOCAL! 👋\"", "open focal://compose?reply_to=@3",
          "feed post \"In mine too 🌱\" --reply-to @3", "fail POST /v1/posts offline",
          "feed post \"Same text, same post.\"", "feed dismiss", "feed post \"Same text, same post.\"",
        ]),
      Part(
        japanese: "送れなかった投稿といいねは、アプリが終了しても残ります",
        english: "A post and a like without a network survive the end of the app",
        lines: [
          "fail POST /v1/posts offline", "feed post \"Written on the train\"", "feed dismiss",
          "fail PUT /v1/posts/@7/like offline", "feed like @7", "relaunch", "feed load", "feed retry 1",
        ]),
      Part(
        japanese: "いいねと削除。失敗すると、元に戻ります", english: "A like and a deletion; one that fails is taken back",
        lines: [
          "feed like @6", "fail DELETE /v1/posts/@6/like 503", "feed unlike @6", "feed dismiss",
          "fail DELETE /v1/posts/@4 503", "feed delete @4", "feed dismiss", "feed delete @4",
        ]),
      Part(
        japanese: "マイページ：読み込みの失敗とやり直し", english: "My page: a failed request, and another attempt",
        lines: [
          "fail GET /v1/profile offline", "open focal://mypage", "expect mypage error", "mypage dismiss",
          "mypage load",
          "expect mypage loaded",
        ]),
      Part(
        japanese: "プロフィールの登録と削除", english: "A profile is registered and deleted",
        lines: [
          "mypage save x 1", "mypage dismiss", "mypage save 太郎 0", "mypage dismiss", "mypage save 太郎 3",
          "mypage dismiss", "mypage delete", "mypage dismiss",
        ]),
      Part(
        japanese: "トークンの期限が切れても、気づかれずに更新されます", english: "An expired token is renewed, unseen",
        lines: ["fail GET /v1/timeline 401", "feed refresh", "expect feed loaded"]),
      Part(
        japanese: "途中でセッションが切れます", english: "The server ends the session",
        lines: [
          "fail GET /v1/timeline 401", "fail POST /v1/refresh 401", "feed refresh", "expect auth error",
        ]),
      Part(
        japanese: "Google でログインし、ログアウト", english: "Sign in with Google, and sign out",
        lines: [
          "login-with google", "expect auth signedIn", "open focal://mypage", "expect mypage loaded", "logout",
          "expect auth signedOut",
        ]),
    ])
  }
#endif
