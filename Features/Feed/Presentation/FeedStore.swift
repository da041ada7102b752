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
  /// The post that could not be sent, for the composer.
  public private(set) var draft: PostDraft?
  /// The strings of the screen.
  public let messages: FeedMessages

  private let useCase: FeedUseCase
  private let onRoute: @MainActor (FeedRoute) -> Void
  @ObservationIgnored private var observation: Session.Observation?
  @ObservationIgnored private var user = Generation()
  @ObservationIgnored private var generation = Generation()
  @ObservationIgnored private var progress = Progress()
  @ObservationIgnored private var known = KnownPages()

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
      let current = generation.next()
      change { $0.reading = .refreshing }
      await readFirstPage(current)
    }
  }

  public func loadMore() async {
    let cursor = state.content.flatMap { $0.reading == .idle && !$0.isPosting ? $0.nextCursor : nil }
    guard let cursor else { return }
    let current = generation.next()
    change { $0.reading = .loadingMore }
    do throws(FeedError) {
      let page = try await useCase.readPage.execute(FeedPageRequest(timeline: timelines.chosen, cursor: cursor))
      guard generation == current else { return }
      let newPage = known.add(page)
      change { content in
        content.append(newPage)
        content.reading = .idle
      }
    } catch {
      if generation == current { readFailed(error) }
    }
  }

  public func select(timeline: Timeline.ID?) async {
    if progress.isPosting, state.content != nil {
      progress.postponed = Choice(timeline: timeline)
    } else if progress.replaced?.opening != Choice(timeline: timeline) {
      await open(timeline)
    }
  }

  public func post(text: String, replyTo: Post.ID?) async {
    guard state != .loading, !progress.isPosting else { return }
    progress.isPosting = true
    let author = user
    do throws(FeedError) {
      let draft = try await draft(of: PostInput(text: text, replyTo: replyTo))
      if user == author { await send(draft) }
    } catch {
      guard user == author else { return }
      progress.isPosting = false
      present(messages.postFailedTitle, error)
    }
    guard user == author, let choice = progress.postponed else { return }
    progress.postponed = nil
    await open(choice.timeline)
  }

  public func compose(replyTo: Post.ID?) {
    let post = replyTo.flatMap { id in state.content?.posts.first { $0.id == id } }
    onRoute(.compose(replyTo: replyTo, screenName: post?.author.screenName))
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
    (state, timelines, notice, draft) = (.idle, TimelineSelection(), nil, nil)
    (progress, known) = (Progress(), KnownPages())
  }

  /// Mutates the timeline that is shown, if one is: observers are notified even of a mutation without effect.
  private func change(_ body: (inout FeedContent) -> Void) {
    if state.content != nil { state.change(body) }
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
    progress.sent = []
    return generation.next()
  }

  /// Reads a timeline in place of what is shown.
  private func open(_ timeline: Timeline.ID?) async {
    let current = beginLoading(of: Choice(timeline: timeline))
    timelines.chosen = timeline
    await readFirstPage(current)
  }

  private func readFirstPage(_ current: Generation) async {
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

  /// Shows a first page, with the posts that were sent while it was read.
  private func show(_ page: FeedPage) {
    known = KnownPages()
    var content = FeedContent(known.add(page), isPosting: progress.isPosting)
    content.insert(known.add(progress.sent))
    progress.sent = []
    progress.replaced = nil
    state = .showing(content)
  }

  private func readFailed(_ error: FeedError) {
    progress.sent = []
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
  /// The draft of what was typed: the one that could not be sent, where it is the same.
  private func draft(of input: PostInput) async throws(FeedError) -> PostDraft {
    let new = try await useCase.draftPost.execute(input)
    guard let draft, draft.text == new.text, draft.replyTo == new.replyTo else { return new }
    return draft
  }

  private func send(_ draft: PostDraft) async {
    let loading = state.content == nil ? beginLoading() : nil
    change { $0.isPosting = true }
    let author = user
    do throws(FeedError) {
      let post = try await useCase.sendPost.execute(draft)
      guard user == author else { return }
      self.draft = nil
      endPosting(post)
      onRoute(.posted)
      if let loading, loading == generation { await open(timelines.chosen) }
    } catch {
      guard user == author else { return }
      self.draft = draft
      endPosting(nil)
      if let loading, loading == generation { restore() }
      present(messages.postFailedTitle, error)
    }
  }

  private func endPosting(_ post: Post?) {
    progress.isPosting = false
    let posts = post.map { [$0] } ?? []
    // The first page being read may have been made before the post was sent.
    if state == .loading || state.content?.reading == .refreshing { progress.sent += posts }
    change { content in
      content.insert(known.add(posts))
      content.isPosting = false
    }
  }
}

/// A chosen timeline; `nil` is the home timeline.
private struct Choice: Hashable {
  let timeline: Timeline.ID?
}

/// What ``FeedState/loading`` replaced, restored when the request is cancelled.
private struct Replaced: Hashable {
  let state: FeedState
  let chosen: Timeline.ID?
  /// The timeline being read; `nil` while a post is sent first.
  var opening: Choice?
}

/// What is in progress beside what the state shows.
private struct Progress: Hashable {
  var replaced: Replaced?
  var isPosting = false
  /// The timeline chosen while a post was being sent.
  var postponed: Choice?
  /// The posts sent while a first page was being read, which may lack them.
  var sent: [Post] = []
  /// Whether the timelines to choose from are known or being read.
  var hasRequestedTimelines = false
}

/// The posts and cursors that the shown timeline has had.
///
/// Not part of the state, because a view keeps the previous state: each page would copy these sets.
private struct KnownPages: Hashable {
  private var ids: Set<Post.ID> = []
  private var cursors: Set<String> = []

  /// Returns the part of a page that is new; a cursor that came before is the end.
  mutating func add(_ page: FeedPage) -> FeedPage {
    let nextCursor = page.nextCursor.flatMap { cursors.insert($0).inserted ? $0 : nil }
    return FeedPage(posts: add(page.posts), nextCursor: nextCursor)
  }

  mutating func add(_ posts: [Post]) -> [Post] {
    posts.filter { ids.insert($0.id).inserted }
  }
}
