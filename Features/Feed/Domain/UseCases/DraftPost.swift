import Core
import Foundation

/// Makes a draft of what was typed, without asking anybody.
public struct DraftPost: UseCase {
  /// The most characters that a text may have.
  public static let longestText = 280

  private let makeKey: @Sendable () -> String

  /// Makes the use case.
  ///
  /// - Parameter makeKey: Makes what the server knows a repetition by; never the same twice.
  public init(makeKey: @escaping @Sendable () -> String = { UUID().uuidString }) {
    self.makeKey = makeKey
  }

  /// Makes a draft.
  ///
  /// - Parameter input: What was typed; white space around the text does not count.
  /// - Returns: The draft, with an Idempotency-Key of its own.
  /// - Throws: ``FeedError/invalidText`` where the text has no character or more than 280.
  public func execute(_ input: PostInput) throws(FeedError) -> PostDraft {
    let text = input.text.trimmingWhitespace
    guard (1...Self.longestText).contains(text.count) else { throw .invalidText }
    return PostDraft(text: text, replyTo: input.replyTo, idempotencyKey: makeKey())
  }
}
