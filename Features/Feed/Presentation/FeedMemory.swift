import Core

/// All that ``FeedStore`` remembers.
package struct FeedMemory: Sendable, Hashable {
  /// What is shown while no timeline is being opened, and again where opening one fails or is cancelled.
  private enum Screen: Hashable {
    case idle
    case timeline(OpenTimeline)
    case notAuthorized
    case error(String)

    var timeline: OpenTimeline? { if case .timeline(let timeline) = self { timeline } else { nil } }
  }

  /// What a notice is about, with whose next attempt it goes.
  private enum Subject: Hashable {
    case reading
    case reaction(Post.ID)
    case storage
  }

  /// The user whose timelines these are, also while the session is another user’s already; `nil` where none is signed in.
  private(set) var userID: User.ID?

  /// Identifies the signed-in user.
  package var user = Generation()
  /// Identifies the last request for posts.
  package var generation = Generation()
  private var screen = Screen.idle
  /// While a timeline is being opened, the one that was chosen before.
  private var opening: Choice?
  /// The timeline that the shown thread was opened from, to go back to.
  private var previous: OpenTimeline?
  private(set) var timelines = TimelineSelection()
  private(set) var notice: Notice?
  private var subject: Subject?
  private var hasRequestedTimelines = false
  /// The posts sent while a first page is being read, which may lack them.
  private var sent: [Post] = []
  private var reactions = Reactions()
  /// Whether a notice has said that what an earlier launch has left cannot be read.
  private var isStorageFailureTold = false

  package init(of userID: User.ID? = nil) {
    self.userID = userID
  }

  /// The memory without what only tells requests apart.
  package var withoutGenerations: FeedMemory {
    var memory = self
    (memory.user, memory.userID, memory.generation) = (Generation(), nil, Generation())
    return memory
  }

  var state: FeedState {
    if opening != nil { return .loading }
    switch screen {
    case .idle: return .idle
    case .timeline(let timeline): return .showing(timeline.content)
    case .notAuthorized: return .notAuthorized
    case .error(let text): return .error(text)
    }
  }

  /// Forgets everything, for another user.
  mutating func startAfresh(for userID: User.ID?) {
    let (user, generation) = (user.next(), generation.next())
    self = FeedMemory(of: userID)
    (self.user, self.generation) = (user, generation)
  }

  /// Goes on under another identifier.
  mutating func rename(_ former: User.ID, to userID: User.ID) {
    if self.userID == former { self.userID = userID }
  }

  mutating func dismissNotice() {
    (notice, subject) = (nil, nil)
  }

  private mutating func present(_ notice: Notice, of subject: Subject) {
    (self.notice, self.subject) = (notice, subject)
  }

  /// The content of the timeline that the shown thread was opened from.
  package var previousContent: FeedContent? { previous?.content }

  /// The timeline that is shown.
  private var shown: OpenTimeline? { opening == nil ? screen.timeline : nil }

  /// Mutates the timeline that is shown or would be shown again.
  ///
  /// It leaves the enumeration meanwhile, so that its posts have one owner and are not copied.
  private mutating func change(_ body: (inout OpenTimeline, inout Reactions) -> Void) {
    guard var timeline = screen.timeline else { return }
    screen = .idle
    body(&timeline, &reactions)
    screen = .timeline(timeline)
  }

  private mutating func setReading(_ reading: FeedReading) {
    change { timeline, _ in timeline.content.reading = reading }
  }
}

// MARK: - Reading

extension FeedMemory {
  /// Begins to read a first page: the newest posts, or the chosen timeline where none is shown.
  mutating func beginRefresh() -> Generation? {
    guard let content = shown?.content else { return beginOpening(timelines.chosen) }
    guard content.reading != .refreshing else { return nil }
    previous?.isOutdated = true
    setReading(.refreshing)
    return beginReading()
  }

  /// Begins to read a timeline in place of what is shown; one that is still known is shown again instead.
  mutating func beginOpening(_ timeline: Timeline.ID?) -> Generation? {
    if opening != nil, timelines.chosen == timeline { return nil }
    if let known = known(timeline) { return showAgain(known) }
    if opening == nil {
      if timelines.chosen == timeline { previous = nil }
      opening = Choice(timeline: timelines.chosen)
      setReading(.idle)
    }
    timelines.chosen = timeline
    return beginReading()
  }

  /// A timeline that was shown before a thread, or before the one that is being opened; the chosen one is read anew.
  private func known(_ timeline: Timeline.ID?) -> OpenTimeline? {
    guard opening != nil || timelines.chosen != timeline else { return nil }
    return [screen.timeline, previous].compactMap(\.self).first { $0.id == timeline }
  }

  /// Goes back to a timeline, and begins to refresh it where the thread before which it was shown was refreshed.
  private mutating func showAgain(_ timeline: OpenTimeline) -> Generation? {
    (screen, opening, timelines.chosen) = (.timeline(timeline), nil, timeline.id)
    if timeline.id?.post == nil { previous = nil }
    change { timeline, _ in timeline.isOutdated = false }
    if timeline.isOutdated { return beginRefresh() }
    beginReading()
    return nil
  }

  mutating func beginLoadingMore() -> (Generation, FeedPageRequest)? {
    guard let content = shown?.content, content.reading == .idle, let cursor = content.nextCursor else { return nil }
    setReading(.loadingMore)
    return (beginReading(), FeedPageRequest(timeline: timelines.chosen, cursor: cursor))
  }

  @discardableResult
  private mutating func beginReading() -> Generation {
    sent = []
    if subject == .reading { dismissNotice() }
    reactions.beginReading()
    return generation.next()
  }

  /// Shows a first page, joined with what is shown where they touch, else in its place; returns `false` if it is stale.
  mutating func show(_ page: FeedPage, _ current: Generation) -> Bool {
    guard generation == current else { return false }
    let sent = sent
    // The cursor of a page that was kept may be no good any more.
    if shown?.touches(page) == true, shown?.content.keptAt == nil {
      change { timeline, reactions in
        timeline.join(page, sent: sent, &reactions)
        timeline.content.reading = .idle
      }
    } else {
      keepPrevious()
      (opening, screen) = (nil, .timeline(OpenTimeline(timelines.chosen, page, sent: sent, &reactions)))
    }
    return true
  }

  /// Keeps the timeline that a thread replaces, and forgets it when no thread is shown.
  private mutating func keepPrevious() {
    if timelines.chosen?.post == nil {
      previous = nil
    } else if let timeline = screen.timeline, timeline.id?.post == nil {
      previous = timeline
    }
  }

  /// Whether what an earlier launch has shown can be shown: nothing else was requested.
  var canShowKept: Bool { opening == nil && screen == .idle }

  /// Shows what an earlier launch has shown to a user.
  mutating func show(_ kept: Snapshot<KeptFeed>, to reader: Generation) {
    guard user == reader, canShowKept else { return }
    let feed = kept.content
    timelines = TimelineSelection(all: feed.timelines, chosen: feed.timeline)
    screen = .timeline(OpenTimeline(feed.timeline, feed.page, keptAt: kept.date, sent: [], &reactions))
  }

  /// A page that is shown, as the server has it by now, also with the posts that were sent while it was being read.
  func asKept(_ page: FeedPage) -> FeedPage {
    let posts = reactions.known(page.posts)
    let sent = reactions.known(sent).filter { sent in !posts.contains { $0.id == sent.id } }
    return FeedPage(posts: sent + posts, nextCursor: page.nextCursor, order: page.order)
  }

  mutating func append(_ page: FeedPage, _ current: Generation) {
    guard generation == current else { return }
    change { timeline, reactions in
      timeline.append(page, &reactions)
      timeline.content.reading = .idle
    }
  }

  /// Shows what was shown before a failed request, with a notice, or else why nothing is; returns `false` if it is stale.
  mutating func fail(_ error: FeedError, _ current: Generation, text: String, notice: Notice?) -> Bool {
    guard generation == current else { return false }
    defer { opening = nil }
    if opening != nil, error != .cancelled, screen.timeline == nil {
      screen = error == .notAuthorized ? .notAuthorized : .error(text)
      return true
    }
    if let opening { timelines.chosen = opening.timeline }
    setReading(.idle)
    if let notice { present(notice, of: .reading) }
    return true
  }

  mutating func markRead() {
    change { timeline, _ in timeline.content.markRead() }
  }

  /// Shows a post that the user has sent, once.
  mutating func show(posted post: Post) {
    if opening != nil || shown?.content.reading == .refreshing { sent.append(post) }
    change { timeline, reactions in timeline.insert([post], &reactions) }
    previous?.insert([post], &reactions)
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
    shown?.post(id)
  }

  /// The reactions that wait for a network, in their order.
  var waitingReactions: [PostReaction] { reactions.waiting }

  /// Shows a reaction at once; returns `false` where it would change nothing.
  mutating func begin(_ reaction: Reaction, to id: Post.ID) -> Bool {
    guard let post = shownPost(id) else { return false }
    let changed = reaction.applied(to: post)
    guard changed != post else { return false }
    if subject == .reaction(id) { dismissNotice() }
    set(changed, for: id)
    reactions.begin(reaction, to: post)
    return true
  }

  /// Registers whether a reaction is kept, and returns the one to send next.
  mutating func endKeeping(_ kept: PostReaction, isKept: Bool, of reader: Generation) -> PostReaction? {
    guard user == reader else { return nil }
    reactions.endKeeping(kept, isKept: isKept)
    return reactions.beginSending()
  }

  /// Whether it must be read what an earlier launch has left.
  var lacksReactions: Bool { !reactions.isRestored }

  /// Shows the reactions that an earlier launch has left.
  mutating func restore(_ left: [PostReaction], of reader: Generation) {
    guard user == reader, lacksReactions else { return }
    if subject == .storage { dismissNotice() }
    reactions.restore(left, post: knownPost)
    for reaction in reactions.waiting {
      if let post = knownPost(reaction.id) { set(reaction.reaction.applied(to: post), for: reaction.id) }
    }
  }

  /// Returns a post of the timeline that is shown or would be shown again, or of the one before it.
  private func knownPost(_ id: Post.ID) -> Post? {
    screen.timeline?.post(id) ?? previous?.post(id)
  }

  mutating func failRestoring(_ notice: Notice?, of reader: Generation) {
    guard user == reader, let notice, !isStorageFailureTold else { return }
    isStorageFailureTold = true
    present(notice, of: .storage)
  }

  /// Registers that the reaction which it returns is being sent.
  mutating func beginSending(of reader: Generation) -> PostReaction? {
    user == reader ? reactions.beginSending() : nil
  }

  /// Leaves a reaction to be sent later.
  mutating func wait(for id: Post.ID) {
    reactions.wait(for: id)
  }

  /// Shows the post as the server last described it, unless the reaction waits or the user wants something else by now;
  /// returns the reaction that is settled, if one is, and the one to send next.
  mutating func end(
    _ id: Post.ID, with result: Result<Post?, FeedError>, notice failure: Notice?
  ) -> (settled: PostReaction?, next: PostReaction?) {
    let step = reactions.end(id, with: result)
    switch step {
    case .wait:
      // What is sent next would be cancelled too.
      if case .failure(.cancelled) = result { return (nil, nil) }
      return (nil, reactions.beginSending(isOffline: true))
    case .send:
      return (nil, reactions.beginSending())
    case .rest(let settled, let post):
      if let post { set(post, for: id) }
      if let failure { present(failure, of: .reaction(id)) }
      let isOffline = if case .failure(.noNetwork) = result { true } else { false }
      return (settled, reactions.beginSending(isOffline: isOffline))
    case .gone(let settled):
      set(nil, for: id)
      if let failure { present(failure, of: .reaction(id)) }
      return (settled, reactions.beginSending())
    }
  }

  private mutating func set(_ post: Post?, for id: Post.ID) {
    change { timeline, _ in timeline.set(post, for: id) }
    previous?.set(post, for: id)
  }
}

/// A chosen timeline; `nil` is the home timeline.
private struct Choice: Hashable {
  let timeline: Timeline.ID?
}
