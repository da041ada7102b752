import Core
import Foundation

/// What a view shows of one post, ready to show.
///
/// It is made for the posts on the screen: a timeline of a million posts keeps its posts as they came.
public struct PostRow: Sendable, Equatable, Identifiable {
  /// The post's identifier.
  public let id: Post.ID
  /// Who wrote it.
  public let authorName: String
  /// Who wrote it, with an at sign before the screen name.
  public let handle: String
  /// The text.
  public let text: String
  /// When it was written.
  public let date: String
  /// Whom it answers, or `nil` where it answers nobody.
  public let replyLine: String?

  /// Makes what a view shows.
  ///
  /// - Parameters:
  ///   - post: The post.
  ///   - parent: The post that it answers, where that is known.
  ///   - messages: The texts, and how dates are written.
  public init(_ post: Post, parent: Post?, messages: FeedMessages) {
    id = post.id
    authorName = post.author.name
    handle = "@\(post.author.screenName)"
    text = post.text
    date = post.createdAt.formatted(messages.date)
    replyLine = post.inReplyTo.map { _ in
      parent.map { String(format: messages.replyTo, "@\($0.author.screenName)") } ?? messages.reply
    }
  }
}

extension FeedContent {
  /// How many older posts are searched for the one that a post answers.
  private static let parentDistance = 200

  /// What a view shows of a post.
  ///
  /// - Parameters:
  ///   - index: The position of the post in ``posts``.
  ///   - messages: The texts, and how dates are written.
  /// - Returns: The post, ready to show. It names whom it answers where that post is among the 200 after it.
  public func shown(at index: Int, messages: FeedMessages) -> PostRow {
    let post = posts[index]
    let parent = post.inReplyTo.flatMap { id in
      posts[index...].prefix(Self.parentDistance).first { $0.id == id }
    }
    return PostRow(post, parent: parent, messages: messages)
  }
}
