import Core

/// Reads timelines and sends posts.
///
/// Implement it to use a backend with another contract. `page` is required; the other methods have defaults for a
/// backend that does not offer them.
public protocol FeedRepository: Sendable {
  /// Returns the timelines that a user can choose beside the home timeline; none by default.
  func timelines() async throws(FeedError) -> [Timeline]

  /// Reads a page; throws ``FeedError/unknownTimeline`` where the timeline does not exist.
  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage

  /// Sends a post and returns it as published; throws ``FeedError/serverError(reason:)`` by default.
  ///
  /// A draft whose response was lost is sent again with the same key: it must not be published twice. Throws
  /// ``FeedError/postRejected`` where the server refuses the content.
  func send(_ draft: PostDraft) async throws(FeedError) -> Post
}

extension FeedRepository {
  /// Returns no timelines.
  public func timelines() async throws(FeedError) -> [Timeline] { [] }

  /// Throws ``FeedError/serverError(reason:)``.
  public func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    throw .serverError(reason: "The repository does not support posting.")
  }
}
