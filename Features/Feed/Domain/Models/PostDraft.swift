import Core

/// A post that is to be sent.
///
/// However often it is sent, it becomes one post.
public struct PostDraft: Sendable, Equatable {
  /// The text, 1 to 280 characters without white space around it.
  public let text: String
  /// The post that this one answers.
  public let replyTo: Post.ID?
  /// What the server knows a repetition by.
  public let idempotencyKey: String

  /// Makes a draft.
  ///
  /// - Parameters:
  ///   - text: The text, 1 to 280 characters without white space around it.
  ///   - replyTo: The post that this one answers.
  ///   - idempotencyKey: What the server knows a repetition by.
  public init(text: String, replyTo: Post.ID?, idempotencyKey: String) {
    self.text = text
    self.replyTo = replyTo
    self.idempotencyKey = idempotencyKey
  }
}

/// What was typed into the composer.
public struct PostInput: Sendable, Equatable {
  /// The text, as it was typed.
  public let text: String
  /// The post that is answered.
  public let replyTo: Post.ID?

  /// Makes an input.
  ///
  /// - Parameters:
  ///   - text: The text, as it was typed.
  ///   - replyTo: The post that is answered.
  public init(text: String, replyTo: Post.ID? = nil) {
    self.text = text
    self.replyTo = replyTo
  }
}
