import Core

/// What the user has written and the server does not have.
public struct OutboxState: Sendable, Hashable {
  /// The posts that are not sent, oldest first.
  public internal(set) var unsent: [UnsentPost]
  /// The texts in the composer, one for each post replied to.
  public internal(set) var composed: [PostInput]

  /// Creates an outbox.
  public init(unsent: [UnsentPost] = [], composed: [PostInput] = []) {
    self.unsent = unsent
    self.composed = composed
  }

  /// Whether a post is being sent.
  public var isSending: Bool { unsent.contains { $0.progress == .sending } }

  /// Returns the text in the composer of a reply, or of a post that is not one; empty at first.
  public func text(replyTo: Post.ID?) -> String {
    composed.first { $0.replyTo == replyTo }?.text ?? ""
  }
}

/// A post that was not sent.
public struct UnsentPost: Sendable, Hashable, Identifiable {
  /// How far it is.
  public enum Progress: Sendable, Hashable {
    /// It waits for the user to retry.
    case waiting
    /// It is sent after another one.
    case queued
    /// It is being sent.
    case sending
  }

  /// The draft.
  public let draft: PostDraft
  /// Why it was not sent; unchanged where sending was cancelled, and `nil` after a launch unless the server may have it.
  public internal(set) var failure: FeedError?
  /// How far it is.
  public internal(set) var progress: Progress

  /// Creates an unsent post.
  public init(draft: PostDraft, failure: FeedError? = nil, progress: Progress = .waiting) {
    self.draft = draft
    self.failure = failure
    self.progress = progress
  }

  /// The identifier of the draft.
  public var id: PostDraft.ID { draft.id }
}

/// A destination outside of the outbox, for the root of the app.
public enum OutboxRoute: Sendable, Hashable {
  /// A text has left its composer for the outbox: dismiss that composer.
  case queued(PostDraft)
  /// A post was sent: show it in the timeline.
  case posted(Post)
}
