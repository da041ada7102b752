import struct Foundation.Date

/// The body of `POST /v1/posts`.
public struct PostRequest: Codable, Sendable, Hashable {
  /// The text, 1 to 280 characters.
  public let text: String
  /// The identifier of the post to reply to; the key is left out where there is none.
  public let inReplyTo: String?

  private enum CodingKeys: String, CodingKey {
    case text
    case inReplyTo = "in_reply_to_id"
  }

  /// Creates the body.
  public init(text: String, inReplyTo: String? = nil) {
    self.text = text
    self.inReplyTo = inReplyTo
  }
}

/// A post: the response of `POST /v1/posts`, and an element of ``TimelineResponse``.
public struct PostResponse: Codable, Sendable, Hashable {
  /// The author of a post.
  public struct AuthorResponse: Codable, Sendable, Hashable {
    /// The identifier of the author.
    public let id: String
    /// The display name.
    public let name: String
    /// The name that mentions use.
    public let screenName: String

    private enum CodingKeys: String, CodingKey {
      case id, name
      case screenName = "screen_name"
    }

    fileprivate init(_ author: Author) {
      id = author.id
      name = author.name
      screenName = author.screenName
    }

    /// Reads an author, whose names are cut to 1 KiB.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.identifier(.id)
      name = try container.displayName(.name)
      screenName = try container.displayName(.screenName)
    }
  }

  /// The identifier of the post.
  public let id: String
  /// The author.
  public let author: AuthorResponse
  /// The text.
  public let text: String
  /// The date of publication.
  public let createdAt: Date
  /// The identifier of the post that this one replies to; the key is left out where there is none.
  public let inReplyTo: String?
  /// The number of likes; 0 where the server sends none.
  public let likes: Int
  /// Whether the signed-in user likes the post; `false` where the server does not say.
  public let liked: Bool

  private enum CodingKeys: String, CodingKey {
    case id, author, text, likes, liked
    case createdAt = "created_at"
    case inReplyTo = "in_reply_to_id"
  }

  /// Creates the response.
  public init(_ post: Post) {
    id = post.id
    author = AuthorResponse(post.author)
    text = post.text
    createdAt = post.createdAt
    inReplyTo = post.inReplyTo
    likes = post.likes
    liked = post.isLiked
  }

  /// Reads a post; likes that are missing or not a number from 0 on never make it unreadable, an identifier of more than
  /// 1 KiB does.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.identifier(.id)
    author = try container.decode(AuthorResponse.self, forKey: .author)
    text = try container.decode(String.self, forKey: .text)
    createdAt = try container.decode(Date.self, forKey: .createdAt)
    inReplyTo = try container.identifierIfPresent(.inReplyTo)
    likes = max(0, (try? container.decode(Int.self, forKey: .likes)) ?? 0)
    liked = (try? container.decode(Bool.self, forKey: .liked)) ?? false
  }

  /// The post.
  public var post: Post {
    Post(
      id: id, author: Author(id: author.id, name: author.name, screenName: author.screenName), text: text,
      createdAt: createdAt, inReplyTo: inReplyTo, likes: likes, isLiked: liked)
  }
}

/// The response of `GET /v1/timeline` and `GET /v1/posts/{id}/thread`: one page of posts.
public struct TimelineResponse: Codable, Sendable, Hashable {
  /// The largest `limit` of a page.
  public static let maximumLimit = 100

  /// The posts of the page.
  public let posts: [PostResponse]
  /// The `max_id` of the next page; left out or null on the last page.
  public let nextMaxID: String?

  private enum CodingKeys: String, CodingKey {
    case posts
    case nextMaxID = "next_max_id"
  }

  /// Creates a page.
  public init(_ posts: [Post], nextMaxID: String?) {
    self.posts = posts.map(PostResponse.init)
    self.nextMaxID = nextMaxID
  }

  /// Reads a page; one that ignores its limit is cut to ``maximumLimit`` posts, and the next page begins where it was cut.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var elements = try container.nestedUnkeyedContainer(forKey: .posts)
    var posts: [PostResponse] = []
    while !elements.isAtEnd, posts.count < Self.maximumLimit { posts.append(try elements.decode(PostResponse.self)) }
    let nextMaxID = try container.cursorIfPresent(.nextMaxID)
    self.posts = posts
    self.nextMaxID = elements.isAtEnd ? nextMaxID : posts.last?.id
  }
}

/// The response of `GET /v1/lists`.
public struct ListsResponse: Codable, Sendable, Hashable {
  /// A timeline to choose.
  public struct ListResponse: Codable, Sendable, Hashable {
    /// The identifier of the timeline.
    public let id: String
    /// The display name.
    public let title: String

    private enum CodingKeys: CodingKey {
      case id, title
    }

    fileprivate init?(_ timeline: Timeline) {
      guard case .list(let id) = timeline.id else { return nil }
      self.id = id
      title = timeline.title
    }

    /// Reads a timeline, whose title is cut to 1 KiB.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.identifier(.id)
      title = try container.displayName(.title)
    }
  }

  /// The timelines, in display order.
  public let lists: [ListResponse]

  /// Creates the response.
  public init(_ timelines: [Timeline]) {
    lists = timelines.compactMap(ListResponse.init)
  }

  /// The timelines, in display order.
  public var timelines: [Timeline] {
    lists.map { Timeline(id: $0.id, title: $0.title) }
  }
}
