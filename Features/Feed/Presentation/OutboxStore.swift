import Core
import Observation

/// Observable state of what the user has written and the server does not have, and its actions.
///
/// One post is sent at a time. A post is saved before it is sent, and stays until the server has it or the user discards
/// it.
@MainActor
@Observable
public final class OutboxStore: OutboxActions {
  package private(set) var memory: OutboxMemory
  /// The strings of the screen.
  public let messages: FeedMessages

  private let useCase: FeedUseCase
  private let onRoute: @MainActor (OutboxRoute) -> Void
  /// The turn to send; another user does not wait for the posts of the former one.
  @ObservationIgnored private var turn = AsyncMutex()
  @ObservationIgnored private var observations: [Session.Observation] = []

  /// Creates a Store; `onRoute` navigates, and shows what was posted.
  public init(
    useCase: FeedUseCase, messages: FeedMessages = FeedMessages(language: .preferred),
    onRoute: @escaping @MainActor (OutboxRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.onRoute = onRoute
    memory = OutboxMemory(of: useCase.currentUser)
  }

  /// The unsent posts, and the text in the composer.
  public var state: OutboxState { memory.state }

  /// What the server offers; the action of anything else is ignored.
  public var capabilities: Set<FeedCapability> { useCase.capabilities }

  /// The notice that the text in a composer has to be changed, until it is.
  public func refusal(replyTo: Post.ID?) -> Notice? { memory.refusal(replyTo: replyTo) }

  /// A message to show once.
  public var notice: Notice? { memory.notice }

  /// Starts afresh whenever another user, or none, is signed in.
  func observe(_ session: Session) {
    observations = [
      session.onUserChange { [weak self] in self?.startAfresh() },
      session.onUserRenewal { [weak self] former, renewed in await self?.rename(former.id, to: renewed.id) },
      session.onAccountDeletion { [weak self] user in
        // Nothing of a deleted user is saved any more.
        if let self, memory.userID == user.id { memory.startAfresh(for: nil) }
        return true
      },
    ]
  }

  func startAfresh() {
    let author = memory.userID
    let texts = memory.startAfresh(for: useCase.currentUser)
    turn = AsyncMutex()
    guard !texts.isEmpty else { return }
    // The views of the former user may be gone already, and with them the call that would have saved these.
    Task {
      for text in texts { try? await useCase.change(.compose(text), of: author) }
    }
  }

  /// Moves the drafts before the new identifier is saved: if the process ends before, the next launch does it again.
  private func rename(_ former: User.ID, to userID: User.ID) async {
    // From now on, what is written is saved under the new one.
    guard memory.rename(former, to: userID) else { return }
    let author = memory.user
    do throws(FeedError) {
      try await useCase.moveDrafts(from: former, to: userID)
    } catch {
      if memory.user == author { memory.present(messages.notice(for: error, doing: .drafts)) }
    }
    if memory.user == author { await load() }
  }

  public func load() async {
    guard let author = memory.beginReading() else { return }
    do throws(FeedError) {
      let drafts = try await useCase.drafts(of: memory.userID)
      memory.endReading(drafts, failure: useCase.failureOfEarlierDrafts, of: author)
    } catch {
      memory.failReading(of: author, notice: messages.notice(for: error, doing: .drafts))
    }
  }

  public func post(text: String, replyTo: Post.ID?, key: PostDraft.ID?) async {
    guard capabilities.contains(.composer(replyTo: replyTo)) else { return }
    do throws(FeedError) {
      let input = PostInput(text: text, replyTo: replyTo)
      let draft = memory.known(try useCase.draft(input, key: memory.usable(key, for: input)), key: key)
      let author = memory.enqueue(draft, key: key)
      onRoute(.queued(draft))
      if let author { await send(draft, by: author) }
    } catch {
      memory.present(messages.notice(for: error, doing: .post), of: .text(replyTo: replyTo))
    }
  }

  /// Whether a post with a key would be ignored, because the same text was sent with it or is being sent.
  package func ignores(_ input: PostInput, key: PostDraft.ID?) -> Bool { memory.ignores(input, key: key) }

  public func retry(draft id: PostDraft.ID) async {
    if let draft = memory.draft(id), let author = memory.enqueue(draft) { await send(draft, by: author) }
  }

  public func discard(draft id: PostDraft.ID) async {
    if memory.discard(id) { await save(.remove(id)) }
  }

  public func compose(text: String, replyTo: Post.ID?) {
    memory.compose(PostInput(text: text, replyTo: replyTo))
  }

  public func keep() async {
    guard let author = memory.beginKeeping() else { return }
    while let input = memory.beginWriting(by: author) {
      if await save(.compose(input)) != nil { return memory.failWriting(input, by: author) }
    }
  }

  public func dismissNotice() {
    memory.present(nil)
  }

  /// Saves a draft, sends it when it is its turn, and removes it once the server has it.
  private func send(_ draft: PostDraft, by author: Generation) async {
    let turn = turn
    let unsaved = await save(.add(draft))
    let sent: Post? = await turn.withLock {
      guard memory.beginSending(draft.id, by: author) else { return nil }
      do throws(FeedError) {
        guard !useCase.isOfAnotherUser(than: memory.userID) else { throw .cancelled }
        let post = try await useCase.send(draft)
        guard memory.user == author else { return nil }
        await save(.remove(draft.id))
        guard memory.endSending(draft.id, by: author) else { return nil }
        onRoute(.posted(post))
        return post
      } catch {
        // The outbox says that the post was not sent; only the notice says that it is lost with the process.
        let notice = unsaved.map { messages.notice(for: $0, doing: .drafts) }
        memory.failSending(
          draft.id, error, by: author, notice: notice ?? messages.notice(for: error, doing: .post))
        return nil
      }
    }
    if let sent, memory.user == author { await useCase.keep(posted: sent, for: memory.userID) }
  }

  /// Saves a change of the drafts; a failure is returned, and a notice.
  @discardableResult
  private func save(_ change: DraftChange) async -> FeedError? {
    let author = memory.user
    do throws(FeedError) {
      try await useCase.change(change, of: memory.userID)
      memory.saved(change, by: author)
      return nil
    } catch {
      memory.notSaved(change, by: author, notice: messages.notice(for: error, doing: .drafts))
      return error
    }
  }
}
