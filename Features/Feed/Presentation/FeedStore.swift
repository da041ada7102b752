import Core
import Observation

/// Observable state of a timeline and its actions.
///
/// A double tap sends one request, and the last request wins: stale responses are ignored. What is shown stays until
/// something else can be shown in its place.
@MainActor
@Observable
public final class FeedStore: FeedActions {
  /// The state of the screen.
  public private(set) var state = FeedState.idle
  /// The timelines that can be chosen, and the chosen one.
  ///
  /// Beside ``state``: once read they can be chosen whatever happens to a page.
  public private(set) var timelines = TimelineSelection()
  /// A message to show once.
  public private(set) var notice: Notice?
  /// What the user has written and the server does not have.
  ///
  /// Beside ``state``: it belongs to the user and not to a timeline.
  public private(set) var outbox = Outbox()
  /// The strings of the screen.
  public let messages: FeedMessages

  private let useCase: FeedUseCase
  private let onRoute: @MainActor (FeedRoute) -> Void
  @ObservationIgnored private var observation: Session.Observation?
  @ObservationIgnored private var user = Generation()
  @ObservationIgnored private var generation = Generation()
  @ObservationIgnored private var progress = Progress()
  @ObservationIgnored private var known = KnownPages()
  @ObservationIgnored private var reactions = Reactions()

  /// Creates a Store; `onRoute` navigates.
  public init(
    useCase: FeedUseCase, messages: FeedMessages = FeedMessages(language: .preferred),
    onRoute: @escaping @MainActor (FeedRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.onRoute = onRoute
  }

  public func load() async {
    if case .loaded = state { return }
    await refresh()
  }

  public func refresh() async {
    switch state {
    case .idle, .notAuthorized, .error:
      await open(timelines.chosen)
    case .loading:
      return
    case .loaded(let content), .empty(let content):
      guard content.reading != .refreshing, !content.isPosting else { return }
      let current = beginReading()
      change { $0.reading = .refreshing }
      await readFirstPage(current)
    }
  }

  public func loadMore() async {
    let cursor = state.content.flatMap { $0.reading == .idle && !$0.isPosting ? $0.nextCursor : nil }
    guard let cursor else { return }
    let current = beginReading()
    change { $0.reading = .loadingMore }
    do throws(FeedError) {
      let page = try await useCase.readPage.execute(FeedPageRequest(timeline: timelines.chosen, cursor: cursor))
      guard generation == current else { return }
      let newPage = shown(known.add(page))
      change { content in
        content.append(newPage)
        content.reading = .idle
      }
    } catch {
      if generation == current { readFailed(error) }
    }
  }

  public func select(timeline: Timeline.ID?) async {
    if outbox.isSending, state.content != nil {
      progress.postponed = Choice(timeline: timeline)
    } else if progress.replaced?.opening != Choice(timeline: timeline) {
      await open(timeline)
    }
  }

  public func compose(replyTo: Post.ID?) {
    onRoute(.compose(replyTo: replyTo, screenName: replyTo.flatMap(shownPost)?.author.screenName))
  }

  /// Returns whether the signed-in user is the author of a post, and may delete it.
  public func isOwn(_ post: Post) -> Bool {
    post.author.id == useCase.currentUser.execute(())
  }

  public func showSignIn() {
    onRoute(.signIn)
  }

  public func dismissNotice() {
    notice = nil
  }

  /// Starts afresh whenever another user, or none, is signed in.
  func observe(_ session: Session) {
    observation = session.onUserChange { [weak self] in self?.startAfresh() }
  }

  private func startAfresh() {
    user.next()
    generation.next()
    (state, timelines, notice, outbox) = (.idle, TimelineSelection(), nil, Outbox())
    (progress, known, reactions) = (Progress(), KnownPages(), Reactions())
  }

  /// Mutates the timeline that is shown, or the one that a failed request would show again, if there is one: observers
  /// are notified even of a mutation without effect.
  private func change(_ body: (inout FeedContent) -> Void) {
    if state.content != nil {
      state.change(body)
    } else {
      progress.replaced?.state.change(body)
    }
  }

  private func shownPost(_ id: Post.ID) -> Post? {
    guard let content = state.content, let position = known.position(of: id) else { return nil }
    return content.posts.post(at: position)
  }

  private func present(_ title: String, _ error: FeedError) {
    guard error != .cancelled else { return }
    notice = Notice(title: title, text: messages.text(for: error), button: messages.common.dismiss)
  }
}

// MARK: - Reading

extension FeedStore {
  /// Shows that something is being loaded, in place of what is shown.
  private func beginLoading(of choice: Choice? = nil) -> Generation {
    if progress.replaced == nil {
      var before = state
      before.change { $0.reading = .idle }
      progress.replaced = Replaced(state: before, chosen: timelines.chosen)
      state = .loading
    }
    progress.replaced?.opening = choice
    return beginReading()
  }

  private func beginReading() -> Generation {
    progress.sent = []
    reactions.beginReading()
    return generation.next()
  }

  /// Reads a timeline in place of what is shown.
  private func open(_ timeline: Timeline.ID?) async {
    let current = beginLoading(of: Choice(timeline: timeline))
    timelines.chosen = timeline
    await readFirstPage(current)
  }

  private func readFirstPage(_ current: Generation) async {
    await readDrafts()
    guard generation == current else { return }
    do throws(FeedError) {
      let page = try await useCase.readPage.execute(FeedPageRequest(timeline: timelines.chosen))
      guard generation == current else { return }
      show(page)
    } catch {
      guard generation == current else { return }
      readFailed(error)
      if error == .cancelled || error == .notAuthorized { return }
    }
    await readTimelines()
  }

  /// Shows a first page: joined with what is shown where they touch, else in its place.
  private func show(_ page: FeedPage) {
    if progress.replaced == nil, let posts = state.content?.posts, known.touches(page, posts) {
      var joined = known.join(page, shown: posts, hidden: reactions.hidden, sent: progress.sent)
      joined.posts = reactions.overlay(joined.posts)
      change { content in
        content.join(joined)
        content.reading = .idle
      }
    } else {
      var content = FeedContent(shown(known.begin(page)), isPosting: outbox.isSending)
      // The page may have been made before these posts were sent.
      content.insert(reactions.overlay(known.add(progress.sent)))
      progress.replaced = nil
      state = .showing(content)
    }
  }

  /// The page with what the user wants and the server has not confirmed.
  private func shown(_ page: FeedPage) -> FeedPage {
    FeedPage(posts: reactions.overlay(page.posts), nextCursor: page.nextCursor)
  }

  private func readFailed(_ error: FeedError) {
    guard let replaced = progress.replaced else {
      change { $0.reading = .idle }
      return present(messages.readFailedTitle, error)
    }
    if error == .cancelled || replaced.state.content != nil {
      restore()
      present(messages.readFailedTitle, error)
    } else if error == .notAuthorized {
      progress.replaced = nil
      state = .notAuthorized
      onRoute(.signIn)
    } else {
      progress.replaced = nil
      state = .error(messages.text(for: error))
    }
  }

  private func restore() {
    guard let replaced = progress.replaced else { return }
    progress.replaced = nil
    timelines.chosen = replaced.chosen
    state = replaced.state
  }

  /// Reads the timelines to choose from, once; posts are shown without them, so that a failure is silent.
  private func readTimelines() async {
    guard !progress.hasRequestedTimelines else { return }
    progress.hasRequestedTimelines = true
    let reader = user
    do throws(FeedError) {
      let all = try await useCase.readTimelines.execute()
      guard user == reader else { return }
      timelines.all = all
    } catch {
      if user == reader { progress.hasRequestedTimelines = false }
    }
  }
}

// MARK: - Posting

extension FeedStore {
  public func post(text: String, replyTo: Post.ID?) async {
    guard state != .loading, !outbox.isSending else { return }
    do throws(FeedError) {
      let draft = try useCase.draftPost.execute(PostInput(text: text, replyTo: replyTo))
      await send(outbox.known(draft))
    } catch {
      present(messages.postFailedTitle, error)
    }
  }

  public func retry(draft id: PostDraft.ID) async {
    guard state != .loading, !outbox.isSending, let unsent = outbox.unsent.first(where: { $0.id == id }) else { return }
    await send(unsent.draft)
  }

  public func discard(draft id: PostDraft.ID) async {
    outbox.remove(id)
    await save(.remove(id))
  }

  public func keep(text: String, replyTo: Post.ID?) async {
    guard outbox.text(replyTo: replyTo) != text else { return }
    let input = PostInput(text: text, replyTo: replyTo)
    outbox.compose(input)
    await save(.compose(input))
  }

  /// Saves a draft, sends it, and removes it once the server has it; then reads the timeline where none is shown, or
  /// another was chosen meanwhile.
  private func send(_ draft: PostDraft) async {
    let loading = state.content == nil ? beginLoading() : nil
    let author = user
    outbox.beginSending(draft)
    change { $0.isPosting = true }
    let unsaved = await save(.add(draft))
    guard user == author else { return }
    do throws(FeedError) {
      let post = try await useCase.sendPost.execute(draft)
      guard user == author else { return }
      await save(.remove(draft.id))
      guard user == author else { return }
      endSending(draft, .success(post))
      onRoute(.posted)
      if let loading, loading == generation { await open(timelines.chosen) }
    } catch {
      guard user == author else { return }
      endSending(draft, .failure(error))
      if let loading, loading == generation { restore() }
      // The outbox says that the post was not sent; only the notice says that it is lost with the process.
      if let unsaved { present(messages.draftsFailedTitle, unsaved) } else { present(messages.postFailedTitle, error) }
    }
    guard user == author, let choice = progress.postponed else { return }
    progress.postponed = nil
    await open(choice.timeline)
  }

  private func endSending(_ draft: PostDraft, _ result: Result<Post, FeedError>) {
    var posts: [Post] = []
    switch result {
    case .success(let post):
      outbox.endSending(draft, nil)
      posts = [post]
    case .failure(let error):
      outbox.endSending(draft, error)
    }
    // The first page being read may have been made before the post was sent.
    if state == .loading || state.content?.reading == .refreshing { progress.sent += posts }
    change { content in
      content.insert(reactions.overlay(known.add(posts)))
      content.isPosting = false
    }
  }

  /// Reads what the user has written in an earlier launch, once.
  private func readDrafts() async {
    guard !progress.hasRequestedDrafts else { return }
    progress.hasRequestedDrafts = true
    let author = user
    do throws(FeedError) {
      let drafts = try await useCase.readDrafts.execute()
      guard user == author else { return }
      outbox.add(drafts, failure: useCase.failureOfEarlierDrafts)
    } catch {
      guard user == author else { return }
      progress.hasRequestedDrafts = false
      present(messages.draftsFailedTitle, error)
    }
  }

  /// Saves a change of the drafts; a failure is returned and a notice, and for the composer only the first of several.
  @discardableResult
  private func save(_ change: DraftChange) async -> FeedError? {
    let author = user
    do throws(FeedError) {
      try await useCase.changeDrafts.execute(change)
      if user == author { progress.cannotSave = false }
      return nil
    } catch {
      guard user == author else { return error }
      if case .compose = change, progress.cannotSave { return error }
      progress.cannotSave = true
      present(messages.draftsFailedTitle, error)
      return error
    }
  }
}

// MARK: - Reacting

extension FeedStore {
  public func like(post id: Post.ID) async {
    await react(.like, to: id)
  }

  public func unlike(post id: Post.ID) async {
    await react(.unlike, to: id)
  }

  public func delete(post id: Post.ID) async {
    await react(.delete, to: id)
  }

  /// Shows a reaction at once, and sends it unless a request for the post is in flight, whose end sends the newest one.
  private func react(_ reaction: Reaction, to id: Post.ID) async {
    guard let post = shownPost(id) else { return }
    let changed = reaction.applied(to: post)
    guard changed != post else { return }
    show(changed, for: id)
    guard reactions.begin(reaction, to: post) else { return }
    let reader = user
    var next: Reaction? = reaction
    while let current = next {
      let result = await send(current, to: id)
      guard user == reader else { return }
      switch reactions.end(current, to: id, with: result) {
      case .send(let newest):
        next = newest
      case .rest(let post):
        next = nil
        show(post, for: id)
        if case .failure(let error) = result { present(messages.changeFailedTitle, error) }
      }
    }
  }

  private func send(_ reaction: Reaction, to id: Post.ID) async -> Result<Post?, FeedError> {
    do throws(FeedError) {
      switch reaction {
      case .like, .unlike:
        return .success(try await useCase.likePost.execute(LikeRequest(post: id, isLiked: reaction == .like)))
      case .delete:
        try await useCase.deletePost.execute(id)
        return .success(nil)
      }
    } catch {
      return .failure(error)
    }
  }

  /// Shows a post where it belongs to the timeline; `nil` removes it.
  private func show(_ post: Post?, for id: Post.ID) {
    guard let position = known.position(of: id), shownPost(id) != post || state.content == nil else { return }
    change { $0.set(post, at: position) }
  }
}

/// A chosen timeline; `nil` is the home timeline.
private struct Choice: Hashable {
  let timeline: Timeline.ID?
}

/// What ``FeedState/loading`` replaced, restored when the request is cancelled.
private struct Replaced: Hashable {
  var state: FeedState
  let chosen: Timeline.ID?
  /// The timeline being read; `nil` while a post is sent first.
  var opening: Choice?
}

/// What is in progress beside what the state shows.
private struct Progress: Hashable {
  var replaced: Replaced?
  /// The timeline chosen while a post was being sent.
  var postponed: Choice?
  /// The posts sent while a first page was being read, which may lack them.
  var sent: [Post] = []
  /// Whether the timelines to choose from are known or being read.
  var hasRequestedTimelines = false
  /// Whether the drafts are known or being read.
  var hasRequestedDrafts = false
  /// Whether the last change of the drafts could not be saved.
  var cannotSave = false
}
