import Core

/// A page of a timeline.
public struct FeedPage: Sendable, Hashable {
  /// The number of posts that a page asks for.
  public static let size = 20

  /// The posts, in any order.
  public let posts: [Post]
  /// The cursor of the next page, which only the repository understands, or `nil` on the last page.
  public let nextCursor: String?

  /// Creates a page.
  public init(posts: [Post], nextCursor: String?) {
    self.posts = posts
    self.nextCursor = nextCursor
  }
}

/// Identifies a page of a timeline.
public struct FeedPageRequest: Sendable, Hashable {
  /// The timeline, or `nil` for the home timeline.
  public let timeline: Timeline.ID?
  /// The cursor from the page before, or `nil` for the newest posts.
  public let cursor: String?

  /// Creates a request.
  public init(timeline: Timeline.ID? = nil, cursor: String? = nil) {
    self.timeline = timeline
    self.cursor = cursor
  }
}
