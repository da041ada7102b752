/// The body of `POST /v1/posts`.
public struct PostRequest: Codable, Sendable, Equatable {
  /// What the post says, 1 to 280 characters.
  public let text: String
  /// The identifier of the post that it answers; the key is left out where it answers none.
  public let inReplyTo: String?

  private enum CodingKeys: String, CodingKey {
    case text
    case inReplyTo = "in_reply_to_id"
  }

  /// Makes the body.
  ///
  /// - Parameters:
  ///   - text: What the post says.
  ///   - inReplyTo: The identifier of the post that it answers, or `nil`.
  public init(text: String, inReplyTo: String? = nil) {
    self.text = text
    self.inReplyTo = inReplyTo
  }
}
