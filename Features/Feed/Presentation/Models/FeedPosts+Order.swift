import Core

extension PostList {
  /// Puts a post where it belongs, once.
  mutating func insert(_ post: Post) {
    let position = position(of: post)
    if position < count, self[position].id == post.id { return }
    guard isNew(post, at: position) else { return }
    if position == count { append(post) } else { insert(post, at: position) }
  }

  /// Where a post belongs.
  ///
  /// Posts come in order, or nearly so: most belong at one of the ends, where no search is needed.
  private func position(of post: Post) -> Int {
    guard let first, let last else { return 0 }
    if Post.newestFirst(post, first) { return 0 }
    if Post.newestFirst(last, post) { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Post.newestFirst(self[middle], post) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether no post has this one's identifier: a server may repeat a post with another date.
  ///
  /// A later post has a later identifier, and one between those of its neighbours is new. A set that knows them all is
  /// made only for a server that breaks that order: at a million posts every look into it waits for memory.
  private mutating func isNew(_ post: Post, at position: Int) -> Bool {
    if idHashes == nil {
      if keepsOrderOfIDs(post, at: position) { return true }
      idHashes = Set(lazy.map(\.id.hashValue))
    }
    return idHashes?.insert(post.id.hashValue).inserted == true || !contains { $0.id == post.id }
  }

  private func keepsOrderOfIDs(_ post: Post, at position: Int) -> Bool {
    (position == 0 || Post.newestIDFirst(self[position - 1], post))
      && (position == count || Post.newestIDFirst(post, self[position]))
  }
}
