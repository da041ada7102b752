import Core

/// What a view shows of a timeline.
public struct FeedContent: Sendable, Equatable {
  /// The posts, the newest first, none twice.
  public private(set) var posts: PostList
  /// The timelines to choose from, and the chosen one.
  public let timelines: TimelineSelection
  /// What goes on while the posts are shown.
  public internal(set) var activity: FeedActivity
  /// Where the next page begins, or `nil` at the end.
  public private(set) var nextMaxID: Post.ID?

  /// Makes a content.
  ///
  /// - Parameters:
  ///   - page: The first page; its posts may come in any order and more than once.
  ///   - timelines: The timelines to choose from, and the chosen one.
  ///   - activity: What goes on while the posts are shown.
  public init(_ page: FeedPage, timelines: TimelineSelection, activity: FeedActivity = .none) {
    posts = PostList(minimumCapacity: page.posts.count)
    self.timelines = timelines
    self.activity = activity
    append(page)
  }

  /// Whether there are older posts than the ones shown.
  public var hasMore: Bool { nextMaxID != nil }

  /// Puts a page's posts where they belong.
  ///
  /// A server that names the same place again would never come to an end; that place is taken for the end.
  mutating func append(_ page: FeedPage) {
    for post in page.posts { insert(post) }
    nextMaxID = page.nextMaxID == nextMaxID ? nil : page.nextMaxID
  }

  /// Puts the newest posts in place of all.
  mutating func replace(with page: FeedPage) {
    self = FeedContent(page, timelines: timelines, activity: activity)
  }

  /// Puts a post where it belongs, once.
  mutating func insert(_ post: Post) {
    posts.insert(post)
  }
}

/// The timelines to choose from, and the chosen one.
public struct TimelineSelection: Sendable, Equatable {
  /// The timelines to choose from.
  public let all: [Timeline]
  /// The chosen one; `nil` where there is none to choose.
  public let chosen: Timeline?

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - all: The timelines to choose from.
  ///   - chosen: The chosen one.
  public init(all: [Timeline], chosen: Timeline?) {
    self.all = all
    self.chosen = chosen
  }
}

/// What goes on while posts are shown.
public enum FeedActivity: Sendable, Equatable {
  /// Nothing.
  case none
  /// The newest posts are being read.
  case refreshing
  /// Older posts are being read.
  case loadingMore
  /// A post is being sent; a page may be on its way too.
  case posting
}
