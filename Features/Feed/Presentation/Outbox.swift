import Core

/// What the user has written and the server does not have.
public struct Outbox: Sendable, Hashable {
  private var drafts = Drafts()
  private var failures: [PostDraft.ID: FeedError] = [:]
  private var sending: PostDraft.ID?
  /// The drafts that were sent or discarded while the storage was being read, which may still have them; `nil` once read.
  private var finished: Set<PostDraft.ID>? = []

  /// Creates an outbox without drafts.
  public init() {}

  /// The posts that are not sent, oldest first, without the one that is being sent.
  public var unsent: [UnsentPost] {
    drafts.unsent.filter { $0.id != sending }.map { UnsentPost(draft: $0, failure: failures[$0.id]) }
  }

  /// Whether a post is being sent.
  public var isSending: Bool { sending != nil }

  /// The number of drafts: posts that are not sent, and what was left in composers.
  package var draftCount: Int { drafts.unsent.count + drafts.composed.count }

  /// Returns the text that was left in the composer of a reply, or of a post that is none; empty at first.
  public func text(replyTo: Post.ID?) -> String { drafts.text(replyTo: replyTo) }

  /// Adds what a storage has; `failure` is why those posts are not sent.
  mutating func add(_ stored: Drafts, failure: FeedError?) {
    let unsent = stored.unsent.filter { finished?.contains($0.id) != true }
    finished = nil
    if let failure { for draft in unsent { failures[draft.id] = failure } }
    drafts = Drafts(
      unsent: unsent + drafts.unsent.filter { !unsent.contains($0) },
      composed: stored.composed.filter { text(replyTo: $0.replyTo).isEmpty } + drafts.composed)
  }

  /// Returns the unsent draft with the same content, which the server may have got before, or the draft itself.
  func known(_ draft: PostDraft) -> PostDraft {
    drafts.unsent.first { $0.text == draft.text && $0.replyTo == draft.replyTo } ?? draft
  }

  mutating func compose(_ input: PostInput) {
    drafts.apply(.compose(input))
  }

  mutating func beginSending(_ draft: PostDraft) {
    drafts.apply(.add(draft))
    sending = draft.id
  }

  /// Ends sending; without a failure, the draft has been sent.
  mutating func endSending(_ draft: PostDraft, _ failure: FeedError?) {
    sending = nil
    guard let failure else { return remove(draft.id) }
    if failure != .cancelled { failures[draft.id] = failure }
  }

  mutating func remove(_ id: PostDraft.ID) {
    drafts.apply(.remove(id))
    failures[id] = nil
    finished?.insert(id)
  }
}

/// A post that was not sent.
public struct UnsentPost: Sendable, Hashable, Identifiable {
  /// The draft.
  public let draft: PostDraft
  /// Why it was not sent; `nil` where sending was cancelled, and after a launch unless the server may have it.
  public let failure: FeedError?

  /// Creates an unsent post.
  public init(draft: PostDraft, failure: FeedError? = nil) {
    self.draft = draft
    self.failure = failure
  }

  /// The identifier of the draft.
  public var id: PostDraft.ID { draft.id }
}
