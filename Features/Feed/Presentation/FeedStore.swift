import Core
import Observation

/// Observable state of a timeline and its actions.
///
/// A double tap sends one request, and the last request wins: stale responses are ignored. What is shown stays until
/// something else can be shown in its place.
@MainActor
@Observable
public final class FeedStore: FeedActions {
  package private(set) var memory: FeedMemory
  /// The strings of the screen.
  public let messages: FeedMessages

  private let useCase: FeedUseCase
  private let onRoute: @MainActor (FeedRoute) -> Void
  @ObservationIgnored private var observations: [Session.Observation] = []

  /// Creates a Store; `onRoute` navigates.
  public init(
    useCase: FeedUseCase, messages: FeedMessages = FeedMessages(language: .preferred),
    onRoute: @escaping @MainActor (FeedRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.onRoute = onRoute
    memory = FeedMemory(of: useCase.currentUser)
  }

  /// The state of the screen.
  public var state: FeedState { memory.state }

  /// What the server offers; the action of anything else is ignored.
  public var capabilities: Set<FeedCapability> { useCase.capabilities }

  /// The timelines that can be chosen, and the chosen one.
  ///
  /// Beside ``state``: once read they can be chosen whatever happens to a page.
  public var timelines: TimelineSelection { memory.timelines }

  /// The reactions that wait for a network, in their order, also those that are sent after they had to.
  public var waitingReactions: [PostReaction] { memory.waitingReactions }

  /// A message to show once.
  public var notice: Notice? { memory.notice }

  /// Starts afresh whenever another user, or none, is signed in.
  func observe(_ session: Session) {
    observations = [
      session.onUserChange { [weak self] in
        if let self { memory.startAfresh(for: useCase.currentUser) }
      },
      session.onUserRenewal { [weak self] former, renewed in self?.memory.rename(former.id, to: renewed.id) },
    ]
  }

  // MARK: Reading

  public func load() async {
    await showKept { _ in true }
    if case .loaded(let content) = state, content.keptAt == nil { return }
    await refresh()
  }

  public func refresh() async {
    guard let current = memory.beginRefresh() else { return }
    await readFirstPage(current)
  }

  public func select(timeline: Timeline.ID?) async {
    guard timeline?.post == nil || capabilities.contains(.threads) else { return }
    await showKept { $0 == timeline }
    if timelines.chosen == timeline, state.content?.keptAt != nil { return await refresh() }
    guard let current = memory.beginOpening(timeline) else { return }
    await readFirstPage(current)
  }

  /// Shows what an earlier launch has shown, while nothing else is.
  private func showKept(where isWanted: (Timeline.ID?) -> Bool) async {
    guard memory.canShowKept else { return }
    let reader = memory.user
    guard let kept = await useCase.kept(), isWanted(kept.content.timeline) else { return }
    await readReactions()
    memory.show(kept, to: reader)
  }

  public func loadMore() async {
    if state.content?.keptAt != nil { return await refresh() }
    guard let (current, request) = memory.beginLoadingMore() else { return }
    do throws(FeedError) {
      memory.append(try await useCase.page(request), current)
    } catch {
      fail(error, current)
    }
  }

  private func readFirstPage(_ current: Generation) async {
    await readReactions()
    guard memory.generation == current else { return }
    let (timeline, reader) = (timelines.chosen, memory.user)
    do throws(FeedError) {
      let page = try await useCase.page(FeedPageRequest(timeline: timeline))
      guard memory.show(page, current) else { return }
      await useCase.keep(memory.asKept(page), of: timeline, timelines: timelines.all, for: memory.userID)
    } catch {
      guard fail(error, current), error != .cancelled, error != .notAuthorized else { return }
      return await readTimelines(of: reader)
    }
    await readTimelines(of: reader)
    await sendWaiting(of: reader)
  }

  @discardableResult
  private func fail(_ error: FeedError, _ current: Generation) -> Bool {
    let isCurrent = memory.fail(
      error, current, text: messages.text(for: error, doing: .read), notice: messages.notice(for: error, doing: .read))
    if isCurrent, error == .notAuthorized, state == .notAuthorized { onRoute(.signIn) }
    return isCurrent
  }

  /// Reads the timelines to choose from; posts are shown without them, so that a failure is silent.
  private func readTimelines(of reader: Generation) async {
    guard memory.user == reader, memory.beginLists() else { return }
    let all = try? await useCase.timelines()
    memory.endLists(all, of: reader)
    if let all, memory.user == reader { await useCase.keep(all, for: memory.userID) }
  }

  public func markRead() {
    memory.markRead()
  }

  public func show(posted post: Post) {
    memory.show(posted: post)
  }

  // MARK: Reacting

  public func react(_ reaction: Reaction, to id: Post.ID) async {
    guard capabilities.contains(reaction.capability), memory.begin(reaction, to: id) else { return }
    let reader = memory.user
    let wanted = PostReaction(reaction, to: id)
    // Nothing of a deleted user is saved any more.
    let isKept = isOfAnotherUser ? false : await useCase.keep(wanted, of: memory.userID)
    // A request for the post that is in flight sends the newest reaction at its end.
    await send(memory.endKeeping(wanted, isKept: isKept, of: reader), of: reader)
  }

  public func sendReactions() async {
    await readReactions()
    await sendWaiting(of: memory.user)
  }

  /// Reads the reactions that an earlier launch has left, once; a failure is repeated.
  private func readReactions() async {
    guard memory.lacksReactions else { return }
    let reader = memory.user
    do throws(FeedError) {
      memory.restore(try await useCase.unsentReactions(of: memory.userID), of: reader)
    } catch {
      memory.failRestoring(messages.notice(for: error, doing: .drafts), of: reader)
    }
  }

  private func sendWaiting(of reader: Generation) async {
    guard !memory.waitingReactions.isEmpty else { return }
    await send(memory.beginSending(of: reader), of: reader)
  }

  /// Sends a reaction and those that follow it, as long as there is a network.
  private func send(_ first: PostReaction?, of reader: Generation) async {
    var next = first
    while memory.user == reader, let sent = next {
      // What is kept is sent after the next sign-in of its user.
      if isOfAnotherUser { return memory.wait(for: sent.id) }
      let (result, notice) = await send(sent)
      guard memory.user == reader else { return }
      if case .failure(.cancelled) = result, isOfAnotherUser { return memory.wait(for: sent.id) }
      let settled: PostReaction?
      (settled, next) = memory.end(sent.id, with: result, notice: notice)
      guard let settled else { continue }
      let userID = memory.userID
      await useCase.settle(settled, of: userID)
      await keep(result, of: sent.id, for: userID)
    }
  }

  /// Whether the session is another user’s already.
  private var isOfAnotherUser: Bool { useCase.isOfAnotherUser(than: memory.userID) }

  /// Keeps a post as it is after a reaction, or as it was before one that failed.
  private func keep(_ result: Result<Post?, FeedError>, of id: Post.ID, for userID: User.ID?) async {
    switch result {
    case .success(let post): await useCase.keep(post, as: id, for: userID)
    case .failure(.unknownPost): await useCase.keep(nil, as: id, for: userID)
    case .failure: if let post = memory.shownPost(id) { await useCase.keep(post, as: id, for: userID) }
    }
  }

  private func send(_ reaction: PostReaction) async -> (Result<Post?, FeedError>, Notice?) {
    do throws(FeedError) {
      return (.success(try await useCase.react(reaction.reaction, to: reaction.post)), nil)
    } catch {
      return (.failure(error), messages.notice(for: error, doing: .change))
    }
  }

  /// Returns whether deleting a post is offered: to its author, where the server deletes posts.
  public func isDeleteOffered(for post: Post) -> Bool {
    capabilities.contains(.deletions) && post.author.id == useCase.currentUser
  }

  // MARK: Routes and notices

  public func compose(replyTo: Post.ID?) {
    guard capabilities.contains(.composer(replyTo: replyTo)) else { return }
    onRoute(.compose(replyTo: replyTo, screenName: replyTo.flatMap(memory.shownPost)?.author.screenName))
  }

  public func showSignIn() {
    onRoute(.signIn)
  }

  public func dismissNotice() {
    memory.dismissNotice()
  }
}
