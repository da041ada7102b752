import Core

/// The actions of the outbox.
///
/// An action returns when its work is done; one that is ignored returns at once, as one is that the server does not offer.
@MainActor
public protocol OutboxActions: AnyObject, Sendable {
  /// Reads what an earlier launch has left, once; a failure can be repeated.
  func load() async

  /// Sends a post; the text is 1 to 280 characters without surrounding white space.
  ///
  /// The draft is saved before it is sent, after those that are being sent, and stays in the outbox until the server has
  /// it; its text is no longer in the composer. The same text sent again is the same draft, and the same post to the
  /// server; ignored while it is in the queue.
  ///
  /// `key` identifies the form that sends the text, such as one that a second click submits again: with the key of a text
  /// that was sent, the same text is ignored, and another one is another post.
  func post(text: String, replyTo: Post.ID?, key: PostDraft.ID?) async

  /// Sends an unsent post again, as ``post(text:replyTo:key:)`` does. Ignored while it is in the queue.
  func retry(draft id: PostDraft.ID) async

  /// Forgets an unsent post. Ignored while it is being sent.
  func discard(draft id: PostDraft.ID) async

  /// Changes the text in the composer; ``keep()`` saves it.
  func compose(text: String, replyTo: Post.ID?)

  /// Saves what was typed since the last time, so that it survives the end of the process.
  ///
  /// While a text is being written, the newest ones wait, and this returns at once. Call it when the user pauses, and
  /// leaves the composer or the app. What is not saved when the session ends is saved then, for its user.
  func keep() async

  /// Dismisses the notice.
  func dismissNotice()
}

extension OutboxActions {
  /// Sends a post, which is another one with each call once the former is sent.
  public func post(text: String, replyTo: Post.ID? = nil) async {
    await post(text: text, replyTo: replyTo, key: nil)
  }
}
