import Core

/// The reactions of a user that the server has not confirmed, in their order, one request in flight for each post.
struct Reactions: Hashable {
  /// What follows the answer to a request.
  enum Step: Hashable {
    /// The user wants something else by now, which is sent next.
    case send
    /// There is no network: it is sent later.
    case wait
    /// At rest: the post as the server last described it, or `nil` once deleted.
    case rest(Post?)
  }

  private struct Pending: Hashable {
    enum Progress: Hashable {
      case beingKept, waiting
      case sending(Reaction)

      var isSending: Bool { if case .sending = self { true } else { false } }
    }

    let id: Post.ID
    /// The post as the server last described it, where a page had it.
    var server: Post?
    var wanted: Reaction
    var progress = Progress.beingKept
    /// Whether it survives the end of the process, and so waits for a network.
    var isKept = false
    /// Whether it had to wait for a network, or for those that had to.
    var hasWaited = false

    /// Whether an error says nothing about the reaction, which is then sent later.
    func waits(after error: FeedError) -> Bool {
      switch error {
      case .noNetwork, .rateLimited: isKept
      // One that waited is sent by what may be cancelled for another reason.
      case .cancelled: hasWaited
      case .notAuthorized, .accessDenied, .unknownTimeline, .invalidText, .rejected, .postMayHaveArrived, .unknownPost,
        .notTheAuthor, .draftNotSaved, .draftsUnreadable, .serverError:
        false
      }
    }
  }

  private var pending: [Pending] = []
  /// The posts as answered since the page in flight was requested, which may describe them as they were before.
  private var answered: [Post.ID: Post] = [:]
  private var deleted: Set<Post.ID> = []
  /// The posts reacted to before it is known what an earlier launch has left; `nil` since.
  private var newer: Set<Post.ID>? = []

  /// The reactions that wait for a network or their turn, or are sent after they had to.
  var waiting: [PostReaction] { pending.filter(\.hasWaited).map { PostReaction($0.wanted, to: $0.id) } }

  private func index(of id: Post.ID) -> Int? { pending.firstIndex { $0.id == id } }

  /// Registers a reaction to a post as it is shown.
  mutating func begin(_ reaction: Reaction, to post: Post) {
    newer?.insert(post.id)
    if let index = index(of: post.id) {
      pending[index].wanted = reaction
    } else {
      pending.append(Pending(id: post.id, server: post, wanted: reaction))
    }
  }

  /// Registers whether a reaction is kept; from now on it can be sent, unless the user wants something else by now.
  mutating func endKeeping(_ kept: PostReaction, isKept: Bool) {
    guard let index = index(of: kept.id), pending[index].wanted == kept.reaction else { return }
    pending[index].isKept = isKept
    if pending[index].progress == .beingKept { pending[index].progress = .waiting }
  }

  /// Whether what an earlier launch has left is known.
  var isRestored: Bool { newer == nil }

  /// Adds the reactions that an earlier launch has left, before those of this one, which are newer where they are to the
  /// same posts; `post` returns a post as it is shown.
  mutating func restore(_ reactions: [PostReaction], post: (Post.ID) -> Post?) {
    guard let newer else { return }
    self.newer = nil
    let left = reactions.filter { !newer.contains($0.id) }.map { reaction in
      Pending(
        id: reaction.id, server: post(reaction.id), wanted: reaction.reaction, progress: .waiting, isKept: true,
        hasWaited: true)
    }
    pending.insert(contentsOf: left, at: 0)
  }

  /// Returns the reaction to send next, without a network one that is not kept and so cannot wait; those that had to wait are
  /// sent one at a time.
  mutating func beginSending(isOffline: Bool = false) -> PostReaction? {
    let isBusy = pending.contains { $0.hasWaited && $0.progress.isSending }
    let next = isBusy ? nil : pending.firstIndex { $0.progress == .waiting && !(isOffline && $0.isKept) }
    if let next { pending[next].progress = .sending(pending[next].wanted) }
    for index in pending.indices where pending[index].progress == .waiting { pending[index].hasWaited = true }
    return next.map { PostReaction(pending[$0].wanted, to: pending[$0].id) }
  }

  /// Registers the answer to the request of a reaction; the answer to a deletion has no post.
  ///
  /// Whatever the answer, the newest reaction is sent if it is another one.
  mutating func end(_ id: Post.ID, with result: Result<Post?, FeedError>) -> Step {
    guard let index = index(of: id) else { return .rest(nil) }
    switch result {
    case .success(let post?):
      answered[id] = post
      pending[index].server?.takeReactions(of: post)
    case .success(nil), .failure(.unknownPost):
      deleted.insert(id)
      pending.remove(at: index)
      return .rest(nil)
    case .failure(let error):
      guard pending[index].waits(after: error) else { break }
      wait(for: id)
      return .wait
    }
    guard pending[index].progress == .sending(pending[index].wanted) else {
      pending[index].progress = .waiting
      return .send
    }
    return .rest(pending.remove(at: index).server)
  }

  /// Leaves a reaction to be sent later.
  mutating func wait(for id: Post.ID) {
    guard let index = index(of: id) else { return }
    pending[index].progress = .waiting
    pending[index].hasWaited = true
  }

  /// The posts whose deletion the server has not confirmed.
  var hidden: [Post] { pending.filter { $0.wanted == .delete }.compactMap(\.server) }

  /// Called when a page is requested.
  mutating func beginReading() {
    answered = [:]
  }

  /// Returns the posts of a page as they are to be shown: without deleted ones, and with what the user wants.
  mutating func overlay(_ posts: [Post]) -> [Post] {
    guard !(pending.isEmpty && answered.isEmpty && deleted.isEmpty) else { return posts }
    return posts.compactMap { post in
      guard !deleted.contains(post.id) else { return nil }
      var newest = post
      if let answer = answered[post.id] { newest.takeReactions(of: answer) }
      guard let index = index(of: post.id) else { return newest }
      pending[index].server = newest
      return pending[index].wanted.applied(to: newest)
    }
  }
}
