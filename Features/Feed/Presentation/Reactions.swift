import Core

/// The reactions of a user that the server has not confirmed, in their order, one request in flight for each post.
struct Reactions: Hashable {
  /// What follows the answer to a request.
  enum Step: Hashable {
    /// The user wants something else by now, which is sent next.
    case send
    /// The answer says nothing about the reaction, which is sent later.
    case wait
    /// The reaction is settled: the post as the server last described it, or `nil` where no page had it.
    case rest(PostReaction, Post?)
    /// The reaction is settled, and the post deleted.
    case gone(PostReaction)
  }

  private struct Pending: Hashable {
    let id: Post.ID
    /// The post as the server last described it, where a page had it.
    var server: Post?
    var wanted: Reaction
    /// The reaction in flight.
    var sent: Reaction?
    /// Whether the wanted one is being kept, and so not to be sent yet.
    var isBeingKept = true
    /// Whether it survives the end of the process, and so waits for a network.
    var isKept = false
    /// Whether it had to wait for a network, or for those that had to.
    var hasWaited = false

    var canBeSent: Bool { sent == nil && !isBeingKept }

    /// When it is sent again after an error that says nothing about it; `nil` where the error settles it.
    func turn(after error: FeedError) -> Turn? {
      switch error {
      case .noNetwork, .rateLimited: isKept ? .inOrder : nil
      // The user of one that waited is not there to try again, and what sends it may be cancelled for another reason.
      case .cancelled: hasWaited ? .inOrder : nil
      // Nor is one that the server cannot answer the first of the next time; a token that is refused may have expired
      // since its refresh.
      case .serverError, .accessDenied: hasWaited && isKept ? .last : nil
      case .notAuthorized, .unknownTimeline, .invalidText, .rejected, .postMayHaveArrived, .unknownPost,
        .notTheAuthor, .draftNotSaved, .draftsUnreadable:
        nil
      }
    }
  }

  private enum Turn {
    case inOrder, last
  }

  private var pending: [Pending] = []
  /// The posts as answered since the page in flight was requested, which may describe them as they were before.
  private var answered: [Post.ID: Post] = [:]
  private var deleted: Set<Post.ID> = []
  /// The posts reacted to before it is known what an earlier launch has left; `nil` since.
  private var reactedBeforeRestore: Set<Post.ID>? = []

  /// The reactions that wait for a network or their turn, or are sent after they had to.
  var waiting: [PostReaction] { pending.filter(\.hasWaited).map { PostReaction($0.wanted, to: $0.id) } }

  private func index(of id: Post.ID) -> Int? { pending.firstIndex { $0.id == id } }

  /// Registers a reaction to a post as it is shown, which is about to be kept.
  mutating func begin(_ reaction: Reaction, to post: Post) {
    reactedBeforeRestore?.insert(post.id)
    if let index = index(of: post.id) {
      pending[index].wanted = reaction
      pending[index].isBeingKept = true
    } else {
      pending.append(Pending(id: post.id, server: post, wanted: reaction))
    }
  }

  /// Registers whether a reaction is kept; from now on it can be sent, unless the user wants something else by now.
  mutating func endKeeping(_ kept: PostReaction, isKept: Bool) {
    guard let index = index(of: kept.id), pending[index].wanted == kept.reaction else { return }
    (pending[index].isBeingKept, pending[index].isKept) = (false, isKept)
  }

  /// Whether what an earlier launch has left is known.
  var isRestored: Bool { reactedBeforeRestore == nil }

  /// Adds the reactions that an earlier launch has left, before those of this one, which are newer where they are to the
  /// same posts; `post` returns a post as it is shown.
  mutating func restore(_ reactions: [PostReaction], post: (Post.ID) -> Post?) {
    guard let newer = reactedBeforeRestore else { return }
    reactedBeforeRestore = nil
    let left = reactions.filter { !newer.contains($0.id) }.map { reaction in
      Pending(
        id: reaction.id, server: post(reaction.id), wanted: reaction.reaction, isBeingKept: false, isKept: true,
        hasWaited: true)
    }
    pending.insert(contentsOf: left, at: 0)
  }

  /// Returns the reaction to send next, without a network one that is not kept and so cannot wait; those that had to wait are
  /// sent one at a time.
  mutating func beginSending(isOffline: Bool = false) -> PostReaction? {
    let isBusy = pending.contains { $0.hasWaited && $0.sent != nil }
    let next = isBusy ? nil : pending.firstIndex { $0.canBeSent && !(isOffline && $0.isKept) }
    if let next { pending[next].sent = pending[next].wanted }
    for index in pending.indices where pending[index].canBeSent { pending[index].hasWaited = true }
    return next.map { PostReaction(pending[$0].wanted, to: pending[$0].id) }
  }

  /// Registers the answer to the request of a reaction; the answer to a deletion has no post.
  ///
  /// Whatever the answer, the newest reaction is sent if it is another one.
  mutating func end(_ id: Post.ID, with result: Result<Post?, FeedError>) -> Step {
    guard let index = index(of: id) else { return .wait }
    switch result {
    case .success(let post?):
      answered[id] = post
      var described = pending[index].server ?? post
      described.takeReactions(of: post)
      pending[index].server = described
    case .success(nil), .failure(.unknownPost):
      deleted.insert(id)
      return .gone(PostReaction(pending.remove(at: index).wanted, to: id))
    case .failure(let error):
      guard let turn = pending[index].turn(after: error) else { break }
      wait(for: id)
      if turn == .last { pending.append(pending.remove(at: index)) }
      return .wait
    }
    guard pending[index].sent == pending[index].wanted else {
      pending[index].sent = nil
      return .send
    }
    let settled = pending.remove(at: index)
    return .rest(PostReaction(settled.wanted, to: id), settled.server)
  }

  /// Leaves a reaction to be sent later.
  mutating func wait(for id: Post.ID) {
    guard let index = index(of: id) else { return }
    (pending[index].sent, pending[index].hasWaited) = (nil, true)
  }

  /// The posts whose deletion the server has not confirmed.
  var hidden: [Post] { pending.filter { $0.wanted == .delete }.compactMap(\.server) }

  /// Called when a page is requested.
  mutating func beginReading() {
    answered = [:]
  }

  /// Returns the posts of a page as the server has them by now, as far as it has answered.
  func known(_ posts: [Post]) -> [Post] {
    guard !(answered.isEmpty && deleted.isEmpty) else { return posts }
    return posts.compactMap { post in
      guard !deleted.contains(post.id) else { return nil }
      var newest = post
      if let answer = answered[post.id] { newest.takeReactions(of: answer) }
      return newest
    }
  }

  /// Returns the posts of a page as they are to be shown: without deleted ones, and with what the user wants.
  mutating func overlay(_ posts: [Post]) -> [Post] {
    let posts = known(posts)
    guard !pending.isEmpty else { return posts }
    let places = Dictionary(uniqueKeysWithValues: pending.enumerated().map { ($1.id, $0) })
    return posts.compactMap { post in
      guard let index = places[post.id] else { return post }
      pending[index].server = post
      return pending[index].wanted.applied(to: post)
    }
  }
}
