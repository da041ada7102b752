import Authentication
import Feed
import MyPage

/// The language of an app's texts.
public enum AppLanguage: String, Sendable, CaseIterable {
  /// Japanese, the language of the articles.
  case japanese = "ja"
  /// English.
  case english = "en"

  /// Reads the language from a locale as a terminal names it, such as `ja_JP.UTF-8`: English if in doubt.
  ///
  /// - Parameter locale: The value of `LANG`.
  public init(locale: String?) {
    self = locale?.hasPrefix("ja") == true ? .japanese : .english
  }

  /// The texts of Authentication.
  public var auth: AuthMessages {
    switch self {
    case .japanese: .japanese
    case .english: .english
    }
  }

  /// The texts of Feed.
  public var feed: FeedMessages {
    switch self {
    case .japanese: .japanese
    case .english: .english
    }
  }

  /// The texts of MyPage.
  public var myPage: MyPageMessages {
    switch self {
    case .japanese: .japanese
    case .english: .english
    }
  }

  /// The texts of the app itself.
  public var app: AppMessages {
    switch self {
    case .japanese: .japanese
    case .english: .english
    }
  }
}
