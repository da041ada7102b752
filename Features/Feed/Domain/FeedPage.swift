import Core

/// A page of a timeline.
public struct FeedPage: Sendable, Hashable {
  /// The number of posts that a page asks for.
  public static let size = 20

  /// The posts; in any order where the date decides.
  public let posts: [Post]
  /// The cursor of the next page, which only the repository understands, or `nil` on the last page.
  public let nextCursor: String?
  /// The order of the timeline.
  public let order: FeedOrder

  /// Creates a page.
  public init(posts: [Post], nextCursor: String?, order: FeedOrder = .newestFirst) {
    self.posts = order == .ranked ? posts.ranked(from: 0) : posts
    self.nextCursor = nextCursor
    self.order = order
  }
}

/// The order of the posts of a timeline, the same for all its pages.
public enum FeedOrder: Sendable, Hashable {
  /// By date, whatever the order in which the server returns them.
  case newestFirst
  /// As the server returns them: a next page stands below, and a refresh replaces all pages.
  case ranked
}

extension [Post] {
  /// The posts with their places on a timeline whose order is the server's.
  func ranked(from first: Int) -> [Post] {
    zip(first..., self).map { rank, post in
      var post = post
      post.rank = rank
      return post
    }
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
