/// What a user does to a post; it is shown at once, before the server has confirmed it.
public enum Reaction: String, Sendable, Hashable, CaseIterable {
  /// Likes the post.
  case like
  /// Takes back a like.
  case unlike
  /// Deletes a post of the user.
  case delete

  /// Returns the post as it is after the reaction; `nil` once deleted.
  package func applied(to post: Post) -> Post? {
    var changed = post
    switch self {
    case .like:
      guard !post.isLiked else { return post }
      changed.likes += 1
      changed.isLiked = true
    case .unlike:
      guard post.isLiked else { return post }
      changed.likes = max(0, post.likes - 1)
      changed.isLiked = false
    case .delete:
      return nil
    }
    return changed
  }
}

/// A reaction to a post.
public struct PostReaction: Sendable, Hashable, Identifiable {
  /// What the user wants.
  public let reaction: Reaction
  /// The identifier of the post.
  public let post: Post.ID

  /// Creates a reaction to a post.
  public init(_ reaction: Reaction, to post: Post.ID) {
    self.reaction = reaction
    self.post = post
  }

  /// The identifier of the post, which has one reaction at a time.
  public var id: Post.ID { post }
}

extension Post {
  /// Takes over what reactions change from an answer, which is about nothing else.
  package mutating func takeReactions(of answer: Post) {
    likes = answer.likes
    isLiked = answer.isLiked
  }
}
