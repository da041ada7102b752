import Core

/// A stretch of a timeline.
public struct FeedPage: Sendable, Equatable {
  /// The most posts of one page that are asked for.
  public static let size = 20

  /// The posts, in the order they came.
  public let posts: [Post]
  /// Where the next page begins, or `nil` at the end.
  public let nextMaxID: Post.ID?

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - posts: The posts, in the order they came.
  ///   - nextMaxID: Where the next page begins, or `nil` at the end.
  public init(posts: [Post], nextMaxID: Post.ID?) {
    self.posts = posts
    self.nextMaxID = nextMaxID
  }
}

/// Which stretch of a timeline is wanted.
public struct FeedPageRequest: Sendable, Equatable {
  /// The timeline.
  public let timeline: Timeline.ID
  /// Where the page begins: posts older than this one, or the newest for `nil`.
  public let maxID: Post.ID?

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - maxID: Where the page begins: posts older than this one, or the newest for `nil`.
  public init(timeline: Timeline.ID, maxID: Post.ID? = nil) {
    self.timeline = timeline
    self.maxID = maxID
  }
}
