import Core

/// What a user does to a post; it is shown at once, before the server has confirmed it.
public enum Reaction: String, Sendable, Hashable, CaseIterable {
  /// Likes the post.
  case like
  /// Takes back a like.
  case unlike
  /// Deletes a post of the user.
  case delete

  /// What it needs.
  public var capability: FeedCapability {
    switch self {
    case .like, .unlike: .likes
    case .delete: .deletions
    }
  }

  /// Returns the post as it is after the reaction; `nil` once deleted.
  func applied(to post: Post) -> Post? {
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

extension Post {
  /// Takes over what reactions change from an answer, which is about nothing else.
  mutating func takeReactions(of answer: Post) {
    likes = answer.likes
    isLiked = answer.isLiked
  }
}
