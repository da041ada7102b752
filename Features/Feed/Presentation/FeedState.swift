import Core
import struct Foundation.Date

/// The state of Feed.
public enum FeedState: Sendable, Hashable {
  /// Nothing was requested; the first state.
  case idle
  /// A timeline is being read, and nothing is shown yet.
  case loading
  /// A timeline is shown.
  case loaded(FeedContent)
  /// A timeline without posts is shown.
  case empty(FeedContent)
  /// No user is signed in.
  case notAuthorized
  /// The timeline could not be read, with the message that says why.
  case error(String)
}

extension FeedState {
  /// The state that shows a timeline.
  static func showing(_ content: FeedContent) -> FeedState {
    content.posts.isEmpty && !content.hasMore ? .empty(content) : .loaded(content)
  }

  /// The timeline that is shown, where one is.
  public var content: FeedContent? {
    switch self {
    case .loaded(let content), .empty(let content): content
    case .idle, .loading, .notAuthorized, .error: nil
    }
  }

  /// Whether there are older posts than the shown ones.
  public var hasMore: Bool { content?.hasMore ?? false }
}

/// A timeline and what is in progress on it.
public struct FeedContent: Sendable, Hashable {
  /// The number of pages in a row without a new post after which the next is read only when the user requests it.
  static let maximumEmptyPages = 5

  /// The posts.
  public private(set) var posts: PostList
  /// The read request in progress.
  public internal(set) var reading: FeedReading
  /// The posts that refreshes have added above those that were shown, newest first, until the user has seen them.
  public private(set) var unread: [Post.ID] = []
  /// The cursor of the next page, or `nil` at the end.
  public private(set) var nextCursor: String?
  /// When the posts were kept, where an earlier launch has shown them and the server has not answered since.
  public let keptAt: Date?
  private var emptyPages = 0

  /// Creates a timeline from its first page.
  public init(_ page: FeedPage, reading: FeedReading = .idle, keptAt: Date? = nil) {
    posts = PostList(page.posts)
    self.keptAt = keptAt
    nextCursor = page.nextCursor
    self.reading = reading
    emptyPages = page.posts.isEmpty && hasMore ? 1 : 0
  }

  /// Whether there are older posts than the shown ones.
  public var hasMore: Bool { nextCursor != nil }

  /// Whether the next page may be read without a tap: a server that sends empty pages without end waits for the user.
  public var loadsMoreAutomatically: Bool { hasMore && emptyPages < Self.maximumEmptyPages }

  /// Appends the posts of a page that are new.
  mutating func append(_ page: FeedPage) {
    posts.insert(page.posts)
    nextCursor = page.nextCursor
    emptyPages = page.posts.isEmpty && hasMore ? emptyPages + 1 : 0
  }

  /// Joins a new first page with the posts.
  mutating func join(_ page: JoinedPage) {
    for position in page.gone { set(nil, at: position) }
    for post in page.posts { posts.set(post, at: post.position) }
    let shown = Set(page.posts.map(\.id))
    unread = page.unread.filter(shown.contains) + unread
  }

  /// Forgets which posts are new.
  mutating func markRead() {
    unread = []
  }

  /// Inserts new posts where they belong.
  mutating func insert(_ newPosts: [Post]) {
    posts.insert(newPosts)
  }

  /// Inserts or replaces the post at a position, which is its own; `nil` removes it.
  mutating func set(_ post: Post?, at position: PostPosition) {
    if post == nil, !unread.isEmpty, let gone = posts.post(at: position) { unread.removeAll { $0 == gone.id } }
    posts.set(post, at: position)
  }
}

/// The read request in progress while a timeline is shown.
public enum FeedReading: Sendable, Hashable {
  /// None.
  case idle
  /// The newest posts.
  case refreshing
  /// The next page.
  case loadingMore
}

/// The timelines that a user can choose, and the chosen one.
public struct TimelineSelection: Sendable, Hashable {
  /// The timelines beside the home timeline; empty until they are read.
  public internal(set) var all: [Timeline]
  /// The chosen timeline, or `nil` for the home timeline.
  public internal(set) var chosen: Timeline.ID?

  /// Creates a selection.
  public init(all: [Timeline] = [], chosen: Timeline.ID? = nil) {
    self.all = all
    self.chosen = chosen
  }

  /// The display name of the chosen timeline, where it is known.
  public var chosenTitle: String? { all.first { $0.id == chosen }?.title }

  /// Returns the title of the chosen timeline: its display name, or its identifier while that is not known.
  public func title(messages: FeedMessages) -> String {
    switch chosen {
    case nil: messages.home
    case .list(let id): chosenTitle ?? id
    case .thread: messages.thread
    }
  }

  /// Returns the timelines to choose from with their titles, the home timeline first and then the chosen one, where it is
  /// not among the others; none where there is no choice.
  public func choices(messages: FeedMessages) -> [(id: Timeline.ID?, title: String)] {
    guard !all.isEmpty || chosen != nil else { return [] }
    let isListed = chosen == nil || chosenTitle != nil
    return [(nil, messages.home)] + (isListed ? [] : [(chosen, title(messages: messages))])
      + all.map { ($0.id, $0.title) }
  }
}

/// A destination outside of Feed, for the root of the app.
public enum FeedRoute: Sendable, Hashable {
  /// The composer, for a reply where a post is named; the screen name is that of its author, where it is known.
  case compose(replyTo: Post.ID?, screenName: String?)
  /// The sign-in screen.
  case signIn
}

/// The purpose of the composer.
public struct FeedComposer: Sendable, Hashable, Identifiable {
  /// The post to reply to, or `nil` for a post that is not a reply.
  public let replyTo: Post.ID?
  /// The screen name of the author of that post, where it is known.
  public let screenName: String?

  /// Creates the purpose of a composer.
  public init(replyTo: Post.ID? = nil, screenName: String? = nil) {
    self.replyTo = replyTo
    self.screenName = screenName
  }

  /// The value itself.
  public var id: Self { self }

  /// Returns the line above a reply, or `nil` for a post that is not a reply.
  public func replyLine(messages: FeedMessages) -> String? {
    replyTo.map { _ in messages.replyLine(to: screenName) }
  }
}
