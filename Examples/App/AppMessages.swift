import Foundation

/// The texts of the app itself.
public struct AppMessages: Sendable, Equatable {
  /// The greeting; `%@` is the name.
  public var welcome = "ようこそ、%@さん"
  /// The label of the button that signs out.
  public var logout = "ログアウト"
  /// The name of the place where the timeline is.
  public var timeline = "タイムライン"
  /// The name of the place where the profile is.
  public var myPage = "マイページ"
  /// What a screen reader says while it is being found out who is signed in.
  public var loading = "読み込み中"

  /// The article's texts.
  public static let japanese = AppMessages()

  /// The same in English.
  public static let english = AppMessages(
    welcome: "Welcome, %@", logout: "Log Out", timeline: "Timeline", myPage: "My Page", loading: "Loading")

  /// Greets somebody.
  ///
  /// - Parameter name: The name.
  /// - Returns: The greeting.
  public func welcome(_ name: String) -> String {
    welcome.replacingOccurrences(of: "%@", with: name)
  }
}
