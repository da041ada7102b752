import Core

/// What a user can do in Feed.
///
/// Each action returns when its work is done; one that is ignored, at once.
@MainActor
public protocol FeedActions: AnyObject {
  /// Reads the chosen timeline, or the first one. Ignored while posts are shown or loading.
  func load() async

  /// Reads the newest posts again. It overtakes ``loadMore()``; where no posts are shown it is ``load()``.
  func refresh() async

  /// Reads older posts. Ignored at the end, and while anything else goes on.
  func loadMore() async

  /// Reads another timeline.
  ///
  /// It overtakes whatever is being read. While a post is being sent it waits for that: it returns at once then, and
  /// is part of ``post(text:replyTo:)``. Choosing the one that is being opened already changes nothing.
  ///
  /// - Parameter id: The timeline.
  func select(timeline id: Timeline.ID) async

  /// Sends a post. What could not be sent stays as a draft, and sending the same text again is the same post.
  ///
  /// - Parameters:
  ///   - text: The text, as it was typed: 1 to 280 characters without white space around it.
  ///   - replyTo: The post that it answers.
  func post(text: String, replyTo: Post.ID?) async

  /// Asks for the composer.
  ///
  /// - Parameter replyTo: The post that is to be answered.
  func compose(replyTo: Post.ID?)

  /// Clears the notice.
  func dismissNotice()
}
