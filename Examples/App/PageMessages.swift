import Authentication
import Core
import Feed
import MyPage

extension FeatureMessages {
  /// Creates the strings of the page: the built-in ones, and in Japanese one word for one thing, sentences that end, and no
  /// English labels, where the articles have others.
  public init(page language: Language) {
    self.init(language: language)
    guard language == .japanese else { return }
    var common = CommonMessages.japanese
    common.retry = "再試行"

    auth.common = common
    auth.title = "FOCALへようこそ"
    auth.email = "メールアドレス"
    auth.password = "パスワード"
    auth.appleLogin = "Appleで続ける"
    auth.facebookLogin = "Facebookで続ける"
    auth.googleLogin = "Googleで続ける"
    auth.providerLogin = "%@で続ける"
    auth.invalidEmail = "メールアドレスの形式が正しくありません。"
    auth.weakPassword = "パスワードは6文字以上で入力してください。"
    auth.emailAlreadyInUse = "このメールアドレスはすでに登録されています。"
    auth.signUpNoNetwork = "登録できませんでした。通信状態の良い場所で、もう一度お試しください。"
    auth.signUpFailedTitle = "登録できませんでした"
    auth.signUpFailed = "入力内容を確認してください。"
    auth.signUpDone = "アカウントを登録しました。"
    auth.logoutDoneTitle = "ログアウト"
    auth.logoutDone = "ログアウトしました。"
    auth.logoutFailedTitle = "ログアウト"
    auth.logoutFailed = "この端末ではログアウトしましたが、サーバーに接続できませんでした。"
    auth.deleteAccountFailedTitle = "削除できませんでした"

    feed.common = common
    feed.home = "ホーム"
    feed.compose = "新しい投稿"
    feed.replyButton = "返信"
    feed.send = "投稿する"
    feed.refresh = "新しい投稿を読み込む"
    feed.readFailedTitle = "読み込めませんでした"
    feed.postFailedTitle = "投稿できませんでした"
    feed.changeFailedTitle = "変更できませんでした"

    myPage.common = common
    myPage.genderChoices = ["選択してください", "男性", "女性", "回答しない"]
    myPage.unspecified = "回答しない"
    myPage.register = "登録する"
    myPage.fetch = "再読み込み"
    myPage.delete = "プロフィールを削除"
    myPage.nameLabel = "名前"
    myPage.genderLabel = "性別"
    myPage.createdAtLabel = "登録日"
    myPage.saveFailedTitle = "登録できませんでした"
    myPage.invalidName = "名前は2文字以上10文字以下で入力してください。"
    myPage.invalidGender = "性別を選択してください。"
    myPage.saveFailed = "プロフィールを登録できませんでした。通信状態の良い場所で、もう一度お試しください。"
    myPage.saveDone = "プロフィールを登録しました。"
    myPage.readFailedTitle = "読み込めませんでした"
    myPage.readFailed = "プロフィールを読み込めませんでした。通信状態の良い場所で、もう一度お試しください。"
    myPage.deleteFailedTitle = "削除できませんでした"
    myPage.deleteFailed = "プロフィールを削除できませんでした。通信状態の良い場所で、もう一度お試しください。"
    myPage.deleteDoneTitle = "削除完了"
    myPage.deleteDone = "プロフィールを削除しました。"
  }
}
