import Synchronization

/// The current session, persisted across launches.
///
/// Repositories open, renew and close it. ``AuthorizedAPIClient`` reads its token and ends it when the server refuses
/// that. Every sign-in and sign-out starts a new ``generation``, which tells a late response from a current one.
public final class Session: Sendable {
  private struct State {
    var current: StoredSession?
    var generation = Generation()
    /// Changes when a sign-in begins, which overtakes a restore and an earlier sign-in without ending anything.
    var attempt = Generation()
    var onEnd: @MainActor @Sendable () -> Void = {}
    var observers: [(id: ObjectIdentifier, handler: @MainActor @Sendable () -> Void)] = []

    mutating func replace(with session: StoredSession?) {
      current = session
      generation.next()
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
  private let onStorageFailure: @Sendable (SessionStorageError) -> Void

  /// Creates a session without a user.
  ///
  /// `onStorageFailure` is called when persisting a sign-in or a sign-out fails. The session itself continues in memory.
  public init(
    storage: any SessionStorage, onStorageFailure: @escaping @Sendable (SessionStorageError) -> Void = { _ in }
  ) {
    self.storage = storage
    self.onStorageFailure = onStorageFailure
  }

  /// The signed-in user and token, or `nil`.
  public var current: StoredSession? { state.withLock { $0.current } }

  /// Identifies one sign-in; changes on every sign-in and sign-out, not when the session is restored or renewed.
  public var generation: Generation { state.withLock { $0.generation } }

  /// The current session and its generation, read in one step.
  var snapshot: (current: StoredSession?, generation: Generation) {
    state.withLock { ($0.current, $0.generation) }
  }

  /// Sets the handler for a session that the server ends; replaces the previous handler.
  ///
  /// It is called once for each session that ends this way, unless a user has signed in again by then.
  public func onEnd(_ handler: @escaping @MainActor @Sendable () -> Void) {
    state.withLock { $0.onEnd = handler }
  }

  /// Calls a handler on the main actor when another user, or none, is signed in, in the order of registration.
  ///
  /// A Store starts afresh then, so that one user never sees what another did.
  public func onUserChange(_ handler: @escaping @MainActor @Sendable () -> Void) -> Observation {
    let observation = Observation(self)
    state.withLock { $0.observers.append((ObjectIdentifier(observation), handler)) }
    return observation
  }

  /// Opens the session that `signIn` returns.
  ///
  /// A sign-in that another sign-in or a sign-out overtakes opens nothing: its session goes to `onOvertaken`, to be
  /// closed at the server, and the error is `cancelled`.
  public func open<Failure: FeatureError>(
    _ signIn: () async throws(Failure) -> StoredSession, onOvertaken: (StoredSession) async -> Void
  ) async throws(Failure) -> User {
    let began = state.withLock { ($0.generation, $0.attempt.next()) }
    let opened = try await signIn()
    let isOpened = await change { state in
      guard (state.generation, state.attempt) == began else { return false }
      state.replace(with: opened)
      return true
    }
    guard isOpened else {
      await onOvertaken(opened)
      throw .cancelled
    }
    await persist()
    return opened.user
  }

  /// Opens a session, whatever came before.
  package func begin(_ session: StoredSession) async {
    await change { $0.replace(with: session) }
    await persist()
  }

  /// Opens the session of an earlier launch, without asking the server.
  ///
  /// Returns `nil` where there is none, or where a sign-in or sign-out came first; a session that is open stays. Throws
  /// what the storage throws.
  public func restore() async throws(SessionStorageError) -> User? {
    let began = state.withLock { ($0.generation, $0.attempt) }
    guard let stored = try await writing.withLock({ () async throws(SessionStorageError) in try await storage.load() })
    else { return nil }
    return await change { state in
      guard (state.generation, state.attempt) == began else { return nil }
      let restored = state.current ?? stored
      state.current = restored
      return restored.user
    }
  }

  /// Replaces what is known of the user; the token and the generation stay.
  ///
  /// Returns `false`, and changes nothing, unless this user is signed in.
  public func renew(_ user: User) async -> Bool {
    let change = state.withLock { state -> (isCurrent: Bool, isNew: Bool) in
      guard let current = state.current, current.user.id == user.id else { return (false, false) }
      state.current = StoredSession(user: user, accessToken: current.accessToken)
      return (true, current.user != user)
    }
    if change.isNew { await persist() }
    return change.isCurrent
  }

  /// Signs out and removes the saved session.
  ///
  /// The session is closed before the first suspension. Returns the session that was open, so that the server can be
  /// told.
  public func close() async -> StoredSession? {
    let closed = await change { state in
      defer { state.replace(with: nil) }
      return state.current
    }
    await persist()
    return closed
  }

  /// Ends the session that the server refused, if it is still that of the generation.
  func end(_ generation: Generation) async {
    let isEnded = await change { state in
      guard state.generation == generation else { return false }
      state.replace(with: nil)
      return true
    }
    guard isEnded else { return }
    await callEndHandler()
    await persist()
  }

  /// Changes the state, and calls the observers where that changes the user.
  @discardableResult
  private func change<Result: Sendable>(_ body: (inout State) -> Result) async -> Result {
    let (result, observers) = state.withLock { state in
      let before = state.current?.user.id
      let result = body(&state)
      return (result, before == state.current?.user.id ? [] : state.observers.map(\.handler))
    }
    if !observers.isEmpty { await Self.call(observers) }
    return result
  }

  @MainActor
  private static func call(_ observers: [@MainActor @Sendable () -> Void]) {
    for observer in observers { observer() }
  }

  @MainActor
  private func callEndHandler() {
    guard let handler = state.withLock({ $0.current == nil ? $0.onEnd : nil }) else { return }
    handler()
  }

  /// Writes what is current once it is its turn, so that the last write is the last state.
  private func persist() async {
    do throws(SessionStorageError) {
      try await writing.withLock { () async throws(SessionStorageError) in
        if let current { try await storage.save(current) } else { try await storage.clear() }
      }
    } catch {
      onStorageFailure(error)
    }
  }
}

/// A mutex that may be held across a suspension; waiting callers are served in order.
final class AsyncMutex: Sendable {
  private struct State {
    var isLocked = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func withLock<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
    await lock()
    defer { unlock() }
    return try await body()
  }

  private func lock() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.isLocked else {
          state.isLocked = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func unlock() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isLocked = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
