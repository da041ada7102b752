import Authentication
import Core
import Feed
import MyPage

/// The strings of the app itself.
public struct AppMessages: Sendable, Hashable {
  /// The greeting; `%@` is the user’s name.
  public var welcome = "ようこそ、%@さん"
  /// The label of the sign-out button.
  public var logout = "ログアウト"
  /// The title of the timeline’s tab.
  public var timeline = "タイムライン"
  /// The title of the profile’s tab.
  public var myPage = "マイページ"

  /// The strings in Japanese.
  public static let japanese = AppMessages()

  /// The strings in English.
  public static let english = AppMessages(
    welcome: "Welcome, %@", logout: "Sign Out", timeline: "Timeline", myPage: "My Page")

  /// Returns the greeting of a user.
  public func welcome(_ name: String) -> String {
    welcome.replacing("%@", with: name)
  }
}

extension AppMessages {
  /// Creates the built-in strings in a language.
  public init(language: Language) {
    switch language {
    case .japanese: self = .japanese
    case .english: self = .english
    }
  }
}

/// The strings of the three features.
public struct FeatureMessages: Sendable, Hashable {
  /// The strings of Authentication.
  public var auth: AuthMessages
  /// The strings of Feed.
  public var feed: FeedMessages
  /// The strings of MyPage.
  public var myPage: MyPageMessages

  /// Creates the built-in strings in a language.
  public init(language: Language) {
    auth = AuthMessages(language: language)
    feed = FeedMessages(language: language)
    myPage = MyPageMessages(language: language)
  }
}
