import Core
import struct Foundation.Date

/// A timeline with its posts and pages: the shown one, or the one that the shown thread was opened from.
struct OpenTimeline: Hashable {
  let id: Timeline.ID?
  var content: FeedContent
  /// Whether the server may have newer posts, because the thread that was opened from it was refreshed.
  var isOutdated = false
  private var known: KnownPages

  /// Creates a timeline from its first page, which may have been made before the posts were sent, or was kept at a date.
  init(_ id: Timeline.ID?, _ page: FeedPage, keptAt: Date? = nil, sent: [Post], _ reactions: inout Reactions) {
    var known = KnownPages()
    content = FeedContent(known.begin(page).overlaid(with: &reactions), keptAt: keptAt)
    self.id = id
    self.known = known
    insert(sent, &reactions)
  }

  /// Returns whether there is no gap between a new first page and the posts.
  func touches(_ page: FeedPage) -> Bool { known.touches(page, content.posts) }

  /// Joins a new first page with the posts, where they touch.
  mutating func join(_ page: FeedPage, sent: [Post], _ reactions: inout Reactions) {
    var joined = known.join(page, shown: content.posts, hidden: reactions.hidden, sent: sent)
    joined.posts = reactions.overlay(joined.posts)
    content.join(joined)
  }

  mutating func append(_ page: FeedPage, _ reactions: inout Reactions) {
    content.append(known.add(page).overlaid(with: &reactions))
  }

  /// Inserts the sent posts that are new; a thread has those that reply to one of its posts, at its end.
  mutating func insert(_ sent: [Post], _ reactions: inout Reactions) {
    content.insert(reactions.overlay(id?.post == nil ? known.add(sent) : known.add(replies: sent)))
  }

  func post(_ id: Post.ID) -> Post? {
    known.position(of: id).flatMap(content.posts.post)
  }

  /// Shows a post where it belongs to the timeline; `nil` removes it.
  mutating func set(_ post: Post?, for id: Post.ID) {
    guard let position = known.position(of: id) else { return }
    var post = post
    // It may have another place on the timeline where the user has reacted to it.
    post?.rank = position.rank
    content.set(post, at: position)
  }
}

extension FeedPage {
  /// The page with what the user wants and the server has not confirmed.
  fileprivate func overlaid(with reactions: inout Reactions) -> FeedPage {
    FeedPage(posts: reactions.overlay(posts), nextCursor: nextCursor)
  }
}
