import Core
import Feed
import Foundation

/// Posts to page through: the greater the number, the newer.
enum SamplePosts {
  private static let author = Author(id: "author-1", name: "Hanako", screenName: "hanako")

  /// A post whose strings fit into their places, so that it owns no memory besides its own bytes, or a usual one.
  static func post(_ number: Int, short: Bool = true) -> Post {
    Post(
      id: "\(number)", author: author,
      text: short ? "Text \(number)" : "Post number \(number), which says as much as people say in one post.",
      createdAt: Date(timeIntervalSinceReferenceDate: Double(number)))
  }

  /// The newest posts down to and without number 0, or as many as asked for.
  static func page(below number: Int, count: Int, short: Bool = true) -> FeedPage {
    let posts = (0..<count).map { post(number - 1 - $0, short: short) }
    return FeedPage(posts: posts, nextMaxID: "\(number - count)")
  }
}
