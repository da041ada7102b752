import Core

/// The strings of Placeholder; an app can pass its own.
public struct PlaceholderMessages: Sendable, Hashable {
  /// The strings that every feature shows.
  public var common = CommonMessages.japanese
  /// The title of the screen.
  public var title = "Placeholder"
  /// There are no items.
  public var empty = "まだ何もありません。"
  /// The title of a failed read.
  public var readFailedTitle = "取得失敗"

  /// The strings in Japanese.
  public static let japanese = PlaceholderMessages()

  /// The strings in English.
  public static let english = PlaceholderMessages(
    common: .english,
    empty: "There is nothing here yet.",
    readFailedTitle: "Loading Failed")
}

extension PlaceholderMessages {
  /// Creates the built-in strings in a language.
  public init(language: Language) {
    switch language {
    case .japanese: self = .japanese
    case .english: self = .english
    }
  }

  /// Returns the message for a failed read.
  public func read(failedWith error: PlaceholderError) -> String {
    switch error {
    case .noNetwork: common.noNetwork
    case .notAuthorized: common.notAuthorized
    case .rateLimited: common.rateLimited
    case .serverError: common.serverError
    case .cancelled: common.unknownError
    }
  }
}
