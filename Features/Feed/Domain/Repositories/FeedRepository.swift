import Core

/// Where posts come from.
///
/// Write one of your own to plug in a backend with another contract.
public protocol FeedRepository: Sendable {
  /// Reads the timelines that can be chosen from.
  ///
  /// - Returns: The timelines; the first one is shown first.
  /// - Throws: ``FeedError``.
  func timelines() async throws(FeedError) -> [Timeline]

  /// Reads a stretch of a timeline.
  ///
  /// - Parameter request: Which stretch.
  /// - Returns: The posts, and where the next page begins.
  /// - Throws: ``FeedError``; ``FeedError/unknownTimeline`` where there is no such timeline.
  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage

  /// Sends a post.
  ///
  /// - Parameter draft: The post. A draft that was sent before, with an answer that was lost, is the same post.
  /// - Returns: The post as the server keeps it.
  /// - Throws: ``FeedError``; ``FeedError/postRejected`` where the server does not take it.
  func send(_ draft: PostDraft) async throws(FeedError) -> Post
}
