import Core

/// All that ``OutboxStore`` remembers.
package struct OutboxMemory: Sendable, Hashable {
  /// What is known of the storage.
  private enum Storage: Hashable {
    /// Not read yet; the drafts that were sent or discarded since the launch are not taken from it.
    case unread(finished: Set<PostDraft.ID>)
    case beingRead(finished: Set<PostDraft.ID>)
    case read
  }

  /// What a notice is about, with which it goes.
  enum Subject: Sendable, Hashable {
    case draft(PostDraft.ID)
    case text(replyTo: Post.ID?)

    /// Creates the subject of a change of the outbox.
    init?(_ change: DraftChange) {
      switch change {
      case .add(let draft): self = .draft(draft.id)
      case .remove(let id): self = .draft(id)
      case .compose(let input): self = .text(replyTo: input.replyTo)
      case .react, .settle: return nil
      }
    }
  }

  /// Identifies the sign-in.
  package var user = Generation()
  /// The user whose drafts these are, also while the session is another user’s already; `nil` where none is signed in.
  private(set) var userID: User.ID?
  package private(set) var state = OutboxState()
  private(set) var notice: Notice?
  private var subject: Subject?
  private var storage = Storage.unread(finished: [])
  /// The composers whose text is not saved yet, in the order of their change.
  private var unsaved: [Post.ID?] = []
  /// Whether a text is being written; one at a time.
  private var isWriting = false
  /// Whether the last change could not be saved.
  private var cannotSave = false
  /// The last drafts of forms with a key, so that a form that is submitted again is recognized once its post is sent.
  private var keyed: [KeyedDraft] = []

  private struct KeyedDraft: Hashable {
    static let maximumCount = 20

    let key: PostDraft.ID
    let draft: PostDraft
  }

  package init(of userID: User.ID? = nil) {
    self.userID = userID
  }

  /// The memory without what only tells users apart.
  package var withoutGenerations: OutboxMemory {
    var memory = self
    (memory.user, memory.userID) = (Generation(), nil)
    return memory
  }

  /// Forgets everything, for another user; returns the texts of the former one that are not saved.
  @discardableResult
  mutating func startAfresh(for userID: User.ID?) -> [PostInput] {
    let (user, texts) = (user.next(), unsaved.map(input))
    self = OutboxMemory(of: userID)
    self.user = user
    return texts
  }

  /// Goes on under another identifier, whose drafts are read next; returns `false` where the user is another one.
  mutating func rename(_ former: User.ID, to userID: User.ID) -> Bool {
    guard former != userID, self.userID == former else { return false }
    self.userID = userID
    storage = .unread(finished: finished)
    return true
  }

  /// The drafts that were sent or discarded while the storage is not read.
  private var finished: Set<PostDraft.ID> {
    switch storage {
    case .unread(let finished), .beingRead(let finished): finished
    case .read: []
    }
  }

  mutating func present(_ notice: Notice?, of subject: Subject? = nil) {
    (self.notice, self.subject) = (notice, subject)
  }

  /// The notice that the text in a composer has to be changed.
  func refusal(replyTo: Post.ID?) -> Notice? {
    subject == .text(replyTo: replyTo) && isRefusal ? notice : nil
  }

  private var isRefusal: Bool {
    if case .invalidInput = notice?.kind { true } else { false }
  }

  // MARK: The storage

  mutating func beginReading() -> Generation? {
    guard case .unread(let finished) = storage else { return nil }
    storage = .beingRead(finished: finished)
    return user
  }

  /// Adds what the storage has; `failure` is why those posts are not sent.
  mutating func endReading(_ stored: Drafts, failure: FeedError?, of author: Generation) {
    guard user == author, case .beingRead(let finished) = storage else { return }
    storage = .read
    let known = finished.union(state.unsent.map(\.id))
    state.unsent.insert(
      contentsOf: stored.unsent.filter { !known.contains($0.id) }.map { UnsentPost(draft: $0, failure: failure) }, at: 0
    )
    state.composed += stored.composed.filter { state.text(replyTo: $0.replyTo).isEmpty }
  }

  mutating func failReading(of author: Generation, notice: Notice?) {
    guard user == author, case .beingRead(let finished) = storage else { return }
    storage = .unread(finished: finished)
    present(notice)
  }

  mutating func saved(_ change: DraftChange, by author: Generation) {
    guard user == author else { return }
    cannotSave = false
    if subject == Subject(change), !isRefusal { present(nil) }
  }

  /// Notes that a change could not be saved; of several texts in the composer, the first has a notice.
  mutating func notSaved(_ change: DraftChange, by author: Generation, notice: Notice?) {
    guard user == author else { return }
    let isText = if case .compose = change { true } else { false }
    if !(isText && cannotSave) { present(notice, of: Subject(change)) }
    cannotSave = true
  }

  // MARK: Sending

  /// Returns the key of a form, unless it is that of another text.
  func usable(_ key: PostDraft.ID?, for input: PostInput) -> PostDraft.ID? {
    let others = keyed.filter { $0.key == key }.map(\.draft) + state.unsent.map(\.draft).filter { $0.id == key }
    return others.allSatisfy(input.isContent) ? key : nil
  }

  /// Returns the draft with the same content that the form with the key has sent or that is unsent, which the server may
  /// have got before, or the draft itself.
  func known(_ draft: PostDraft, key: PostDraft.ID?) -> PostDraft {
    let drafts = keyed.filter { $0.key == key }.map(\.draft) + state.unsent.map(\.draft)
    return drafts.first { $0.text == draft.text && $0.replyTo == draft.replyTo } ?? draft
  }

  /// Whether a text was sent by the form with the key, or is being sent.
  func ignores(_ input: PostInput, key: PostDraft.ID?) -> Bool {
    if let unsent = state.unsent.first(where: { input.isContent(of: $0.draft) }) { return unsent.progress != .waiting }
    return keyed.contains { $0.key == key && input.isContent(of: $0.draft) }
  }

  func draft(_ id: PostDraft.ID) -> PostDraft? {
    state.unsent.first { $0.id == id }?.draft
  }

  /// Puts a draft into the queue, and takes its text from the composer; `nil` where it is in the queue already, or the
  /// form with the key has sent it.
  mutating func enqueue(_ draft: PostDraft, key: PostDraft.ID? = nil) -> Generation? {
    let isSent = index(of: draft.id) == nil && keyed.contains { $0.key == key && $0.draft == draft }
    if let key, !keyed.contains(where: { $0.key == key && $0.draft == draft }) {
      keyed = (keyed + [KeyedDraft(key: key, draft: draft)]).suffix(KeyedDraft.maximumCount)
    }
    let index = index(of: draft.id) ?? state.unsent.endIndex
    if index == state.unsent.endIndex, !isSent { state.unsent.append(UnsentPost(draft: draft)) }
    if state.composed.contains(where: { $0.isContent(of: draft) }) {
      compose(PostInput(text: "", replyTo: draft.replyTo))
      if subject == .text(replyTo: draft.replyTo) { subject = .draft(draft.id) }
    }
    guard !isSent, state.unsent[index].progress == .waiting else { return nil }
    if subject == .draft(draft.id) || refusal(replyTo: draft.replyTo) != nil { present(nil) }
    state.unsent[index].progress = .queued
    return user
  }

  /// Returns `false` where the draft was discarded while it waited, or is another user's.
  mutating func beginSending(_ id: PostDraft.ID, by author: Generation) -> Bool {
    guard user == author, let index = index(of: id) else { return false }
    state.unsent[index].progress = .sending
    return true
  }

  /// Removes a draft that the server has; returns `false` where it is another user's.
  mutating func endSending(_ id: PostDraft.ID, by author: Generation) -> Bool {
    guard user == author else { return false }
    remove(id)
    return true
  }

  mutating func failSending(_ id: PostDraft.ID, _ error: FeedError, by author: Generation, notice: Notice?) {
    guard user == author, let index = index(of: id) else { return }
    state.unsent[index].progress = .waiting
    guard error != .cancelled else { return }
    state.unsent[index].failure = error
    present(notice, of: .draft(id))
  }

  /// Removes a draft of the user; returns `false` while it is being sent.
  mutating func discard(_ id: PostDraft.ID) -> Bool {
    guard let index = index(of: id), state.unsent[index].progress != .sending else { return false }
    remove(id)
    keyed.removeAll { $0.draft.id == id }
    return true
  }

  private mutating func remove(_ id: PostDraft.ID) {
    state.unsent.removeAll { $0.id == id }
    if subject == .draft(id) { present(nil) }
    switch storage {
    case .unread(let finished): storage = .unread(finished: finished.union([id]))
    case .beingRead(let finished): storage = .beingRead(finished: finished.union([id]))
    case .read: break
    }
  }

  private func index(of id: PostDraft.ID) -> Int? {
    state.unsent.firstIndex { $0.id == id }
  }

  // MARK: The composer

  /// Changes the text in a composer.
  mutating func compose(_ input: PostInput) {
    guard state.text(replyTo: input.replyTo) != input.text else { return }
    if refusal(replyTo: input.replyTo) != nil { present(nil) }
    state.composed.removeAll { $0.replyTo == input.replyTo }
    if !input.text.isEmpty { state.composed.append(input) }
    unsaved.removeAll { $0 == input.replyTo }
    unsaved.append(input.replyTo)
  }

  /// Returns `nil` while a text is being written, which the newest ones follow.
  mutating func beginKeeping() -> Generation? {
    guard !isWriting else { return nil }
    isWriting = true
    return user
  }

  /// Returns the text to write next.
  mutating func beginWriting(by author: Generation) -> PostInput? {
    guard user == author else { return nil }
    guard !unsaved.isEmpty else {
      isWriting = false
      return nil
    }
    return input(unsaved.removeFirst())
  }

  /// Notes that a text is not written, until the next time.
  mutating func failWriting(_ input: PostInput, by author: Generation) {
    guard user == author else { return }
    isWriting = false
    if !unsaved.contains(input.replyTo) { unsaved.insert(input.replyTo, at: 0) }
  }

  private func input(_ replyTo: Post.ID?) -> PostInput {
    PostInput(text: state.text(replyTo: replyTo), replyTo: replyTo)
  }
}
