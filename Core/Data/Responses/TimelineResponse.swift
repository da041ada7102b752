/// The answer of `GET /v1/timeline`: one page.
public struct TimelineResponse: Codable, Sendable, Equatable {
  /// The posts of the page.
  public let posts: [PostResponse]
  /// The `max_id` of the next page; the key is left out, or null, where this page is the last.
  public let nextMaxID: String?

  private enum CodingKeys: String, CodingKey {
    case posts
    case nextMaxID = "next_max_id"
  }

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - posts: The posts of the page.
  ///   - nextMaxID: The `max_id` of the next page, or `nil` where this page is the last.
  public init(_ posts: [Post], nextMaxID: String?) {
    self.posts = posts.map(PostResponse.init)
    self.nextMaxID = nextMaxID
  }
}
