import struct Foundation.Date

/// Something somebody wrote for others to read, as on the timeline of the article about derived patterns.
public struct Post: Sendable, Hashable, Identifiable {
  /// The identifier the server gave; a later post has a longer one, or a greater one of the same length.
  public let id: String
  /// Who wrote it.
  public let author: Author
  /// What it says.
  public let text: String
  /// When it was written, exact to the microsecond.
  public let createdAt: Date
  /// The identifier of the post that it answers, or `nil`.
  public let inReplyTo: String?

  /// Makes a post.
  ///
  /// - Parameters:
  ///   - id: The identifier the server gave.
  ///   - author: Who wrote it.
  ///   - text: What it says.
  ///   - createdAt: When it was written.
  ///   - inReplyTo: The identifier of the post that it answers, or `nil`.
  public init(id: String, author: Author, text: String, createdAt: Date, inReplyTo: String? = nil) {
    self.id = id
    self.author = author
    self.text = text
    self.createdAt = createdAt
    self.inReplyTo = inReplyTo
  }

  /// The order of a timeline, newest first.
  ///
  /// The later date comes first. Of two posts of the same moment, the one with the longer identifier does, and of two
  /// identifiers of one length the greater text: so that `10` is newer than `9`. Posts that differ in their
  /// identifiers are never equal in this order.
  ///
  /// - Parameters:
  ///   - first: A post.
  ///   - second: Another post.
  /// - Returns: Whether `first` stands above `second`.
  public static func newestFirst(_ first: Post, _ second: Post) -> Bool {
    first.createdAt == second.createdAt ? newestIDFirst(first, second) : first.createdAt > second.createdAt
  }

  /// Whether the first post has the longer identifier, or the greater one of the same length.
  package static func newestIDFirst(_ first: Post, _ second: Post) -> Bool {
    let (length, otherLength) = (first.id.utf8.count, second.id.utf8.count)
    return length == otherLength ? first.id > second.id : length > otherLength
  }
}
