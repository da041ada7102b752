import struct Foundation.Date

/// A post on a timeline.
public struct Post: Sendable, Hashable, Identifiable {
  /// The identifier assigned by the server.
  public let id: String
  /// The author of the post.
  public let author: Author
  /// The text.
  public let text: String
  /// The date of publication, exact to the microsecond.
  public let createdAt: Date
  /// The identifier of the post that this one replies to.
  public let inReplyTo: String?
  /// The number of likes.
  public var likes: Int
  /// Whether the user likes the post.
  public var isLiked: Bool
  /// The place on a timeline whose order is the server's, from 0, the top; `nil` where the date decides.
  package var rank: Int?

  /// Creates a post.
  public init(
    id: String, author: Author, text: String, createdAt: Date, inReplyTo: String? = nil, likes: Int = 0,
    isLiked: Bool = false
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.createdAt = createdAt
    self.inReplyTo = inReplyTo
    self.likes = likes
    self.isLiked = isLiked
  }

  /// Returns whether the first post stands above the second on a timeline.
  ///
  /// Later dates come first. Posts of the same date are ordered by identifier, longer ones first, then by descending
  /// text, so that `10` stands above `9`. The order is total: only posts with the same identifier and date are equal.
  public static func newestFirst(_ first: Post, _ second: Post) -> Bool {
    first.position < second.position
  }

  /// Where the post stands on a timeline.
  package var position: PostPosition { PostPosition(rank: rank, createdAt: createdAt, id: id) }
}

/// Where a post stands on a timeline; a lower position is above a higher one.
package struct PostPosition: Sendable, Hashable, Comparable {
  package let rank: Int?
  private let createdAt: Date
  private let id: Post.ID

  package init(rank: Int? = nil, createdAt: Date, id: Post.ID) {
    self.rank = rank
    self.createdAt = createdAt
    self.id = id
  }

  package static func < (first: PostPosition, second: PostPosition) -> Bool {
    // What was just sent has no rank, and stands on top.
    guard first.rank == second.rank else { return (first.rank ?? -1) < (second.rank ?? -1) }
    guard first.createdAt == second.createdAt else { return first.createdAt > second.createdAt }
    let (length, otherLength) = (first.id.utf8.count, second.id.utf8.count)
    return length == otherLength ? first.id > second.id : length > otherLength
  }
}

/// The author of a post.
public struct Author: Sendable, Hashable, Identifiable {
  /// The identifier assigned by the server.
  public let id: String
  /// The display name.
  public let name: String
  /// The name that mentions use, without the at sign.
  public let screenName: String

  /// Creates an author.
  public init(id: String, name: String, screenName: String) {
    self.id = id
    self.name = name
    self.screenName = screenName
  }
}

/// A timeline that a user can choose.
public struct Timeline: Sendable, Hashable, Identifiable {
  /// Identifies what is read as a timeline; `nil` stands for the home timeline.
  public enum ID: Sendable, Hashable {
    /// A timeline of the server, with the identifier that it has assigned.
    case list(String)
    /// The thread of a post: what the post answers, the post, and its replies.
    case thread(of: Post.ID)
  }

  /// The identifier.
  public let id: ID
  /// The display name.
  public let title: String

  /// Creates a timeline with the identifier assigned by the server.
  public init(id: String, title: String) {
    self.id = .list(id)
    self.title = title
  }
}

extension Timeline.ID {
  /// The post whose thread this is; `nil` for a timeline of the server.
  public var post: Post.ID? { if case .thread(let post) = self { post } else { nil } }
}
