import Core

/// What a launch shows of Feed before the server has answered.
struct KeptFeed: Sendable, Hashable {
  /// The timeline that was chosen last.
  let timeline: Timeline.ID?
  /// Its first page.
  private(set) var page: FeedPage
  /// The timelines to choose from.
  var timelines: [Timeline]

  /// Puts a post that the user has sent above the others.
  mutating func insert(_ post: Post) {
    page = FeedPage(
      posts: [post] + page.posts.filter { $0.id != post.id }, nextCursor: page.nextCursor, order: page.order)
  }

  /// Replaces a post, or removes it with `nil`.
  mutating func set(_ post: Post?, for id: Post.ID) {
    page = FeedPage(
      posts: page.posts.compactMap { $0.id == id ? post : $0 }, nextCursor: page.nextCursor, order: page.order)
  }
}
