import Foundation

/// The texts of Authentication.
///
/// An app can pass its own.
public struct AuthMessages: Sendable, Equatable {
  /// The headline of the login screen.
  public var title = "FOCAL Architecture Demo"
  /// The label of the address field.
  public var email = "Email"
  /// The label of the password field.
  public var password = "Password"
  /// The label of the button that signs in.
  public var login = "ログイン"
  /// The label of the button that makes an account.
  public var signUp = "新規登録"
  /// The label of the button that signs in with Facebook.
  public var facebookLogin = "Facebook Login"
  /// The label of the button that signs in with Google.
  public var googleLogin = "Google Login"
  /// The label of the button that signs in with any other identity provider; `%@` is its name.
  public var providerLogin = "%@ Login"
  /// What a screen reader says while something is under way.
  public var loading = "読み込み中"
  /// The label of every notice's button.
  public var dismiss = "OK"

  /// Address and password do not fit.
  public var invalidCredentials = "メールアドレスまたはパスワードが間違っています。"
  /// No answer came.
  public var noNetwork = "ネットワーク接続を確認してください。"
  /// The server is in trouble.
  public var serverError = "サーバーで問題が発生しました。時間をおいて再試行してください。"
  /// Nothing better can be said.
  public var unknownError = "不明なエラーが発生しました。"
  /// What was typed is no address.
  public var invalidEmail = "メールアドレスの形式が間違っています"
  /// The identity provider said no.
  public var notAuthorized = "認証が許可されませんでした。"
  /// The identity provider's user has no account here.
  public var noAccount = "このアカウントは登録されていません。"
  /// Too many attempts, and nobody knows for how long.
  public var rateLimited = "試行回数が多すぎます。時間をおいて再試行してください。"
  /// Too many attempts, and one second to wait.
  public var rateLimitedSecond = "試行回数が多すぎます。1秒後に再試行してください。"
  /// Too many attempts; `%@` is the number of seconds to wait.
  public var rateLimitedSeconds = "試行回数が多すぎます。%@秒後に再試行してください。"
  /// The server ended the session.
  public var sessionExpired = "セッションの有効期限が切れました。もう一度ログインしてください。"

  /// The password is too short.
  public var weakPassword = "パスワードは6文字以上で入力して下さい"
  /// The address has an account.
  public var emailAlreadyInUse = "このメールアドレスは既に登録されています"
  /// No answer came to a sign-up.
  public var signUpNoNetwork = "登録に失敗しました。通信状態が良好な環境で再度お試しください"
  /// The headline after a sign-up that failed.
  public var signUpFailedTitle = "登録失敗"
  /// A sign-up failed in another way.
  public var signUpFailed = "入力内容が正しくありません"
  /// The headline after a sign-up.
  public var signUpDoneTitle = "登録完了"
  /// A sign-up succeeded.
  public var signUpDone = "サインアップに成功しました！"

  /// The headline after a logout.
  public var logoutDoneTitle = "成功"
  /// A logout succeeded.
  public var logoutDone = "サインアウトに成功しました！"
  /// The headline after a logout the server never heard of.
  public var logoutFailedTitle = "失敗"
  /// The server never heard of a logout.
  public var logoutFailed = "サインアウトに失敗しました"

  /// The headline when the stored session cannot be read.
  public var damagedSessionTitle = "ログイン情報"
  /// The stored session cannot be read.
  public var damagedSession = "保存されたログイン情報を読み込めませんでした。もう一度ログインしてください。"

  /// The articles' texts, to the byte, and what they left out in the same tone.
  public static let japanese = AuthMessages()

  /// The same in English.
  public static let english = AuthMessages(
    login: "Log In",
    signUp: "Sign Up",
    facebookLogin: "Log In with Facebook",
    googleLogin: "Log In with Google",
    providerLogin: "Log In with %@",
    loading: "Loading",
    invalidCredentials: "The email address or password is incorrect.",
    noNetwork: "Check your network connection.",
    serverError: "Something went wrong on the server. Try again later.",
    unknownError: "An unknown error occurred.",
    invalidEmail: "That doesn’t look like an email address.",
    notAuthorized: "Permission to sign in was denied.",
    noAccount: "There is no account for this sign-in.",
    rateLimited: "Too many attempts. Try again later.",
    rateLimitedSecond: "Too many attempts. Try again in 1 second.",
    rateLimitedSeconds: "Too many attempts. Try again in %@ seconds.",
    sessionExpired: "Your session has expired. Log in again.",
    weakPassword: "Use a password of 6 characters or more.",
    emailAlreadyInUse: "This email address already has an account.",
    signUpNoNetwork: "You couldn’t be signed up. Try again where the connection is better.",
    signUpFailedTitle: "You’re Not Signed Up",
    signUpFailed: "Something you entered isn’t right.",
    signUpDoneTitle: "Welcome",
    signUpDone: "You’re signed up!",
    logoutDoneTitle: "Goodbye",
    logoutDone: "You’re signed out!",
    logoutFailedTitle: "Not Quite Signed Out",
    logoutFailed: "You’re signed out here, but the server couldn’t be told.",
    damagedSessionTitle: "Saved Sign-In",
    damagedSession: "Your saved sign-in couldn’t be read. Log in again.")

  /// The label of the button that signs in with a provider.
  ///
  /// - Parameter provider: The provider.
  /// - Returns: The label.
  public func login(with provider: IdentityProvider) -> String {
    switch provider.id {
    case "facebook": facebookLogin
    case "google": googleLogin
    default: providerLogin.replacing("%@", with: provider.id.capitalized)
    }
  }
}
