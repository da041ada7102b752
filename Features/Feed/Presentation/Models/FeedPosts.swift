import Core

/// The posts of a timeline, the newest first, in a list that grows at both ends.
///
/// Older pages come at the bottom and new posts on top. An array moves all that it has for a new first element, 100 MB
/// at a million posts; here the first half is kept the other way round, so that both ends are ends of an array.
public struct PostList: RandomAccessCollection, Sendable, Equatable {
  /// The newest posts, the newest last.
  private(set) var top: [Post] = []
  /// The posts below them, the newest first.
  private(set) var bottom: [Post] = []
  /// What the identifiers hash to; `nil` while they are in the order of the posts, so that the ends tell what is new.
  ///
  /// It is half as large as a set of the identifiers. Where a hash is there already, the posts are looked through.
  var idHashes: Set<Int>?

  /// Makes a list of no posts with room for some at the bottom.
  init(minimumCapacity: Int = 0) {
    bottom.reserveCapacity(minimumCapacity)
  }

  /// The position of the newest post, 0.
  public var startIndex: Int { 0 }

  /// How many posts there are.
  public var endIndex: Int { top.count + bottom.count }

  /// A post.
  ///
  /// - Parameter position: Its position, 0 for the newest.
  public subscript(position: Int) -> Post {
    position < top.count ? top[top.count - 1 - position] : bottom[position - top.count]
  }

  /// Whether two lists have the same posts, wherever they keep them.
  public static func == (left: PostList, right: PostList) -> Bool {
    left.top == right.top && left.bottom == right.bottom || left.elementsEqual(right)
  }

  mutating func append(_ post: Post) {
    bottom.append(post)
  }

  mutating func insert(_ post: Post, at position: Int) {
    if position <= top.count {
      top.insert(post, at: top.count - position)
    } else {
      bottom.insert(post, at: position - top.count)
    }
  }
}
