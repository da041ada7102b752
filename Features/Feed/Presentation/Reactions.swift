import Core

/// The reactions of a user that the server has not confirmed, one request in flight for each post.
struct Reactions: Hashable {
  /// What follows the answer to a request.
  enum Step: Hashable {
    /// The user wants something else by now.
    case send(Reaction)
    /// At rest: the post as the server last described it, or `nil` once deleted.
    case rest(Post?)
  }

  private struct Pending: Hashable {
    /// The post as the server last described it.
    var server: Post
    var wanted: Reaction
  }

  private var pending: [Post.ID: Pending] = [:]
  /// The posts as answered since the page in flight was requested, which may describe them as they were before.
  private var answered: [Post.ID: Post] = [:]
  private var deleted: Set<Post.ID> = []

  /// Registers a reaction to a post as it is shown; returns whether a request must be sent, as none is in flight.
  mutating func begin(_ reaction: Reaction, to post: Post) -> Bool {
    guard pending[post.id] == nil else {
      pending[post.id]?.wanted = reaction
      return false
    }
    pending[post.id] = Pending(server: post, wanted: reaction)
    return true
  }

  /// Registers the answer to the request of a reaction; the answer to a deletion has no post.
  ///
  /// Whatever the answer, the newest reaction is sent if it is another one.
  mutating func end(_ sent: Reaction, to id: Post.ID, with result: Result<Post?, FeedError>) -> Step {
    guard var current = pending[id] else { return .rest(nil) }
    switch result {
    case .success(let post?):
      current.server.takeReactions(of: post)
      answered[id] = current.server
    case .success(nil), .failure(.unknownPost):
      deleted.insert(id)
      pending[id] = nil
      return .rest(nil)
    case .failure:
      break
    }
    pending[id] = current.wanted == sent ? nil : current
    return current.wanted == sent ? .rest(current.server) : .send(current.wanted)
  }

  /// The posts whose deletion the server has not confirmed.
  var hidden: [Post] { pending.values.filter { $0.wanted == .delete }.map(\.server) }

  /// Called when a page is requested.
  mutating func beginReading() {
    answered = [:]
  }

  /// Returns the posts of a page as they are to be shown: without deleted ones, and with what the user wants.
  mutating func overlay(_ posts: [Post]) -> [Post] {
    guard !(pending.isEmpty && answered.isEmpty && deleted.isEmpty) else { return posts }
    return posts.compactMap { post in
      guard !deleted.contains(post.id) else { return nil }
      var newest = answered[post.id] ?? post
      newest.rank = post.rank
      guard let wanted = pending[post.id]?.wanted else { return newest }
      pending[post.id]?.server = newest
      return wanted.applied(to: newest)
    }
  }
}
