import Core

/// All that ``FeedStore`` remembers.
package struct FeedMemory: Sendable, Hashable {
  /// What is shown while no timeline is being opened, and again where opening one fails or is cancelled.
  private enum Screen: Hashable {
    case idle
    case content(FeedContent)
    case notAuthorized
    case error(String)

    var content: FeedContent? { if case .content(let content) = self { content } else { nil } }
  }

  /// What a notice is about, with whose next attempt it goes.
  private enum Subject: Hashable {
    case reading
    case reaction(Post.ID)
  }

  /// Identifies the signed-in user.
  package var user = Generation()
  /// Identifies the last request for posts.
  package var generation = Generation()
  private var screen = Screen.idle
  /// While a timeline is being opened, the one that was chosen before.
  private var opening: Choice?
  private(set) var timelines = TimelineSelection()
  private(set) var notice: Notice?
  private var subject: Subject?
  private var hasRequestedTimelines = false
  /// The posts sent while a first page is being read, which may lack them.
  private var sent: [Post] = []
  private var known = KnownPages()
  private var reactions = Reactions()

  package init() {}

  /// The memory without what only tells requests apart.
  package var withoutGenerations: FeedMemory {
    var memory = self
    (memory.user, memory.generation) = (Generation(), Generation())
    return memory
  }

  var state: FeedState {
    if opening != nil { return .loading }
    switch screen {
    case .idle: return .idle
    case .content(let content): return .showing(content)
    case .notAuthorized: return .notAuthorized
    case .error(let text): return .error(text)
    }
  }

  /// Forgets everything, for another user.
  mutating func startAfresh() {
    let (user, generation) = (user.next(), generation.next())
    self = FeedMemory()
    (self.user, self.generation) = (user, generation)
  }

  mutating func dismissNotice() {
    (notice, subject) = (nil, nil)
  }

  private mutating func present(_ notice: Notice, of subject: Subject) {
    (self.notice, self.subject) = (notice, subject)
  }

  /// The timeline that is shown.
  private var shown: FeedContent? { opening == nil ? screen.content : nil }

  /// Mutates the timeline that is shown or would be shown again.
  ///
  /// The content leaves the enumeration meanwhile, so that its posts have one owner and are not copied.
  private mutating func change(_ body: (inout FeedContent) -> Void) {
    guard var content = screen.content else { return }
    screen = .idle
    body(&content)
    screen = .content(content)
  }
}

// MARK: - Reading

extension FeedMemory {
  /// Begins to read a first page: the newest posts, or the chosen timeline where none is shown.
  mutating func beginRefresh() -> Generation? {
    guard let shown else { return beginOpening(timelines.chosen) }
    guard shown.reading != .refreshing else { return nil }
    change { $0.reading = .refreshing }
    return beginReading()
  }

  /// Begins to read a timeline in place of what is shown.
  mutating func beginOpening(_ timeline: Timeline.ID?) -> Generation? {
    if opening == nil {
      opening = Choice(timeline: timelines.chosen)
      change { $0.reading = .idle }
    } else if timelines.chosen == timeline {
      return nil
    }
    timelines.chosen = timeline
    return beginReading()
  }

  mutating func beginLoadingMore() -> (Generation, FeedPageRequest)? {
    guard let shown, shown.reading == .idle, let cursor = shown.nextCursor else { return nil }
    change { $0.reading = .loadingMore }
    return (beginReading(), FeedPageRequest(timeline: timelines.chosen, cursor: cursor))
  }

  private mutating func beginReading() -> Generation {
    sent = []
    if subject == .reading { dismissNotice() }
    reactions.beginReading()
    return generation.next()
  }

  /// Shows a first page, joined with what is shown where they touch, else in its place; returns `false` if it is stale.
  mutating func show(_ page: FeedPage, _ current: Generation) -> Bool {
    guard generation == current else { return false }
    if opening == nil, let posts = shown?.posts, known.touches(page, posts) {
      var joined = known.join(page, shown: posts, hidden: reactions.hidden, sent: sent)
      joined.posts = reactions.overlay(joined.posts)
      change { content in
        content.join(joined)
        content.reading = .idle
      }
    } else {
      var content = FeedContent(wanted(known.begin(page)))
      // The page may have been made before these posts were sent.
      content.insert(reactions.overlay(added(sent, to: timelines.chosen)))
      (opening, screen) = (nil, .content(content))
    }
    return true
  }

  mutating func append(_ page: FeedPage, _ current: Generation) {
    guard generation == current else { return }
    let newPage = wanted(known.add(page))
    change { content in
      content.append(newPage)
      content.reading = .idle
    }
  }

  /// The page with what the user wants and the server has not confirmed.
  private mutating func wanted(_ page: FeedPage) -> FeedPage {
    FeedPage(posts: reactions.overlay(page.posts), nextCursor: page.nextCursor)
  }

  /// Shows what was shown before a failed request, with a notice, or else why nothing is; returns `false` if it is stale.
  mutating func fail(_ error: FeedError, _ current: Generation, text: String, notice: Notice?) -> Bool {
    guard generation == current else { return false }
    defer { opening = nil }
    if opening != nil, error != .cancelled, screen.content == nil {
      screen = error == .notAuthorized ? .notAuthorized : .error(text)
      return true
    }
    if let opening { timelines.chosen = opening.timeline }
    change { $0.reading = .idle }
    if let notice { present(notice, of: .reading) }
    return true
  }

  mutating func markRead() {
    change { $0.markRead() }
  }

  /// Shows a post that the user has sent, once.
  mutating func show(posted post: Post) {
    if opening != nil || shown?.reading == .refreshing { sent.append(post) }
    guard screen.content != nil else { return }
    // While another timeline is being opened, this is the one that a failure shows again.
    let timeline = if let opening { opening.timeline } else { timelines.chosen }
    let new = reactions.overlay(added([post], to: timeline))
    change { $0.insert(new) }
  }

  /// The sent posts that are new on a timeline; a thread has those that reply to one of its posts, at its end.
  private mutating func added(_ sent: [Post], to timeline: Timeline.ID?) -> [Post] {
    timeline?.post == nil ? known.add(sent) : known.add(replies: sent)
  }

  /// Returns whether the timelines to choose from must be read: once, unless that fails.
  mutating func beginLists() -> Bool {
    defer { hasRequestedTimelines = true }
    return !hasRequestedTimelines
  }

  mutating func endLists(_ all: [Timeline]?, of reader: Generation) {
    guard user == reader else { return }
    if let all { timelines.all = all } else { hasRequestedTimelines = false }
  }
}

// MARK: - Reacting

extension FeedMemory {
  /// Returns a post of the timeline that is shown.
  func shownPost(_ id: Post.ID) -> Post? {
    guard let position = known.position(of: id) else { return nil }
    return shown?.posts.post(at: position)
  }

  /// Shows a reaction at once; returns whether to send it, as no request for the post is in flight.
  mutating func begin(_ reaction: Reaction, to id: Post.ID) -> Bool {
    guard let post = shownPost(id) else { return false }
    let changed = reaction.applied(to: post)
    guard changed != post else { return false }
    if subject == .reaction(id) { dismissNotice() }
    set(changed, for: id)
    return reactions.begin(reaction, to: post)
  }

  /// Returns the reaction to send next, or `nil` where the post is shown as the server last described it.
  mutating func end(
    _ reaction: Reaction, to id: Post.ID, with result: Result<Post?, FeedError>, notice failure: Notice?
  ) -> Reaction? {
    switch reactions.end(reaction, to: id, with: result) {
    case .send(let newest):
      return newest
    case .rest(let post):
      set(post, for: id)
      if let failure { present(failure, of: .reaction(id)) }
      return nil
    }
  }

  /// Shows a post where it belongs to the timeline; `nil` removes it.
  private mutating func set(_ post: Post?, for id: Post.ID) {
    guard let position = known.position(of: id) else { return }
    change { $0.set(post, at: position) }
  }
}

/// A chosen timeline; `nil` is the home timeline.
private struct Choice: Hashable {
  let timeline: Timeline.ID?
}
