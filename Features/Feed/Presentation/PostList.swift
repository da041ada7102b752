import Core

/// The posts of a timeline, newest first, none twice.
///
/// They are stored in chunks: a view keeps the previous value, and a mutation then copies one chunk and not the list.
public struct PostList: RandomAccessCollection, Sendable, Hashable {
  /// A post behind one reference: copying a chunk then costs a reference count for each post, and not for each of its
  /// strings.
  private indirect enum Boxed: Sendable, Hashable {
    case post(Post)

    var post: Post {
      switch self {
      case .post(let post): post
      }
    }
  }

  private struct Chunk: Sendable, Hashable {
    /// The position of the first post in the list.
    var start: Int
    var posts: [Boxed]
  }

  /// The maximum number of posts of a chunk.
  static let chunkSize = 256

  private var chunks: [Chunk]

  /// Creates a list of posts in any order; of posts with the same identifier the first is kept.
  public init(_ posts: [Post]) {
    var ids: Set<Post.ID> = []
    self.init(sorting: posts.filter { ids.insert($0.id).inserted })
  }

  private init(sorting posts: [Post]) {
    let sorted = posts.sorted(by: Post.newestFirst)
    chunks = stride(from: 0, to: sorted.count, by: Self.chunkSize).map { start in
      Chunk(start: start, posts: sorted[start...].prefix(Self.chunkSize).map { .post($0) })
    }
  }

  public var startIndex: Int { 0 }

  public var endIndex: Int { chunks.last.map { $0.start + $0.posts.count } ?? 0 }

  /// The post at a position, in time logarithmic in the number of chunks.
  public subscript(position: Int) -> Post {
    let chunk = chunks[chunks.partitioningIndex { $0.start > position } - 1]
    return chunk.posts[position - chunk.start].post
  }

  /// Returns whether two lists have the same posts, however they are stored.
  public static func == (left: PostList, right: PostList) -> Bool {
    left.chunks == right.chunks || left.elementsEqual(right)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(first)
  }

  /// Inserts posts with new identifiers where they belong.
  ///
  /// More than a chunk of them are sorted into the list at once: one by one they would move the posts of a chunk each.
  mutating func insert(_ newPosts: [Post]) {
    if newPosts.count > Self.chunkSize {
      self = PostList(sorting: self + newPosts)
    } else {
      for post in newPosts { insert(post) }
    }
  }

  private mutating func insert(_ post: Post) {
    guard !chunks.isEmpty else {
      chunks = [Chunk(start: 0, posts: [.post(post)])]
      return
    }
    let below = chunks.partitioningIndex { chunk in chunk.posts.last.map { Post.newestFirst(post, $0.post) } ?? false }
    // A post below all others belongs to the last chunk.
    let index = Swift.min(below, chunks.count - 1)
    guard chunks[index].posts.count < Self.chunkSize else {
      split(index)
      return insert(post)
    }
    let position = chunks[index].posts.partitioningIndex { Post.newestFirst(post, $0.post) }
    chunks[index].posts.insert(.post(post), at: position)
    for later in chunks.indices.dropFirst(index + 1) { chunks[later].start += 1 }
  }

  private mutating func split(_ index: Int) {
    let half = Self.chunkSize / 2
    let lower = Chunk(start: chunks[index].start + half, posts: Array(chunks[index].posts[half...]))
    chunks[index].posts.removeSubrange(half...)
    chunks.insert(lower, at: index + 1)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first position at which a condition holds that holds from some position on; the count where it never
  /// does.
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
