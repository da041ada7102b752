import Foundation
import Synchronization

/// The current session, persisted across launches.
///
/// Repositories open, renew and close it. ``AuthorizedAPIClient`` reads its token, gets it new ones, and ends it when the
/// server refuses that. Every sign-in and sign-out starts a new ``generation``, which tells a late response from a
/// current one. Where another process has changed what is saved, that is adopted rather than overwritten.
///
/// `SessionMachine` decides; this class performs its effects.
public final class Session: Sendable {
  private struct State {
    var machine = SessionMachine()
    /// The refresh that was started last, which others of its generation join.
    var refresh: Task<Result<Bool, APIError>, Never>?
    /// Whether the app has asked for the session of an earlier launch.
    var hasAskedToRestore = false
  }

  let observers = SessionObservers()
  private let state = Mutex(State())
  private let storage: any SessionStorage
  private let writing = AsyncMutex()
  private let activations = Mutex<[any NSObjectProtocol]>([])

  /// Creates a session without a user.
  public convenience init(storage: any SessionStorage) {
    self.init(storage: storage, activations: Self.activationNames)
  }

  /// Creates a session to which these notifications say that the app becomes active.
  package init(storage: any SessionStorage, activations names: [Notification.Name]) {
    self.storage = storage
    for name in names {
      activations.withLock { activations in
        activations.append(
          NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
            Task { @MainActor in await self?.noteActivation() }
          })
      }
    }
  }

  deinit {
    activations.withLock { for observer in $0 { NotificationCenter.default.removeObserver(observer) } }
  }

  /// The signed-in user and tokens, or `nil`.
  public var current: StoredSession? { machine.current }

  /// Identifies one sign-in; changes on every sign-in and sign-out, not when the session is restored, renewed or
  /// refreshed.
  public var generation: Generation { machine.generation }

  /// All that decides what the session does next.
  package var memory: AnyHashable { machine }

  /// What the session knows, read in one step.
  var machine: SessionMachine { state.withLock { $0.machine } }

  /// Opens the session that `signIn` returns.
  ///
  /// A sign-in that another sign-in or a sign-out overtakes opens nothing: its session goes to `onOvertaken`, to be
  /// closed at the server, whose failure is ignored, and the error is `cancelled`.
  public func open<Failure: FeatureError, EndFailure: Error>(
    _ signIn: () async throws(Failure) -> StoredSession, onOvertaken: (StoredSession) async throws(EndFailure) -> Void
  ) async throws(Failure) -> User {
    let attempt = handle(.signInBegan).machine.attempt
    let opened = try await signIn()
    try Self.check(opened, orThrow: Failure.self)
    let (machine, effects) = handle(.signInAnswered(opened, attempt: attempt))
    guard effects != [.closeOvertaken(opened)] else {
      try? await onOvertaken(opened)
      throw .cancelled
    }
    await perform(effects)
    // The server may have ended the session while it was saved.
    guard generation == machine.generation else { throw .cancelled }
    return opened.user
  }

  /// Opens a session, whatever came before.
  package func begin(_ session: StoredSession) async {
    await perform(handle(.signInAnswered(session, attempt: handle(.signInBegan).machine.attempt)).effects)
  }

  /// Opens the session of an earlier launch, without asking the server.
  ///
  /// Returns `nil` where there is none, or where a sign-in or sign-out came first; a session that is open stays. What this
  /// process could not save or remove is written again. Throws what the storage throws.
  public func restore() async throws(SessionStorageError) -> User? {
    let began = state.withLock { state in
      state.hasAskedToRestore = true
      return state.machine
    }
    if let user = began.current?.user, began.isSaved { return user }
    let effects = try await writing.withLock { () async throws(SessionStorageError) in
      handle(.storageRead(try await storage.load(), attempt: began.attempt)).effects
    }
    await perform(effects)
    let machine = machine
    return machine.attempt == began.attempt ? machine.current?.user : nil
  }

  private func noteActivation() async {
    if state.withLock({ $0.hasAskedToRestore }) { await observers.notify(.activation) }
  }

  /// Replaces what is known of the user, and the tokens where `read` returns new ones; the generation stays.
  ///
  /// `isSameUser` returns whether the user that was read is the one who is signed in: by default, whether the identifiers
  /// are equal. The repository of a server that changes the identifier of a user, because it is a name, says so there; the
  /// handlers of ``onUserRenewal(_:)`` move what the device keeps of the user. Throws `cancelled`, and changes nothing, where
  /// the user signed out or was renewed meanwhile, or `read` returns another user.
  public func renew<Failure: FeatureError>(
    _ read: () async throws(Failure) -> StoredSession,
    isSameUser: (_ current: User, _ renewed: User) -> Bool = { $0.id == $1.id }
  ) async throws(Failure) -> User {
    let (began, former) = (generation, current?.user)
    let renewed = try await read()
    try Self.check(renewed, orThrow: Failure.self)
    guard generation == began, let user = current?.user, user == former, isSameUser(user, renewed.user) else {
      throw .cancelled
    }
    if user != renewed.user { await observers.notify(.userRenewal(former: user, renewed: renewed.user)) }
    let (machine, effects) = handle(.renewed(renewed, of: user.id, began))
    await perform(effects)
    guard machine.generation == began, machine.current?.user == renewed.user else { throw .cancelled }
    return renewed.user
  }

  private static func check<Failure: FeatureError>(_ session: StoredSession, orThrow: Failure.Type) throws(Failure) {
    let user = session.user
    guard [user.id, user.name, user.email].allSatisfy(\.isUsableName) else {
      throw .serverError(reason: "The server sent an identifier, a name or an address of more than 1 KiB.")
    }
    guard session.hasUsableTokens else { throw .serverError(reason: "The server sent unusable tokens.") }
  }

  /// Signs out and removes the saved session of the user, or, where none was signed in, that of an earlier launch which
  /// was not restored.
  ///
  /// The session is closed before the first suspension. Returns the session that was open, so that the server can be
  /// told.
  public func close() async -> StoredSession? {
    let (closed, effects) = state.withLock { ($0.machine.current, $0.machine.handle(.signedOut)) }
    await perform(effects)
    return closed
  }

  /// Ends the session of a user whose account the server has deleted, and calls the handlers of
  /// ``onAccountDeletion(_:)``.
  ///
  /// The saved session is removed last: if the process ends before, or something of the user remains, it is restored at
  /// the next launch, the server refuses it, and all of this is repeated; so it is when another user signs in.
  public func end(deleted user: User) async {
    await perform(handle(.accountDeleted(user)).effects)
  }

  /// Gets new tokens in place of those that the server refused or, where `isEarly`, is about to refuse, once for all calls
  /// that wait for them.
  ///
  /// Returns the session to repeat a call with, and whether its tokens are new rather than those of another call or
  /// process, which may have expired since; `nil` where it ended. Throws where the server was not reached or failed.
  func refresh(
    _ refused: StoredSession, isEarly: Bool = false, of generation: Generation, with refresh: SessionRefresh?
  ) async throws(APIError) -> (session: StoredSession, isNew: Bool)? {
    let task = state.withLock { state -> Task<Result<Bool, APIError>, Never>? in
      let key = Secret(UUID().uuidString)
      let effects = state.machine.handle(.tokenRefused(refused.accessToken, isEarly: isEarly, key: key, generation))
      guard !effects.isEmpty else { return nil }
      // Not the task of the caller, whose cancellation could lose tokens that the server has issued. On the main actor,
      // where Stores send their requests.
      if effects != [.joinRefresh] {
        state.refresh = Task { @MainActor in
          let (answer, rest) = await self.storage.inTurn { await self.performRefresh(effects, with: refresh) }
          await self.perform(rest)
          return answer
        }
      }
      return state.refresh
    }
    let isNew = try await task?.value.get() ?? false
    // The new token may equal the refused one: a server whose tokens name a second has confirmed it.
    let machine = machine
    return machine.generation == generation ? machine.current.map { ($0, isNew) } : nil
  }

  // MARK: Effects

  private func handle(
    _ event: SessionMachine.Event
  ) -> (machine: SessionMachine, effects: [SessionMachine.Effect]) {
    state.withLock { state in
      let effects = state.machine.handle(event)
      return (state.machine, effects)
    }
  }

  /// Performs the effects of a refresh, and those that follow from them; returns what it has answered, and the effects that
  /// other code awaits, such as handlers that may send requests of their own.
  private func performRefresh(
    _ effects: [SessionMachine.Effect], with refresh: SessionRefresh?
  ) async -> (answer: Result<Bool, APIError>, rest: [SessionMachine.Effect]) {
    var (waiting, rest, answer) = (effects[...], [SessionMachine.Effect](), Result<Bool, APIError>.success(false))
    while let effect = waiting.popFirst() {
      switch effect {
      case .write(let write):
        waiting += await perform(write)
      case .exchange(let token, let key, let user, let generation):
        let tokens = await exchange(token, key, with: refresh)
        waiting += handle(.refreshAnswered(tokens, of: user, generation)).effects
      case .answerRefresh(let result):
        answer = result
      case .notifyUserChange, .notifyStorageFailure, .removeData, .closeOvertaken, .joinRefresh:
        rest.append(effect)
      }
    }
    return (answer, rest)
  }

  /// Performs effects in order, then those that follow from them.
  private func perform(_ effects: [SessionMachine.Effect]) async {
    var waiting = effects[...]
    while let effect = waiting.popFirst() {
      switch effect {
      case .write(let write):
        waiting += await perform(write)
      case .notifyUserChange:
        if state.withLock({ $0.machine.takeUserChange() }) { await observers.notify(.userChange) }
      case .notifyStorageFailure(let error):
        await observers.notify(.storageFailure(error))
      case .removeData(let user):
        let isComplete = await observers.notify(.accountDeletion(user))
        waiting += handle(.dataRemoved(user, isComplete: isComplete)).effects
      // Performed where the sign-in and the refresh began.
      case .closeOvertaken, .joinRefresh, .exchange, .answerRefresh:
        break
      }
    }
  }

  /// Writes when it is its turn, and handles the result before the next write.
  private func perform(_ write: SessionMachine.Write) async -> [SessionMachine.Effect] {
    await writing.withLock {
      let result: Result<StoredSession?, SessionStorageError>
      do throws(SessionStorageError) {
        result = .success(try await storage.update { self.machine.content(of: write, over: $0) })
      } catch {
        result = .failure(error)
      }
      return handle(.written(write, result)).effects
    }
  }

  private func exchange(
    _ token: Secret, _ key: Secret, with refresh: SessionRefresh?
  ) async -> Result<SessionTokens, SessionRefreshError> {
    guard let refresh else { return .failure(.refused) }
    do throws(SessionRefreshError) {
      return .success(try await refresh(token, key.rawValue))
    } catch {
      return .failure(error)
    }
  }
}

extension Session {
  /// The names of the notifications, which UIKit, AppKit and WatchKit define.
  private static var activationNames: [Notification.Name] {
    #if canImport(Darwin)
      [
        "UIApplicationDidBecomeActiveNotification", "UIApplicationProtectedDataDidBecomeAvailable",
        "NSApplicationDidBecomeActiveNotification", "WKApplicationDidBecomeActiveNotification",
        "NSExtensionHostDidBecomeActiveNotification",
      ].map(Notification.Name.init(rawValue:))
    #else
      []
    #endif
  }
}
