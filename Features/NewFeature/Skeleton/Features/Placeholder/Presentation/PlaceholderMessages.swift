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

  /// Returns the message for an error.
  public func text(for error: PlaceholderError, doing operation: PlaceholderOperation) -> String {
    switch error {
    case .noNetwork: common.noNetwork
    case .notAuthorized: common.notAuthorized
    case .accessDenied: common.accessDenied
    case .rateLimited: common.rateLimited
    case .rejected(let reason): reason ?? common.serverError
    case .serverError: common.serverError
    case .cancelled: common.unknownError
    }
  }

  /// Returns the notice of an error.
  public func notice(for error: PlaceholderError, doing operation: PlaceholderOperation) -> Notice {
    let text = text(for: error, doing: operation)
    return switch operation {
    case .load: Notice(title: readFailedTitle, text: text, button: common.retry, action: .retry)
    }
  }
}

/// An operation that can fail.
public enum PlaceholderOperation: Sendable, CaseIterable {
  /// Reading the items.
  case load
}
