import Core

/// What a launch shows of Feed before the server has answered.
struct KeptFeed: Sendable, Hashable {
  /// The timeline that was chosen last.
  let timeline: Timeline.ID?
  /// Its first page.
  private(set) var page: FeedPage
  /// The timelines to choose from.
  var timelines: [Timeline]

  /// Replaces a post, or removes it with `nil`.
  mutating func set(_ post: Post?, for id: Post.ID) {
    page = FeedPage(
      posts: page.posts.compactMap { $0.id == id ? post : $0 }, nextCursor: page.nextCursor, order: page.order)
  }
}
