import Core

/// The actions of Feed.
///
/// An action returns when its work is done; one that is ignored returns at once, as one is that the server does not offer.
@MainActor
public protocol FeedActions: AnyObject, Sendable {
  /// Reads the chosen timeline; at first that is the one that is kept, which is shown until then, or the home timeline. Ignored
  /// while loading, and while posts are shown that are not kept ones.
  ///
  /// The timelines to choose from are read after it, once, so that posts never wait for them.
  func load() async

  /// Reads the newest posts: they join the shown ones where they touch, else take their place. Replaces ``loadMore()``;
  /// ignored while loading or refreshing.
  func refresh() async

  /// Reads the next page, or of a kept timeline the newest posts. Ignored at the end, and while anything else is in progress.
  func loadMore() async

  /// Reads another timeline, such as the thread of a post, or with `nil` the home timeline. Replaces whatever is being read.
  ///
  /// As the first action of a launch it shows what is kept of that timeline until then.
  ///
  /// The one that a thread was opened from, or that is shown until another one is loaded, is shown as it was left, without a
  /// request unless the thread was refreshed. Ignored while that timeline is being loaded.
  func select(timeline: Timeline.ID?) async

  /// Marks the unread posts as seen.
  func markRead()

  /// Shows a post that the user has sent, once, also where a page that is being read may lack it; in a thread, where it
  /// replies to a post that is shown.
  func show(posted post: Post)

  /// Likes, unlikes or deletes a post: shown at once, then as the server answers; after a failure, as the server last
  /// described it.
  ///
  /// One request is in flight for each post, and the newest reaction is sent after it. Ignored where the post is not
  /// shown, or would not change. Without a network, or after too many requests, it waits, where the Store has a storage of
  /// drafts: it is sent after the next page or reaction, or by ``sendReactions()``.
  func react(_ reaction: Reaction, to id: Post.ID) async

  /// Sends the reactions that wait, also those of an earlier launch, one after the other in their order.
  ///
  /// It ends where there is no network, or the server fails: then it begins with the others the next time. Call it after
  /// the sign-in, and when the app becomes active.
  func sendReactions() async

  /// Requests the composer, for a reply where a post is named.
  func compose(replyTo: Post.ID?)

  /// Requests the sign-in screen.
  func showSignIn()

  /// Dismisses the notice.
  func dismissNotice()
}

extension FeedActions {
  /// Requests the composer for a post that is not a reply.
  public func compose() {
    compose(replyTo: nil)
  }
}
