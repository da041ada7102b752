import Core

/// Reads timelines, and sends, likes and deletes posts.
///
/// Implement it to use a backend with another contract. `page` is required; the other methods have defaults for a
/// backend that does not offer them, which says so in ``capabilities``.
public protocol FeedRepository: Sendable {
  /// What the server offers, always the same; everything by default.
  var capabilities: Set<FeedCapability> { get }

  /// Whether the server publishes a draft once that it gets again with the same key; `true` by default.
  ///
  /// Where it may publish it twice, ``send(_:)`` throws ``FeedError/postMayHaveArrived`` if `APIError.mayHaveArrived` holds,
  /// and the drafts of an earlier launch are shown with that error.
  var publishesOnce: Bool { get }

  /// Returns the timelines that a user can choose beside the home timeline; none by default.
  func timelines() async throws(FeedError) -> [Timeline]

  /// Reads a page; throws ``FeedError/unknownTimeline`` where the timeline does not exist.
  ///
  /// A thread is what its post answers, the post, and its replies, in the order of the conversation, ``FeedOrder/ranked``. Its
  /// first page has the post, or throws ``FeedError/unknownPost``.
  ///
  /// Cut a page to some hundred posts: the Store sorts them on the main actor, which takes 300 ms for 60,000.
  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage

  /// Sends a post and returns it as published; throws ``FeedError/serverError(reason:)`` by default.
  ///
  /// A draft whose response was lost is sent again with the same key when the user requests it. Throws
  /// ``FeedError/rejected(reason:)`` where the server refuses the content.
  func send(_ draft: PostDraft) async throws(FeedError) -> Post

  /// Reacts to a post and returns it as it is now, or `nil` once it is deleted; throws ``FeedError/serverError(reason:)`` by
  /// default.
  ///
  /// A reaction whose answer was lost, ``FeedError/noNetwork``, is sent again: a second one must change nothing.
  /// Throws ``FeedError/unknownPost`` where the post does not exist; a deletion does nothing there. Throws
  /// ``FeedError/notTheAuthor`` at a deletion where the post is another user's.
  @discardableResult
  func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post?
}

extension FeedRepository {
  /// Returns everything.
  public var capabilities: Set<FeedCapability> { Set(FeedCapability.allCases) }

  /// Returns `true`.
  public var publishesOnce: Bool { true }

  /// Returns no timelines.
  public func timelines() async throws(FeedError) -> [Timeline] { [] }

  /// Throws ``FeedError/serverError(reason:)``.
  public func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    throw .serverError(reason: "The repository does not support posting.")
  }

  /// Throws ``FeedError/serverError(reason:)``.
  public func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
    throw .serverError(reason: "The repository does not support reactions.")
  }
}

/// What a server may offer of Feed; what it does not offer has no button, and its action is ignored.
public enum FeedCapability: Sendable, Hashable, CaseIterable {
  /// Posts that are not replies.
  case posts
  /// Replies.
  case replies
  /// Likes.
  case likes
  /// Deleting a post of the user.
  case deletions
  /// Reading the thread of a post.
  case threads

  /// What a composer needs: for a reply where a post is named.
  public static func composer(replyTo: Post.ID?) -> FeedCapability { replyTo == nil ? .posts : .replies }
}

extension Reaction {
  /// What it needs.
  public var capability: FeedCapability {
    switch self {
    case .like, .unlike: .likes
    case .delete: .deletions
    }
  }
}
