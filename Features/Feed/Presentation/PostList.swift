import Core

/// The posts of a timeline in its order, none twice.
///
/// They are stored in a tree: a view keeps the previous value, and a mutation then copies the branches on the way to a
/// post and not the list.
public struct PostList: RandomAccessCollection, Sendable, Hashable {
  private var root = Branch([])

  /// Creates a list of posts, newest first unless a page has ranked them; of posts with the same identifier the first is kept.
  public init(_ posts: [Post]) {
    var ids: Set<Post.ID> = []
    insert(posts.filter { ids.insert($0.id).inserted })
  }

  public var startIndex: Int { 0 }

  public var endIndex: Int { root.count }

  /// The post at a position, in time logarithmic in the number of posts.
  public subscript(position: Int) -> Post { root[position] }

  /// Returns whether two lists have the same posts, however they are stored.
  public static func == (left: PostList, right: PostList) -> Bool {
    left.root == right.root || left.elementsEqual(right)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(first)
  }

  /// Inserts posts with new identifiers where they belong.
  mutating func insert(_ posts: [Post]) {
    for post in posts { set(post, at: post.position) }
  }

  /// Returns the post at a position on the timeline.
  func post(at position: PostPosition) -> Post? { root.post(at: position) }

  /// Inserts or replaces the post at a position on the timeline, which is its own; `nil` removes it.
  mutating func set(_ post: Post?, at position: PostPosition) {
    if let lower = root.set(post, at: position) { root = Branch([.branch(root), .branch(lower)]) }
  }
}

/// A part of the tree: posts, or the parts of a larger one.
struct Branch: Sendable, Hashable {
  enum Child: Sendable, Hashable {
    // Behind one reference: copying a branch then costs a reference count for each post, and not for each of its strings.
    indirect case post(Post)
    case branch(Branch)

    var count: Int {
      switch self {
      case .post: 1
      case .branch(let branch): branch.count
      }
    }

    var last: PostPosition? {
      switch self {
      case .post(let post): post.position
      case .branch(let branch): branch.children.last?.last
      }
    }
  }

  /// The maximum number of children.
  static let width = 64

  private(set) var count: Int
  private var children: [Child]

  init(_ children: some Sequence<Child>) {
    self.children = Array(children)
    count = self.children.reduce(0) { $0 + $1.count }
  }

  subscript(position: Int) -> Post {
    var (index, rest) = (0, position)
    while true {
      switch children[index] {
      case .post(let post) where rest == 0: return post
      case .branch(let branch) where rest < branch.count: return branch[rest]
      case let child: rest -= child.count
      }
      index += 1
    }
  }

  func post(at position: PostPosition) -> Post? {
    let place = place(of: position)
    guard place < children.count else { return nil }
    switch children[place] {
    case .post(let post): return post.position == position ? post : nil
    case .branch(let branch): return branch.post(at: position)
    }
  }

  /// Sets the post at a position, and returns the lower part of a branch that has become too wide.
  mutating func set(_ post: Post?, at position: PostPosition) -> Branch? {
    let place = place(of: position)
    let isBelowAll = place == children.count
    // A post below all others belongs to the last branch.
    let index = isBelowAll && !children.isEmpty ? place - 1 : place
    if index < children.count, case .branch(var branch) = children[index] {
      // Held once, the branch is not copied again.
      children[index] = .branch(Branch([]))
      count -= branch.count
      let lower = branch.set(post, at: position)
      count += branch.count
      children[index] = .branch(branch)
      if let lower {
        children.insert(.branch(lower), at: index + 1)
        count += lower.count
      }
      if branch.count == 0 { children.remove(at: index) }
    } else {
      let known = self.post(at: position) == nil ? place..<place : place..<place + 1
      children.replaceSubrange(known, with: post.map { [.post($0)] } ?? [])
      count = children.count
    }
    guard children.count > Self.width else { return nil }
    // A list grows at its end, and leaves full branches behind.
    let end = isBelowAll ? Self.width : Self.width / 2
    let lower = Branch(children[end...])
    self = Branch(children[..<end])
    return lower
  }

  /// The index of the first child that is not above a position.
  private func place(of position: PostPosition) -> Int {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if let last = children[middle].last, position <= last { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
