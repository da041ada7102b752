import Core
import Foundation

/// The strings of Authentication; an app can pass its own.
public struct AuthMessages: Sendable, Hashable {
  /// The strings that every feature shows.
  public var common = CommonMessages.japanese
  /// The title of the sign-in screen.
  public var title = "FOCAL Architecture Demo"
  /// The label of the email field.
  public var email = "Email"
  /// The label of the password field.
  public var password = "Password"
  /// The label of the sign-in button.
  public var login = "ログイン"
  /// The label of the sign-up button.
  public var signUp = "新規登録"
  /// The label of the Apple button, as Apple’s guidelines spell it.
  public var appleLogin = "Appleでサインイン"
  /// The label of the Facebook button.
  public var facebookLogin = "Facebook Login"
  /// The label of the Google button.
  public var googleLogin = "Google Login"
  /// The label of the button of any other identity provider; `%@` is its name.
  public var providerLogin = "%@ Login"

  /// The email address and the password do not match.
  public var invalidCredentials = "メールアドレスまたはパスワードが間違っています。"
  /// The email address does not have the form of one.
  public var invalidEmail = "メールアドレスの形式が間違っています"
  /// The identity provider denied the sign-in.
  public var notAuthorized = "認証が許可されませんでした。"
  /// The identity provider’s user has no account.
  public var noAccount = "このアカウントは登録されていません。"
  /// There were too many attempts.
  public var rateLimited = "試行回数が多すぎます。時間をおいて再試行してください。"
  /// There were too many attempts, and one second to wait.
  public var rateLimitedSecond = "試行回数が多すぎます。1秒後に再試行してください。"
  /// There were too many attempts; `%@` is the number of seconds to wait.
  public var rateLimitedSeconds = "試行回数が多すぎます。%@秒後に再試行してください。"
  /// The server ended the session.
  public var sessionExpired = "セッションの有効期限が切れました。もう一度ログインしてください。"

  /// The password is too short.
  public var weakPassword = "パスワードは6文字以上で入力して下さい"
  /// The email address already has an account.
  public var emailAlreadyInUse = "このメールアドレスは既に登録されています"
  /// There was no response to a sign-up.
  public var signUpNoNetwork = "登録に失敗しました。通信状態が良好な環境で再度お試しください"
  /// The title of a failed sign-up.
  public var signUpFailedTitle = "登録失敗"
  /// A sign-up failed for another reason.
  public var signUpFailed = "入力内容が正しくありません"
  /// The title after a sign-up.
  public var signUpDoneTitle = "登録完了"
  /// A sign-up succeeded.
  public var signUpDone = "サインアップに成功しました！"

  /// The title after a sign-out.
  public var logoutDoneTitle = "成功"
  /// A sign-out succeeded.
  public var logoutDone = "サインアウトに成功しました！"
  /// The title after a sign-out that the server could not be told of.
  public var logoutFailedTitle = "失敗"
  /// The server could not be told of a sign-out.
  public var logoutFailed = "サインアウトに失敗しました"

  /// The label of the button that deletes the account, and the title of its confirmation.
  public var deleteAccount = "アカウントを削除"
  /// The confirmation of deleting the account, above the password field.
  public var deleteAccountPrompt = "アカウントとすべてのデータが削除され、元に戻せません。確認のため、パスワードを入力してください。"
  /// The title after the account was deleted.
  public var deleteAccountDoneTitle = "削除完了"
  /// The account was deleted.
  public var deleteAccountDone = "アカウントを削除しました。"
  /// The account was deleted, but what the device keeps of the user was not removed.
  public var userDataNotRemoved = "アカウントを削除しましたが、この端末に保存されたデータを削除できませんでした。次に起動したときに、もう一度削除します。"
  /// The title when the account was not deleted.
  public var deleteAccountFailedTitle = "削除失敗"
  /// The password that confirms the deletion is wrong.
  public var wrongPassword = "パスワードが間違っています。"

  /// The title of a notice about the saved session.
  public var savedSessionTitle = "ログイン情報"
  /// The saved session is damaged.
  public var damagedSession = "保存されたログイン情報を読み込めませんでした。もう一度ログインしてください。"
  /// A sign-in, or what renews it, could not be saved.
  public var signInNotSaved = "ログイン情報を保存できませんでした。次に起動したときに、もう一度ログインが必要になることがあります。"
  /// The saved session could not be removed at a sign-out.
  public var signOutNotSaved = "保存されたログイン情報を削除できませんでした。次に起動したときに、もう一度ログアウトしてください。"

  /// The strings in Japanese.
  public static let japanese = AuthMessages()

  /// The strings in English.
  public static let english = AuthMessages(
    common: .english,
    login: "Sign In",
    signUp: "Sign Up",
    appleLogin: "Sign in with Apple",
    facebookLogin: "Sign in with Facebook",
    googleLogin: "Sign in with Google",
    providerLogin: "Sign in with %@",
    invalidCredentials: "The email address or password is incorrect.",
    invalidEmail: "Enter a valid email address.",
    notAuthorized: "Sign-in was denied.",
    noAccount: "There is no account for this sign-in.",
    rateLimited: "Too many attempts. Try again later.",
    rateLimitedSecond: "Too many attempts. Try again in 1 second.",
    rateLimitedSeconds: "Too many attempts. Try again in %@ seconds.",
    sessionExpired: "Your session has expired. Sign in again.",
    weakPassword: "Use a password of at least 6 characters.",
    emailAlreadyInUse: "This email address already has an account.",
    signUpNoNetwork: "Sign-up failed. Check your connection and try again.",
    signUpFailedTitle: "Sign-Up Failed",
    signUpFailed: "Sign-up failed. Check what you entered, or try again later.",
    signUpDoneTitle: "Signed Up",
    signUpDone: "You’re signed up.",
    logoutDoneTitle: "Signed Out",
    logoutDone: "You’re signed out.",
    logoutFailedTitle: "Sign-Out Incomplete",
    logoutFailed: "You’re signed out on this device, but the server may not know.",
    deleteAccount: "Delete Account",
    deleteAccountPrompt:
      "Your account and all its data will be deleted. This can’t be undone. Enter your password to confirm.",
    deleteAccountDoneTitle: "Account Deleted",
    deleteAccountDone: "Your account has been deleted.",
    userDataNotRemoved:
      "Your account has been deleted, but its data couldn’t be removed from this device. The app will try again the next "
      + "time you open it.",
    deleteAccountFailedTitle: "Account Not Deleted",
    wrongPassword: "The password is incorrect.",
    savedSessionTitle: "Saved Sign-In",
    damagedSession: "Your saved sign-in couldn’t be read. Sign in again.",
    signInNotSaved: "Your sign-in couldn’t be saved. You may need to sign in again the next time you open the app.",
    signOutNotSaved: "Your saved sign-in couldn’t be removed. Sign out again the next time you open the app.")
}

extension AuthMessages {
  /// Creates the built-in strings in a language.
  public init(language: Language) {
    switch language {
    case .japanese: self = .japanese
    case .english: self = .english
    }
  }

  /// Returns the label of the button of an identity provider.
  public func login(with provider: IdentityProvider) -> String {
    switch provider.id {
    case "apple": appleLogin
    case "facebook": facebookLogin
    case "google": googleLogin
    default: providerLogin.replacing("%@", with: provider.id.capitalized)
    }
  }

  /// Returns the message for an error of an operation.
  public func text(for error: AuthError, doing operation: AuthOperation) -> String {
    switch (error, operation) {
    case (_, .signOut): logoutFailed
    case (.rejected(let reason?), _): reason
    case (.invalidEmail, _): invalidEmail
    case (.weakPassword, _): weakPassword
    case (.emailAlreadyInUse, _): emailAlreadyInUse
    case (.rateLimited(let retryAfter), _): rateLimited(retryAfter)
    case (.noNetwork, .signUp): signUpNoNetwork
    case (_, .signUp): signUpFailed
    case (.invalidCredentials, .signIn): invalidCredentials
    case (.invalidCredentials, .deleteAccount), (.invalidCredentials, .removeUserData): wrongPassword
    case (.noNetwork, _): common.noNetwork
    case (.notAuthorized, _): notAuthorized
    case (.noAccount, _): noAccount
    case (.sessionEnded, _): sessionExpired
    case (.userDataNotRemoved, _): userDataNotRemoved
    case (.rejected(nil), _), (.serverError, _): common.serverError
    case (.cancelled, _): common.unknownError
    }
  }

  /// Returns the notice for an error of an operation.
  public func notice(for error: AuthError, doing operation: AuthOperation) -> Notice {
    let title =
      switch operation {
      case .signIn: login
      case .signUp: signUpFailedTitle
      case .signOut: logoutFailedTitle
      case .deleteAccount: deleteAccountFailedTitle
      case .removeUserData: deleteAccountDoneTitle
      }
    let isPasswordWrong = error == .invalidCredentials && operation == .deleteAccount
    return notice(
      title, text(for: error, doing: operation), kind: isPasswordWrong ? .invalidInput(field: "password") : .failure)
  }

  package func notice(_ title: String, _ text: String, kind: Notice.Kind = .failure) -> Notice {
    Notice(title: title, text: text, button: common.dismiss, kind: kind)
  }

  /// Returns what the form shows of a failed sign-in or sign-up.
  func refusal(for error: AuthError, doing operation: AuthOperation) -> AuthRefusal {
    AuthRefusal(
      text: text(for: error, doing: operation), title: operation == .signUp ? signUpFailedTitle : nil,
      isEmailRefused: error == .invalidEmail || error == .emailAlreadyInUse,
      isPasswordRefused: error == .invalidCredentials || error == .weakPassword)
  }

  private func rateLimited(_ retryAfter: Duration?) -> String {
    guard let retryAfter else { return rateLimited }
    let seconds = retryAfter.components.seconds + (retryAfter.components.attoseconds > 0 ? 1 : 0)
    return seconds == 1 ? rateLimitedSecond : rateLimitedSeconds.replacing("%@", with: "\(seconds)")
  }
}

/// An operation of Authentication, for the message of its error.
public enum AuthOperation: Sendable, Hashable {
  /// Signing in, with a password or an identity provider.
  case signIn
  /// Creating an account.
  case signUp
  /// Signing out.
  case signOut
  /// Deleting the account.
  case deleteAccount
  /// Removing what the device keeps of a user whose account has been deleted.
  case removeUserData
}
