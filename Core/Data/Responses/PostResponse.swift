import struct Foundation.Date

/// One post: the answer of `POST /v1/posts`, and what a page of a timeline is made of.
public struct PostResponse: Codable, Sendable, Equatable {
  /// Who wrote a post.
  public struct AuthorResponse: Codable, Sendable, Equatable {
    /// The identifier of the author.
    public let id: String
    /// The name that is shown.
    public let name: String
    /// The name that others mention them by.
    public let screenName: String

    private enum CodingKeys: String, CodingKey {
      case id, name
      case screenName = "screen_name"
    }
  }

  /// The identifier of the post.
  public let id: String
  /// Who wrote it.
  public let author: AuthorResponse
  /// What it says.
  public let text: String
  /// When it was written.
  public let createdAt: Date
  /// The identifier of the post that it answers; the key is left out where it answers none.
  public let inReplyTo: String?

  private enum CodingKeys: String, CodingKey {
    case id, author, text
    case createdAt = "created_at"
    case inReplyTo = "in_reply_to_id"
  }

  /// Makes the answer about a post.
  ///
  /// - Parameter post: What it is about.
  public init(_ post: Post) {
    id = post.id
    author = AuthorResponse(id: post.author.id, name: post.author.name, screenName: post.author.screenName)
    text = post.text
    createdAt = post.createdAt
    inReplyTo = post.inReplyTo
  }

  /// What the answer is about.
  public var post: Post {
    Post(
      id: id, author: Author(id: author.id, name: author.name, screenName: author.screenName), text: text,
      createdAt: createdAt, inReplyTo: inReplyTo)
  }
}
