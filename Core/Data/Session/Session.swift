import Synchronization

/// The current session, persisted across launches.
///
/// Repositories open, renew and close it. ``AuthorizedAPIClient`` reads its token, gets it new ones, and ends it when the
/// server refuses that. Every sign-in and sign-out starts a new ``generation``, which tells a late response from a
/// current one. Where another process has changed what is saved, that is adopted rather than overwritten.
public final class Session: Sendable {
  private enum Event {
    case userChange
    case storageFailure(SessionStorageError)
    case accountDeletion(User)
  }

  /// Returns `false` where the event must be repeated at the next launch.
  private typealias Handler = @MainActor @Sendable (Event) async -> Bool

  /// What this process knows of the storage.
  private enum Saved {
    case unknown
    case known(StoredSession?)
    /// Still saved, because a write that would have replaced it has failed.
    case outdated(StoredSession?)
  }

  private struct State {
    var current: StoredSession?
    var saved = Saved.unknown
    var generation = Generation()
    /// Changes when a sign-in begins, which overtakes a restore and an earlier sign-in without ending anything.
    var attempt = Generation()
    var refresh: (generation: Generation, task: Task<Result<Bool, APIError>, Never>)?
    var observers: [(id: ObjectIdentifier, handler: Handler)] = []
    /// A user whose account has been deleted, and of whom something remains on the device.
    var unremoved: User?

    mutating func replace(with session: StoredSession?) {
      current = session
      generation.next()
    }

    /// Whether another process has written what is saved.
    func isForeign(_ stored: StoredSession?) -> Bool {
      switch saved {
      case .known(let saved), .outdated(let saved): stored != saved
      // What an earlier launch has saved, and the write of this sign-in could not replace.
      case .unknown: false
      }
    }

    /// Takes over what is saved.
    mutating func adopt(_ stored: StoredSession?) {
      guard let current, let stored, stored.user.id == current.user.id else { return replace(with: stored) }
      self.current = StoredSession(
        user: current.user, accessToken: stored.accessToken, refreshToken: stored.refreshToken)
    }
  }

  /// Keeps an observer of a session registered until it is released.
  public final class Observation: Sendable {
    private let session: Session

    fileprivate init(_ session: Session) {
      self.session = session
    }

    deinit {
      let id = ObjectIdentifier(self)
      session.state.withLock { $0.observers.removeAll { $0.id == id } }
    }
  }

  private let state = Mutex(State())
  private let storage: any SessionStorage
  private let writing = AsyncMutex()

  /// Creates a session without a user.
  public init(storage: any SessionStorage) {
    self.storage = storage
  }

  /// The signed-in user and tokens, or `nil`.
  public var current: StoredSession? { state.withLock { $0.current } }

  /// Identifies one sign-in; changes on every sign-in and sign-out, not when the session is restored, renewed or
  /// refreshed.
  public var generation: Generation { state.withLock { $0.generation } }

  /// The current session and its generation, read in one step.
  var snapshot: (current: StoredSession?, generation: Generation) {
    state.withLock { ($0.current, $0.generation) }
  }

  /// Calls a handler on the main actor when another user, or none, is signed in, in the order of registration.
  ///
  /// A Store starts afresh then, so that one user never sees what another did.
  public func onUserChange(_ handler: @escaping @MainActor @Sendable () -> Void) -> Observation {
    observe { event in
      if case .userChange = event { handler() }
      return true
    }
  }

  /// Calls a handler on the main actor when persisting a sign-in, a sign-out or new tokens fails.
  ///
  /// The session itself continues in memory.
  public func onStorageFailure(
    _ handler: @escaping @MainActor @Sendable (SessionStorageError) -> Void
  ) -> Observation {
    observe { event in
      if case .storageFailure(let error) = event { handler(error) }
      return true
    }
  }

  /// Calls a handler on the main actor when the server says that the account of a user has been deleted, to remove what
  /// the device keeps of the user.
  ///
  /// The handler returns whether nothing remains; otherwise it is called again after the next launch.
  public func onAccountDeletion(
    _ handler: @escaping @MainActor @Sendable (User) async -> Bool
  ) -> Observation {
    observe { event in
      if case .accountDeletion(let user) = event { await handler(user) } else { true }
    }
  }

  /// Opens the session that `signIn` returns.
  ///
  /// A sign-in that another sign-in or a sign-out overtakes opens nothing: its session goes to `onOvertaken`, to be
  /// closed at the server, whose failure is ignored, and the error is `cancelled`.
  public func open<Failure: FeatureError, EndFailure: Error>(
    _ signIn: () async throws(Failure) -> StoredSession, onOvertaken: (StoredSession) async throws(EndFailure) -> Void
  ) async throws(Failure) -> User {
    let began = state.withLock { ($0.generation, $0.attempt.next()) }
    let opened = try await signIn()
    try Self.check(opened, orThrow: Failure.self)
    // The next launch could not repeat it, because the session of that user is replaced.
    if let user = state.withLock({ $0.unremoved }) { await end(deleted: user) }
    let generation = await change { state -> Generation? in
      guard (state.generation, state.attempt) == began else { return nil }
      state.replace(with: opened)
      return state.generation
    }
    guard let generation else {
      try? await onOvertaken(opened)
      throw .cancelled
    }
    await write { state, stored in state.current ?? stored }
    // The server may have ended the session while it was saved.
    guard self.generation == generation else { throw .cancelled }
    return opened.user
  }

  /// Opens a session, whatever came before.
  package func begin(_ session: StoredSession) async {
    await change { $0.replace(with: session) }
    await write { state, stored in state.current ?? stored }
  }

  /// Opens the session of an earlier launch, without asking the server.
  ///
  /// Returns `nil` where there is none, or where a sign-in or sign-out came first; a session that is open stays. One that
  /// this process has ended and could not remove is removed instead. Throws what the storage throws.
  public func restore() async throws(SessionStorageError) -> User? {
    let began = state.withLock { ($0.generation, $0.attempt) }
    let (stored, isSignedOut) = try await writing.withLock { () async throws(SessionStorageError) in
      let stored = try await storage.load()
      return state.withLock { state in
        // Of an open session, another process may have saved newer tokens, which are adopted when they are needed.
        guard state.current == nil else { return (stored, false) }
        if case .outdated(stored) = state.saved { return (stored, true) }
        state.saved = .known(stored)
        return (stored, false)
      }
    }
    guard !isSignedOut else {
      await write(reportsFailure: false) { state, saved in state.current ?? (saved == stored ? nil : saved) }
      return nil
    }
    guard let stored else { return nil }
    return await change { state in
      guard (state.generation, state.attempt) == began else { return nil }
      let restored = state.current ?? stored
      state.current = restored
      return restored.user
    }
  }

  /// Replaces what is known of the user, and the tokens where `read` returns new ones; the generation stays.
  ///
  /// Throws `cancelled`, and changes nothing, where the user signed out meanwhile or `read` returns another user.
  public func renew<Failure: FeatureError>(
    _ read: () async throws(Failure) -> StoredSession
  ) async throws(Failure) -> User {
    let began = generation
    let renewed = try await read()
    try Self.check(renewed, orThrow: Failure.self)
    guard began == generation, await renew(renewed) else { throw .cancelled }
    return renewed.user
  }

  private static func check<Failure: FeatureError>(_ session: StoredSession, orThrow: Failure.Type) throws(Failure) {
    let user = session.user
    try Failure.check([user.id, user.name, user.email], "an identifier, a name or an address")
    guard areUsable(session.accessToken, session.refreshToken) else {
      throw .serverError(reason: "The server sent unusable tokens.")
    }
  }

  /// Whether a request can carry the tokens.
  private static func areUsable(_ access: Secret?, _ refresh: Secret?) -> Bool {
    [access?.rawValue, refresh?.rawValue].compactMap(\.self).allSatisfy { token in
      !token.isEmpty && token.isUsableInput && token.isFieldValue
    }
  }

  /// Returns `false`, and changes nothing, unless this user is signed in.
  private func renew(_ renewed: StoredSession) async -> Bool {
    let (change, generation) = state.withLock { state -> ((isCurrent: Bool, isNew: Bool), Generation) in
      guard let current = state.current, current.user.id == renewed.user.id else {
        return ((false, false), state.generation)
      }
      let changed = StoredSession(
        user: renewed.user, accessToken: renewed.accessToken ?? current.accessToken,
        refreshToken: renewed.refreshToken ?? current.refreshToken)
      state.current = changed
      return ((true, current != changed), state.generation)
    }
    if change.isNew { await replace(generation) { $0 } }
    return change.isCurrent
  }

  /// Signs out and removes the saved session of the user, or, where none was signed in, that of an earlier launch which
  /// was not restored.
  ///
  /// The session is closed before the first suspension. Returns the session that was open, so that the server can be
  /// told.
  public func close() async -> StoredSession? {
    let closed = await change { state in
      defer { state.replace(with: nil) }
      return state.current
    }
    await write { state, stored in
      if let current = state.current { return current }
      let isOwn =
        switch state.saved {
        // What an earlier launch saved would sign in at the next one.
        case .unknown: closed == nil || stored?.user.id == closed?.user.id
        case .known: stored?.user.id == closed?.user.id
        case .outdated(let saved): stored == saved || stored?.user.id == closed?.user.id
        }
      return isOwn ? nil : stored
    }
    return closed
  }

  /// Ends the session of a user whose account the server has deleted, and calls the handlers of
  /// ``onAccountDeletion(_:)``.
  ///
  /// The saved session is removed last: if the process ends before, or something of the user remains, it is restored at
  /// the next launch, the server refuses it, and all of this is repeated; so it is before another user signs in.
  public func end(deleted user: User) async {
    let wasOpen = state.withLock { state in
      guard state.current?.user.id == user.id else { return false }
      state.replace(with: nil)
      return true
    }
    let isRemoved = await notify(.accountDeletion(user))
    state.withLock { $0.unremoved = isRemoved ? nil : user }
    if wasOpen { await notify(.userChange) }
    guard isRemoved else { return }
    await write { state, stored in state.current ?? (stored?.user.id == user.id ? nil : stored) }
  }

  // MARK: Refresh

  /// Gets new tokens in place of those that the server refused, once for all calls that wait for them.
  ///
  /// Returns the session to repeat a call with, and whether its tokens are new rather than those of another call or
  /// process, which may have expired since; `nil` where it ended. Throws where the server was not reached or failed.
  func refresh(
    _ refused: StoredSession, of generation: Generation, with refresh: SessionRefresh?
  ) async throws(APIError) -> (session: StoredSession, isNew: Bool)? {
    let task = state.withLock { state -> Task<Result<Bool, APIError>, Never>? in
      guard state.generation == generation, state.current?.accessToken == refused.accessToken else { return nil }
      if let running = state.refresh, running.generation == generation { return running.task }
      // Not the task of the caller, whose cancellation could lose tokens that the server has issued. On the main actor,
      // where Stores send their requests.
      let task = Task { @MainActor in
        let result = await self.exchangeTokens(of: refused, generation, with: refresh)
        self.state.withLock { if $0.refresh?.generation == generation { $0.refresh = nil } }
        return result
      }
      state.refresh = (generation, task)
      return task
    }
    let isNew = try await task?.value.get() ?? false
    // The new token may equal the refused one: a server whose tokens name a second has confirmed it.
    let (current, now) = snapshot
    return now == generation ? current.map { ($0, isNew) } : nil
  }

  /// Returns whether the server has issued new tokens.
  private func exchangeTokens(
    of refused: StoredSession, _ generation: Generation, with refresh: SessionRefresh?
  ) async -> Result<Bool, APIError> {
    // Another process may have refreshed, or signed in or out.
    await replace(generation, reportsFailure: false) { $0 }
    let (current, now) = snapshot
    guard let current, now == generation, current.accessToken == refused.accessToken else {
      return .success(false)
    }
    guard let refresh, let refreshToken = current.refreshToken else {
      await replace(generation) { _ in nil }
      return .success(false)
    }
    do throws(SessionRefreshError) {
      let tokens = try await refresh(refreshToken)
      guard Self.areUsable(tokens.accessToken, tokens.refreshToken), tokens.userID ?? current.user.id == current.user.id
      else {
        return .failure(.decodingFailed(reason: "The server answered with unusable tokens, or those of another user."))
      }
      await replace(generation) { current in
        StoredSession(
          user: current.user, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken)
      }
      return .success(true)
    } catch {
      switch error {
      case .refused: await replace(generation) { _ in nil }
      case .accountDeleted: await end(deleted: current.user)
      case .failed(let failure): return .failure(error.failure ?? failure)
      }
      return .success(false)
    }
  }

  // MARK: Storage

  /// Replaces the current session of a generation, first what is saved of it, then what is in memory.
  ///
  /// Where another process has written what is saved, that is adopted instead.
  private func replace(
    _ generation: Generation, reportsFailure: Bool = true,
    with new: @escaping @Sendable (StoredSession) -> StoredSession?
  ) async {
    await write(reportsFailure: reportsFailure) { state, stored in
      guard state.generation == generation, !state.isForeign(stored) else { return stored }
      return state.current.flatMap(new)
    } then: { state, saved in
      guard state.generation == generation else { return }
      switch saved {
      case .known(let saved): state.adopt(saved)
      case .unknown, .outdated: state.adopt(state.current.flatMap(new))
      }
    }
  }

  /// Writes what `content` returns for what is saved, when it is its turn, and changes the state before the next write.
  private func write(
    reportsFailure: Bool = true, _ content: @escaping @Sendable (State, StoredSession?) -> StoredSession?,
    then apply: @escaping @Sendable (inout State, Saved) -> Void = { _, _ in }
  ) async {
    let failure = await writing.withLock { () async -> SessionStorageError? in
      var saved = Saved.unknown
      var failure: SessionStorageError?
      do throws(SessionStorageError) {
        saved = .known(try await storage.update { stored in state.withLock { content($0, stored) } })
      } catch {
        failure = error
      }
      let result = saved
      await change { state in
        state.saved =
          switch (result, state.saved) {
          case (.unknown, .known(let before)): .outdated(before)
          case (.unknown, .unknown), (.unknown, .outdated): state.saved
          case (.known, _), (.outdated, _): result
          }
        apply(&state, result)
      }
      return failure
    }
    if reportsFailure, let failure { await notify(.storageFailure(failure)) }
  }

  // MARK: Observers

  private func observe(_ handler: @escaping Handler) -> Observation {
    let observation = Observation(self)
    state.withLock { $0.observers.append((ObjectIdentifier(observation), handler)) }
    return observation
  }

  /// Changes the state, and calls the observers where that changes the user.
  @discardableResult
  private func change<Result: Sendable>(_ body: (inout State) -> Result) async -> Result {
    let (result, isOtherUser) = state.withLock { state in
      let before = state.current?.user.id
      let result = body(&state)
      return (result, before != state.current?.user.id)
    }
    if isOtherUser { await notify(.userChange) }
    return result
  }

  /// Returns whether no handler wants the event to be repeated.
  @MainActor
  @discardableResult
  private func notify(_ event: Event) async -> Bool {
    var isDone = true
    for observer in state.withLock({ $0.observers }) where await !observer.handler(event) { isDone = false }
    return isDone
  }
}
