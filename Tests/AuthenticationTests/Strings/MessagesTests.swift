import Authentication
import Core
import Testing

/// The texts: the articles’ to the byte, and all of them in English.
struct MessagesTests {
  @Test(
    arguments: [
      (\AuthMessages.title, "FOCAL Architecture Demo"), (\.email, "Email"), (\.password, "Password"), (\.login, "ログイン"),
      (\.facebookLogin, "Facebook Login"), (\.dismiss, "OK"),
      (\.invalidCredentials, "メールアドレスまたはパスワードが間違っています。"), (\.noNetwork, "ネットワーク接続を確認してください。"),
      (\.serverError, "サーバーで問題が発生しました。時間をおいて再試行してください。"), (\.unknownError, "不明なエラーが発生しました。"),
      (\.invalidEmail, "メールアドレスの形式が間違っています"), (\.weakPassword, "パスワードは6文字以上で入力して下さい"),
      (\.emailAlreadyInUse, "このメールアドレスは既に登録されています"),
      (\.signUpNoNetwork, "登録に失敗しました。通信状態が良好な環境で再度お試しください"), (\.signUpFailed, "入力内容が正しくありません"),
      (\.signUpFailedTitle, "登録失敗"),
      (\.signUpDoneTitle, "登録完了"), (\.signUpDone, "サインアップに成功しました！"), (\.logoutDoneTitle, "成功"),
      (\.logoutDone, "サインアウトに成功しました！"), (\.logoutFailedTitle, "失敗"), (\.logoutFailed, "サインアウトに失敗しました"),
    ] as [(KeyPath<AuthMessages, String> & Sendable, String)])
  func `a text of the articles is theirs to the byte`(
    _ text: KeyPath<AuthMessages, String> & Sendable, _ expected: String
  ) {
    #expect(Array(AuthMessages.japanese[keyPath: text].utf8) == Array(expected.utf8))
  }

  @Test func `no English text is missing, and only those that the articles have in English are the same`() {
    let pairs = zip(texts(.japanese), texts(.english))
    #expect(pairs.filter { $0.1 == $1.1 }.map(\.0.0) == ["title", "email", "password", "dismiss"])
    for (name, text) in texts(.english) + texts(.japanese) {
      #expect(!text.isEmpty, "\(name)")
    }
    for (name, text) in texts(.english) {
      #expect(text.unicodeScalars.allSatisfy { $0.value < 0x3000 }, "\(name) is not English")
    }
  }

  @Test func `no text stands for two things, in either language`() {
    for messages in [AuthMessages.japanese, .english] {
      let all = texts(messages).map(\.1)
      #expect(Set(all).count == all.count)
    }
  }

  @Test(arguments: [
    ("facebook", "Facebook Login", "Log In with Facebook"), ("google", "Google Login", "Log In with Google"),
    ("github", "Github Login", "Log In with Github"),
  ])
  func `a provider's button names it`(id: String, japanese: String, english: String) {
    let provider = IdentityProvider(id: id) { AccessToken("token") }
    #expect(AuthMessages.japanese.login(with: provider) == japanese)
    #expect(AuthMessages.english.login(with: provider) == english)
  }

  @MainActor
  @Test func `a Store that is told no language speaks Japanese`() async {
    let stores = [
      AuthStore(client: FakeAPIClient()), AuthStore(useCase: AuthUseCase(repository: RecordedRepository())),
    ]
    for store in stores {
      await store.login(email: "", pass: "")
      #expect(store.state == .error("メールアドレスの形式が間違っています"))
    }
  }

  private func texts(_ messages: AuthMessages) -> [(String, String)] {
    Mirror(reflecting: messages).children.map { ($0.label ?? "", $0.value as? String ?? "") }
  }
}
