import Core
import Observation

/// The chosen timeline, as a view observes it, and what a user can do about it.
///
/// A double tap is one request: an action begins in the same turn of the main actor in which it is called. The latest
/// wish wins: an answer that was overtaken changes nothing.
@MainActor
@Observable
public final class FeedStore: FeedActions {
  /// All that a view needs to know.
  public private(set) var state = FeedState.idle
  /// What the user is told once.
  public private(set) var notice: Notice?
  /// The post that could not be sent, for the composer to show again.
  public private(set) var draft: PostDraft?

  private let useCase: FeedUseCase
  private let messages: FeedMessages
  private let route: @MainActor (FeedRoute) -> Void
  @ObservationIgnored private var wish = LatestWish()
  /// The timeline that was read last.
  @ObservationIgnored private var chosen: Timeline.ID?
  /// What was shown before ``FeedState/loading``, to be put back where the load is cancelled.
  @ObservationIgnored private var before = FeedState.idle
  /// What is being read while posts are shown.
  @ObservationIgnored private var reading = FeedActivity.none
  @ObservationIgnored private var isPosting = false
  /// The posts that were sent while the newest ones were being read, and may not be among those.
  @ObservationIgnored private var sentMeanwhile: [Post] = []
  /// The timeline that was chosen while a post was being sent.
  @ObservationIgnored private var selectedMeanwhile: Timeline.ID?

  /// Makes a Store.
  ///
  /// - Parameters:
  ///   - useCase: What it can do.
  ///   - messages: The texts.
  ///   - route: Performs a route.
  public init(
    useCase: FeedUseCase, messages: FeedMessages = .japanese,
    route: @escaping @MainActor (FeedRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.route = route
  }

  /// Reads the chosen timeline, or the first one.
  public func load() async {
    switch state {
    case .loading, .loaded: return
    case .idle, .empty, .notAuthorized, .error: await open(nil)
    }
  }

  /// Reads the newest posts again.
  public func refresh() async {
    switch state.activity {
    case nil: await load()
    case .refreshing?, .posting?: return
    case .some(.none), .loadingMore?: await read(.refreshing)
    }
  }

  /// Reads older posts.
  public func loadMore() async {
    guard state.hasMore, state.activity == FeedActivity.none else { return }
    await read(.loadingMore)
  }

  /// Reads another timeline.
  ///
  /// - Parameter id: The timeline.
  public func select(timeline id: Timeline.ID) async {
    if isPosting, case .loaded = state {
      selectedMeanwhile = id
    } else {
      await open(id)
    }
  }

  /// Sends a post.
  ///
  /// - Parameters:
  ///   - text: The text, as it was typed.
  ///   - replyTo: The post that it answers.
  public func post(text: String, replyTo: Post.ID? = nil) async {
    guard state != .loading, !isPosting else { return }
    isPosting = true
    do throws(FeedError) {
      try await send(draft(of: PostInput(text: text, replyTo: replyTo)))
    } catch {
      isPosting = false
      tell(messages.postFailedTitle, error)
    }
    guard let id = selectedMeanwhile else { return }
    selectedMeanwhile = nil
    await open(id)
  }

  /// Asks for the composer.
  ///
  /// - Parameter replyTo: The post that is to be answered.
  public func compose(replyTo: Post.ID? = nil) {
    let post = replyTo.flatMap { id in state.content?.posts.first { $0.id == id } }
    route(.compose(replyTo: replyTo, screenName: post?.author.screenName))
  }

  /// Clears the notice.
  public func dismissNotice() {
    notice = nil
  }

  private func tell(_ title: String, _ error: FeedError) {
    switch error {
    case .cancelled: return
    case .sessionEnded: route(.sessionEnded)
    case .noNetwork, .notAuthorized, .unknownTimeline, .invalidText, .postRejected, .rateLimited, .serverError:
      notice = Notice(title: title, text: messages.text(for: error), button: messages.dismiss)
    }
  }
}

// MARK: - Reading

extension FeedStore {
  /// Begins to load, in place of what is shown.
  private func beginLoading() -> LatestWish.Ticket {
    if state != .loading { before = state.atRest }
    reading = .none
    sentMeanwhile = []
    state = .loading
    return wish.begin()
  }

  /// Ends a load.
  ///
  /// What was shown before is let go, so that the posts have one owner again.
  private func endLoading(_ result: FeedState) {
    state = result
    before = .idle
  }

  /// Reads a timeline from its newest post on; for `nil`, the one that was read last, or the first.
  private func open(_ id: Timeline.ID?) async {
    let ticket = beginLoading()
    do throws(FeedError) {
      var content = try await firstPage(of: id)
      guard wish.isLatest(ticket) else { return }
      chosen = content.timelines.chosen?.id
      for post in sentMeanwhile { content.insert(post) }
      sentMeanwhile = []
      content.activity = isPosting ? .posting : .none
      endLoading(.showing(content))
    } catch {
      guard wish.isLatest(ticket) else { return overtaken(error) }
      loadingFailed(error)
    }
  }

  private func firstPage(of id: Timeline.ID?) async throws(FeedError) -> FeedContent {
    let known = before.timelines?.all.filter { _ in id != nil } ?? []
    let all = known.contains { $0.id == id } ? known : try await useCase.readTimelines.execute()
    guard let timeline = all.first(where: { $0.id == id ?? chosen }) ?? (id == nil ? all.first : nil) else {
      guard id == nil else { throw .unknownTimeline }
      return FeedContent(FeedPage(posts: [], nextMaxID: nil), timelines: FeedTimelines(all: all, chosen: nil))
    }
    let page = try await useCase.readPage.execute(FeedPageRequest(timeline: timeline.id))
    return FeedContent(page, timelines: FeedTimelines(all: all, chosen: timeline))
  }

  private func loadingFailed(_ error: FeedError) {
    switch (error, before) {
    case (.cancelled, _):
      endLoading(before)
    case (_, .loaded):
      endLoading(before)
      tell(messages.readFailedTitle, error)
    case (.sessionEnded, _):
      endLoading(.notAuthorized)
      route(.sessionEnded)
    case (.notAuthorized, _):
      endLoading(.notAuthorized)
      route(.signIn)
    case (_, .idle), (_, .loading), (_, .empty), (_, .notAuthorized), (_, .error):
      endLoading(.error(messages.text(for: error)))
    }
  }

  /// Takes note of the failure of something that a later wish has overtaken: only the end of the session counts.
  private func overtaken(_ error: FeedError) {
    if error == .sessionEnded { route(.sessionEnded) }
  }

  /// Reads a page while posts are shown.
  private func read(_ activity: FeedActivity) async {
    guard let request = state.request(for: activity) else { return }
    let ticket = wish.begin()
    reading = activity
    state.change { $0.activity = activity }
    do throws(FeedError) {
      let page = try await useCase.readPage.execute(request)
      guard wish.isLatest(ticket) else { return }
      let sent = endReading()
      state.change { content in
        if activity == .refreshing { content.replace(with: page) } else { content.append(page) }
        for post in sent { content.insert(post) }
        content.activity = isPosting ? .posting : .none
      }
    } catch {
      guard wish.isLatest(ticket) else { return overtaken(error) }
      _ = endReading()
      if !isPosting { state.change { $0.activity = .none } }
      tell(messages.readFailedTitle, error)
    }
  }

  /// Ends a reading.
  ///
  /// - Returns: The posts that were sent meanwhile.
  private func endReading() -> [Post] {
    defer { sentMeanwhile = [] }
    reading = .none
    return sentMeanwhile
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
    let isShown = state.content != nil
    let ticket = isShown ? nil : beginLoading()
    if isShown { state.change { $0.activity = .posting } }
    do throws(FeedError) {
      let post = try await useCase.sendPost.execute(draft)
      self.draft = nil
      endPosting(post)
      if let ticket, wish.isLatest(ticket) { await open(nil) }
    } catch {
      self.draft = draft
      endPosting(nil)
      if let ticket, wish.isLatest(ticket) { endLoading(before) }
      tell(messages.postFailedTitle, error)
    }
  }

  private func endPosting(_ post: Post?) {
    isPosting = false
    if let post, reading == .refreshing || state == .loading { sentMeanwhile.append(post) }
    guard state.activity != nil else { return }
    state.change { content in
      if let post { content.insert(post) }
      content.activity = reading
    }
  }
}
