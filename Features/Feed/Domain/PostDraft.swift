import Core

/// A post to send.
///
/// A server that gets it more than once publishes it once.
public struct PostDraft: Sendable, Hashable {
  /// The text, 1 to 280 characters without surrounding white space.
  public let text: String
  /// The identifier of the post to reply to.
  public let replyTo: Post.ID?
  /// The value by which the server recognizes a draft that was sent before.
  public let idempotencyKey: String

  /// Creates a draft.
  public init(text: String, replyTo: Post.ID?, idempotencyKey: String) {
    self.text = text
    self.replyTo = replyTo
    self.idempotencyKey = idempotencyKey
  }
}

/// The content of the composer, as typed.
public struct PostInput: Sendable, Hashable {
  /// The text.
  public let text: String
  /// The identifier of the post to reply to.
  public let replyTo: Post.ID?

  /// Creates an input.
  public init(text: String, replyTo: Post.ID? = nil) {
    self.text = text
    self.replyTo = replyTo
  }
}
