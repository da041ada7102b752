import Core

/// The posts of a timeline in its order, none twice.
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
  static let chunkSize = 1_024

  private var chunks: [Chunk] = []

  /// Creates a list of posts, newest first unless a page has ranked them; of posts with the same identifier the first is kept.
  public init(_ posts: [Post]) {
    var ids: Set<Post.ID> = []
    insert(posts.filter { ids.insert($0.id).inserted })
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
  mutating func insert(_ newPosts: [Post]) {
    var firstChanged = chunks.count
    for post in newPosts { firstChanged = Swift.min(firstChanged, insert(post)) }
    renumber(from: firstChanged)
  }

  /// Returns the post at a position on the timeline.
  func post(at position: PostPosition) -> Post? {
    let (chunk, index) = place(of: position)
    guard chunks.indices.contains(chunk), chunks[chunk].posts.indices.contains(index) else { return nil }
    let post = chunks[chunk].posts[index].post
    return post.position == position ? post : nil
  }

  /// Inserts or replaces the post at a position on the timeline, which is its own; `nil` removes it.
  mutating func set(_ post: Post?, at position: PostPosition) {
    let isKnown = self.post(at: position) != nil
    let (chunk, index) = place(of: position)
    switch (post, isKnown) {
    case (let post?, true):
      chunks[chunk].posts[index] = .post(post)
    case (let post?, false):
      insert([post])
    case (nil, true):
      chunks[chunk].posts.remove(at: index)
      if chunks[chunk].posts.isEmpty { chunks.remove(at: chunk) }
      renumber(from: chunk)
    case (nil, false):
      break
    }
  }

  /// The chunk and the index in it of the first post that is not above a position.
  private func place(of position: PostPosition) -> (chunk: Int, index: Int) {
    let chunk = chunks.partitioningIndex { chunk in chunk.posts.last.map { position <= $0.post.position } ?? false }
    guard chunk < chunks.count else { return (chunk, 0) }
    return (chunk, chunks[chunk].posts.partitioningIndex { position <= $0.post.position })
  }

  /// Inserts a post and returns its chunk, from which the chunks have to be renumbered.
  private mutating func insert(_ post: Post) -> Int {
    guard !chunks.isEmpty else {
      chunks = [Chunk(start: 0, posts: [.post(post)])]
      return 0
    }
    // A post below all others belongs to the last chunk. A list grows there, and leaves full chunks behind.
    let place = place(of: post.position).chunk
    let index = Swift.min(place, chunks.count - 1)
    guard chunks[index].posts.count < Self.chunkSize else {
      split(index, at: place < chunks.count ? Self.chunkSize / 2 : Self.chunkSize)
      return Swift.min(index, insert(post))
    }
    let position = chunks[index].posts.partitioningIndex { post.position <= $0.post.position }
    chunks[index].posts.insert(.post(post), at: position)
    return index
  }

  private mutating func split(_ index: Int, at position: Int) {
    let lower = Chunk(start: 0, posts: Array(chunks[index].posts[position...]))
    chunks[index].posts.removeSubrange(position...)
    chunks.insert(lower, at: index + 1)
  }

  private mutating func renumber(from first: Int) {
    var start = first > 0 ? chunks[first - 1].start + chunks[first - 1].posts.count : 0
    for index in chunks.indices.dropFirst(first) {
      chunks[index].start = start
      start += chunks[index].posts.count
    }
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
