import Core

/// The posts and cursors that the shown timeline has had.
///
/// Not part of the state, because a view keeps the previous state: each page would copy these sets.
struct KnownPages: Hashable {
  /// The number of shown posts that a first page may reach over: to compare it with more would take too long.
  private static let maximumReach = 1_000

  private var positions: [Post.ID: PostPosition] = [:]
  private var cursors: Set<String> = []
  /// The position of the newest post of a first page: from there on the posts are known without a gap.
  private var top: PostPosition?
  private var isCyclic = false
  /// The number of posts of the pages whose order is the server's.
  private var rankedCount = 0

  /// Returns where a post of the timeline stands.
  func position(of id: Post.ID) -> PostPosition? { positions[id] }

  /// Returns whether there is no gap between a new first page and the shown posts.
  ///
  /// A page without a next one is the whole timeline, and the end of a cycle need not be the end of the timeline. Where the
  /// server ranks, a refresh may change the order of everything.
  func touches(_ page: FeedPage, _ shown: PostList) -> Bool {
    guard let top, page.order == .newestFirst, page.nextCursor != nil, !isCyclic else { return false }
    let below = shown.dropFirst(Self.maximumReach).first
    if let below, let last = page.posts.last, last.createdAt < below.createdAt { return false }
    return page.posts.contains { post in positions[post.id].map { $0 >= top } ?? false }
  }

  /// Begins anew with a first page, and returns it without repeated posts.
  mutating func begin(_ page: FeedPage) -> FeedPage {
    self = KnownPages()
    if page.order == .newestFirst { top = page.posts.map(\.position).min() }
    return add(page)
  }

  /// Returns the part of a next page that is new; a cursor that came before is the end.
  mutating func add(_ page: FeedPage) -> FeedPage {
    let nextCursor = page.nextCursor.flatMap { cursors.insert($0).inserted ? $0 : nil }
    if nextCursor == nil, page.nextCursor != nil { isCyclic = true }
    let posts = page.order == .ranked ? page.posts.ranked(from: rankedCount) : page.posts
    if page.order == .ranked { rankedCount += posts.count }
    return FeedPage(posts: add(posts), nextCursor: nextCursor)
  }

  /// Returns the posts that are new.
  mutating func add(_ posts: [Post]) -> [Post] {
    posts.filter { post in
      guard positions[post.id] == nil else { return false }
      positions[post.id] = post.position
      return true
    }
  }

  /// Returns the posts that are new and reply to a known one, ranked behind the known ones.
  mutating func add(replies posts: [Post]) -> [Post] {
    posts.flatMap { post -> [Post] in
      guard let parent = post.inReplyTo, positions[parent] != nil else { return [] }
      let reply = [post].ranked(from: rankedCount)
      rankedCount += 1
      return add(reply)
    }
  }

  /// Joins a first page with what is known, where they touch, and returns what that changes among the shown posts.
  ///
  /// `hidden` are the posts that the user wants to be deleted.
  mutating func join(_ page: FeedPage, shown: PostList, hidden: [Post], sent: [Post]) -> JoinedPage {
    let kept = Set(page.posts.map(\.id)).union(sent.map(\.id))
    let isInOrder = zip(page.posts, page.posts.dropFirst()).allSatisfy(Post.newestFirst)
    // Between the posts of a page that is in order, nothing is missing: what it lacks is deleted. Posts with the date of
    // the last one may follow on the next page, where the server orders them otherwise.
    let end = isInOrder ? page.posts.last?.createdAt : nil
    let above = end.map { end in shown.prefix { $0.createdAt > end } + hidden.filter { $0.createdAt > end } } ?? []
    let gone = above.filter { !kept.contains($0.id) }
    for post in gone { positions[post.id] = nil }
    let repeated = page.posts.filter { positions[$0.id] == $0.position }
    let added = add(page.posts)
    let unread = top.map { top in added.filter { $0.position < top }.sorted(by: Post.newestFirst) } ?? []
    top = page.posts.map(\.position).min()
    return JoinedPage(posts: repeated + added, gone: gone.map(\.position), unread: unread.map(\.id))
  }
}

/// What a new first page changes among the posts that are shown.
struct JoinedPage {
  /// The posts of the page, each once.
  var posts: [Post]
  /// The positions of posts that are no longer on the timeline.
  let gone: [PostPosition]
  /// The posts above those that were known, newest first.
  let unread: [Post.ID]
}
