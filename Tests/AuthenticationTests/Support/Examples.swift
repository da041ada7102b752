import Authentication
import Core
import Foundation

extension FakeAccount {
  static let hanako = FakeAccount(
    id: "user-2", name: "花子", email: "hanako@example.com", password: "secret-of-hanako")
}

extension FakeBackend {
  /// Knows 太郎 and 花子, at a moment that never changes.
  static func example(hook: @escaping Hook = { _ in .answer }) -> FakeBackend {
    FakeBackend(FakeConfiguration(accounts: [.taro, .hanako], now: { .example }), hook: hook)
  }
}

extension Date {
  static let example = Date(timeIntervalSince1970: 1_772_944_371)
}

extension User {
  static let taro = User(id: "user-1", name: "太郎", email: "taro@example.com", lastLoginDate: .example)
  static let hanako = User(id: "user-2", name: "花子", email: "hanako@example.com", lastLoginDate: .example)
}

extension AuthenticatedUser {
  static let taro = AuthenticatedUser(name: "太郎")
  static let hanako = AuthenticatedUser(name: "花子")
}

extension AuthState {
  static let taro = AuthState.signedIn(user: .taro)
  static let hanako = AuthState.signedIn(user: .hanako)
  static let wrongPassword = AuthState.error("メールアドレスまたはパスワードが間違っています。")
  static let offline = AuthState.error("ネットワーク接続を確認してください。")
  static let trouble = AuthState.error("サーバーで問題が発生しました。時間をおいて再試行してください。")
  static let expired = AuthState.error("セッションの有効期限が切れました。もう一度ログインしてください。")
}

extension Notice {
  static let signedUp = Notice(title: "登録完了", text: "サインアップに成功しました！")
  static let loggedOut = Notice(title: "成功", text: "サインアウトに成功しました！")
  static let logoutFailed = Notice(title: "失敗", text: "サインアウトに失敗しました")
  static let damaged = Notice(title: "ログイン情報", text: "保存されたログイン情報を読み込めませんでした。もう一度ログインしてください。")
}

extension IdentityProvider {
  static let google = IdentityProvider.google { AccessToken("google-taro") }
}
