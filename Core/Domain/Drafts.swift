/// A post to send.
///
/// A server that gets it more than once publishes it once.
public struct PostDraft: Sendable, Hashable, Identifiable {
  /// The text, 1 to 280 characters without surrounding white space.
  public let text: String
  /// The identifier of the post to reply to.
  public let replyTo: Post.ID?
  /// The value by which the server recognizes a draft that was sent before: a UUID in the Feed module.
  public let idempotencyKey: String

  /// Creates a draft.
  public init(text: String, replyTo: Post.ID?, idempotencyKey: String) {
    self.text = text
    self.replyTo = replyTo
    self.idempotencyKey = idempotencyKey
  }

  /// The key.
  public var id: String { idempotencyKey }
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

  /// Returns whether the text became this draft.
  package func isContent(of draft: PostDraft) -> Bool {
    replyTo == draft.replyTo && text.trimmedInput == draft.text
  }
}

/// The posts and reactions of a user that the server may not have yet.
public struct Drafts: Sendable, Hashable {
  /// The posts that were to be sent, oldest first; none has the identifier of another.
  public private(set) var unsent: [PostDraft]
  /// The texts in the composer, one for each post replied to.
  public private(set) var composed: [PostInput]
  /// The reactions, in their order, one for each post.
  public private(set) var reactions: [PostReaction]

  /// Creates drafts.
  public init(unsent: [PostDraft] = [], composed: [PostInput] = [], reactions: [PostReaction] = []) {
    self.unsent = unsent
    self.composed = composed
    self.reactions = reactions
  }

  /// Returns the text in the composer of a reply, or of a post that is not a reply; empty at first.
  public func text(replyTo: Post.ID?) -> String {
    composed.first { $0.replyTo == replyTo }?.text ?? ""
  }

  /// Applies a change.
  public mutating func apply(_ change: DraftChange) {
    switch change {
    case .add(let draft):
      if !unsent.contains(where: { $0.id == draft.id }) { unsent.append(draft) }
      composed.removeAll { $0.isContent(of: draft) }
    case .remove(let id):
      unsent.removeAll { $0.id == id }
    case .compose(let input):
      composed.removeAll { $0.replyTo == input.replyTo }
      if !input.text.isEmpty { composed.append(input) }
    case .react(let reaction):
      let index = reactions.firstIndex { $0.id == reaction.id } ?? reactions.endIndex
      reactions.replaceSubrange(index..<min(index + 1, reactions.endIndex), with: [reaction])
    case .settle(let reaction):
      reactions.removeAll { $0 == reaction }
    }
  }
}

/// A change of ``Drafts``.
public enum DraftChange: Sendable, Hashable {
  /// Adds a post that is about to be sent, and removes its text from the composer.
  case add(PostDraft)
  /// Removes a post that was sent or discarded.
  case remove(PostDraft.ID)
  /// Replaces the text in the composer; an empty one is removed.
  case compose(PostInput)
  /// Adds a reaction that is about to be sent, in the place of an earlier one to the same post.
  case react(PostReaction)
  /// Removes a reaction that the server has answered, unless there is a newer one to its post.
  case settle(PostReaction)
}
