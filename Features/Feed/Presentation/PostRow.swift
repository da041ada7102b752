import Core
import Foundation

/// A post as a view shows it.
///
/// It is created when the row appears, so that a long timeline formats only the dates on the screen.
public struct PostRow: Sendable, Hashable, Identifiable {
  /// The post, whose text may be too long to show.
  public let post: Post
  /// The display name of the author.
  public let authorName: String
  /// The screen name of the author, with an at sign.
  public let handle: String
  /// The text, at most 10 KiB of it.
  public let text: String
  /// The date of publication.
  public let date: String
  /// The line above a reply, or `nil` where the post is not a reply.
  public let replyLine: String?

  /// The identifier of the post.
  public var id: Post.ID { post.id }

  /// Creates a row; `parent` is the post replied to, where it is known.
  public init(_ post: Post, parent: Post?, messages: FeedMessages) {
    self.post = post
    authorName = post.author.name
    handle = "@\(post.author.screenName)"
    text = post.text.cutToShow
    date = post.createdAt.formatted(messages.date)
    replyLine = post.inReplyTo.map { _ in messages.replyLine(to: parent?.author.screenName) }
  }
}

extension FeedContent {
  /// The number of posts that are searched for the one replied to.
  private static let parentDistance = 200

  /// Returns the row of a post; a reply names its parent where that is among the next 200 posts, or, where the server ranks,
  /// among the 200 before.
  public func row(at index: Int, messages: FeedMessages) -> PostRow {
    let post = posts[index]
    let parent = post.inReplyTo.flatMap { id in
      posts[index...].dropFirst().prefix(Self.parentDistance).first { $0.id == id }
        ?? (post.rank == nil ? nil : posts[..<index].suffix(Self.parentDistance).last { $0.id == id })
    }
    return PostRow(post, parent: parent, messages: messages)
  }
}
