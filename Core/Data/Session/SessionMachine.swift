/// Decides what a ``Session`` does: turns each event into a new state and the effects to perform, in order.
///
/// It is a value without storage, clock or lock. Each generation is one sign-in; what is answered to another one changes
/// nothing.
///
/// | Event | State afterwards | Effects |
/// |---|---|---|
/// | A sign-in begins | Earlier sign-ins and restores are overtaken | |
/// | A sign-in is answered | Signed in, in a new generation | Notify, save |
/// | … and was overtaken | | Close its session at the server |
/// | The storage was read | Signed in as saved, unless already signed in or overtaken | Notify |
/// | … and an earlier write has failed | | Write again |
/// | Signed out | Signed out, in a new generation | Notify, remove what is saved of the user |
/// | Renewed | The user and the tokens that came are replaced | Save |
/// | A token is refused or due | Refreshing | Compare with what is saved, and save the key of the request |
/// | … while refreshing | | Join that refresh |
/// | … and what is saved was compared | | Exchange the refresh token |
/// | A refresh has issued tokens | | Save them |
/// | … and they are saved | Signed in with the new tokens | Answer the calls that wait |
/// | A refresh is refused | | Remove the session; then it is signed out |
/// | … before the access token is | Signed in, no longer refreshed early | |
/// | A refresh has failed | Signed in as before | Answer the calls that wait |
/// | An account is deleted | Signed out, if it was that user | Remove the data, notify; then remove what is saved |
/// | A write found what another process has saved | Signed in or out as saved | Notify, if that is another user |
struct SessionMachine: Sendable, Hashable {
  enum Phase: Sendable, Hashable {
    case signedOut
    case signedIn(StoredSession, Refresh)
  }

  enum Refresh: Sendable, Hashable {
    case idle
    /// Tokens are exchanged because this one was refused, or is about to be.
    case running(for: Secret?, isEarly: Bool)
    /// This refresh token was refused before the access token was, which may still work.
    case refusedEarly(Secret)
  }

  /// What this process knows of the storage.
  enum Saved: Sendable, Hashable {
    case unknown
    case known(StoredSession?)
    /// Still saved, because a write that would have replaced it has failed.
    case outdated(StoredSession?)
  }

  enum Event: Sendable, Hashable {
    case signInBegan
    case signInAnswered(StoredSession, attempt: Generation)
    case storageRead(StoredSession?, attempt: Generation)
    case signedOut
    /// The server has answered about the user with this identifier, which the answer may change.
    case renewed(StoredSession, of: User.ID, Generation)
    /// A refresh that this begins has the key, unless an earlier one with the same tokens has begun with another.
    case tokenRefused(Secret?, isEarly: Bool, key: Secret, Generation)
    case refreshAnswered(Result<SessionTokens, SessionRefreshError>, of: User, Generation)
    case accountDeleted(User)
    case dataRemoved(User, isComplete: Bool)
    case written(Write, Result<StoredSession?, SessionStorageError>)
  }

  enum Effect: Sendable, Hashable {
    case closeOvertaken(StoredSession)
    case write(Write)
    case exchange(Secret, key: Secret, of: User, Generation)
    case joinRefresh
    /// Answers the calls that wait for a refresh, with whether the tokens are new.
    case answerRefresh(Result<Bool, APIError>)
    case notifyUserChange
    case notifyStorageFailure(SessionStorageError)
    case removeData(of: User)
  }

  private(set) var phase = Phase.signedOut
  private(set) var generation = Generation()
  /// Changes with the generation and when a sign-in begins, which overtakes others without ending anything.
  private(set) var attempt = Generation()
  private(set) var saved = Saved.unknown
  /// A user whose account has been deleted, and of whom something remains on the device.
  private(set) var unremoved: User?
  private var removalsDue = 0
  /// The identifier under which the session of a renamed user may still be saved.
  private var formerID: User.ID?
  /// Whether the user has changed since observers were told: one notification stands for all changes before it.
  private var hasUserChange = false

  var current: StoredSession? { if case .signedIn(let session, _) = phase { session } else { nil } }

  /// Whether what is saved is the session, or has yet to be read.
  var isSaved: Bool {
    switch saved {
    case .unknown: current == nil
    case .known: true
    case .outdated: false
    }
  }

  /// Returns whether a notification is due, which another one may have made already.
  mutating func takeUserChange() -> Bool {
    defer { hasUserChange = false }
    return hasUserChange
  }

  mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .signInBegan:
      attempt.next()
      return []
    case .signInAnswered(let opened, let attempt):
      guard attempt == self.attempt else { return [.closeOvertaken(opened)] }
      // The next launch could not repeat the removal, because the session of that user is replaced.
      let removal: [Effect] = unremoved.map { [.removeData(of: $0)] } ?? []
      return replace(with: opened) + removal + [.write(.open)]
    case .storageRead(let stored, let attempt):
      guard saved != .outdated(stored) else { return [.write(.update(.retry, generation))] }
      // Of an open session, another process may have saved newer tokens, which are adopted when they are needed.
      guard case .signedOut = phase else { return isSaved ? [] : [.write(.update(.retry, generation))] }
      // What was read before a sign-out has removed it is over.
      guard attempt == self.attempt, removalsDue == 0 else { return [] }
      saved = .known(stored)
      guard let stored else { return [] }
      phase = .signedIn(stored, .idle)
      hasUserChange = true
      return [.notifyUserChange]
    case .signedOut:
      let user = current?.user
      return replace(with: nil) + remove(user?.id)
    case .renewed(let renewed, let userID, let generation):
      guard generation == self.generation, case .signedIn(let current, let refresh) = phase, current.user.id == userID
      else { return [] }
      let changed = StoredSession(
        user: renewed.user, accessToken: renewed.accessToken ?? current.accessToken,
        refreshToken: renewed.refreshToken ?? current.refreshToken)
      phase = .signedIn(changed, refresh)
      if changed.user.id != userID { formerID = userID }
      return changed == current ? [] : [.write(.update(.renew(of: userID), generation))]
    case .tokenRefused(let token, let isEarly, let key, let generation):
      return generation == self.generation ? refuse(token, isEarly, key) : []
    case .accountDeleted(let user):
      return [.removeData(of: user)] + (current?.user.id == user.id ? replace(with: nil) : [])
    case .refreshAnswered(.failure(.accountDeleted), let user, let generation):
      // The user may have been renamed meanwhile.
      return handle(.accountDeleted(generation == self.generation ? current?.user ?? user : user))
    case .refreshAnswered(let answer, _, let generation):
      return generation == self.generation ? finishRefresh(answer) : []
    case .dataRemoved(let user, true):
      if unremoved?.id == user.id { unremoved = nil }
      return remove(user.id)
    case .dataRemoved(let user, false):
      unremoved = user
      return []
    case .written(let write, let result):
      return finishWrite(write, result)
    }
  }

  private mutating func replace(with session: StoredSession?) -> [Effect] {
    let before = current?.user.id
    phase = session.map { .signedIn($0, .idle) } ?? .signedOut
    generation.next()
    attempt.next()
    guard before != session?.user.id else { return [] }
    hasUserChange = true
    return [.notifyUserChange]
  }

  private mutating func remove(_ userID: User.ID?) -> [Effect] {
    let effects = ([userID] + (formerID.map { [$0] } ?? [])).map { Effect.write(.remove($0)) }
    formerID = nil
    removalsDue += effects.count
    return effects
  }

  private mutating func refuse(_ token: Secret?, _ isEarly: Bool, _ key: Secret) -> [Effect] {
    guard case .signedIn(let current, let refresh) = phase, current.accessToken == token else { return [] }
    switch refresh {
    case .running(let refused, let wasEarly):
      phase = .signedIn(current, .running(for: refused, isEarly: isEarly && wasEarly))
      return [.joinRefresh]
    case .refusedEarly(let refused) where isEarly && refused == current.refreshToken:
      return []
    case .idle, .refusedEarly:
      phase = .signedIn(current, .running(for: token, isEarly: isEarly))
      return [.write(.update(.begin(key: key), generation))]
    }
  }

  private mutating func finishRefresh(_ answer: Result<SessionTokens, SessionRefreshError>) -> [Effect] {
    guard case .signedIn(let current, .running(let refused, let isEarly)) = phase else { return [] }
    switch answer {
    case .success(let tokens):
      let update = Update.tokens(tokens)
      if update.applied(to: current)?.hasUsableTokens == true, tokens.userID ?? current.user.id == current.user.id {
        return [.write(.update(update, generation))]
      }
      phase = .signedIn(current, .idle)
      let reason = "The server answered with unusable tokens, or those of another user."
      return [.answerRefresh(.failure(.decodingFailed(reason: reason)))]
    case .failure(let error):
      if error.failure == nil, current.accessToken == refused {
        // Where the server exchanges the access token itself, that was refused too.
        guard isEarly, let token = current.refreshToken, token != refused else {
          return [.write(.update(.end, generation))]
        }
        phase = .signedIn(current, .refusedEarly(token))
        return []
      }
      phase = .signedIn(current, .idle)
      return error.failure.map { [.answerRefresh(.failure($0))] } ?? []
    }
  }

  private mutating func finishWrite(
    _ write: Write, _ result: Result<StoredSession?, SessionStorageError>
  ) -> [Effect] {
    var effects: [Effect] = []
    if case .remove = write { removalsDue -= 1 }
    switch result {
    case .success(let stored):
      if stored?.user.id != formerID { formerID = nil }
      // A write may have left what another one could not replace.
      if saved != .outdated(stored) || stored == current { saved = .known(stored) }
      effects = adopt(stored, after: write)
    case .failure(let error):
      if case .known(let before) = saved { saved = .outdated(before) }
      if case .update(let update, _) = write { effects = adopt(current.flatMap(update.applied), after: write) }
      if write.isReported { effects.append(.notifyStorageFailure(error)) }
    }
    return effects + goOn(after: write)
  }

  /// Takes over what an update has saved: its own change, or that of another process.
  private mutating func adopt(_ stored: StoredSession?, after write: Write) -> [Effect] {
    guard case .update(let update, generation) = write, case .signedIn(let current, let refresh) = phase
    else { return [] }
    guard let stored, update.isOwn(stored.user, current.user) else { return replace(with: stored) }
    let adopted = StoredSession(
      user: current.user, accessToken: stored.accessToken, refreshToken: stored.refreshToken,
      refreshKey: stored.refreshKey)
    phase = .signedIn(adopted, refresh)
    return []
  }

  /// Takes the next step of the refresh to which a write belongs.
  private mutating func goOn(after write: Write) -> [Effect] {
    guard case .update(let update, generation) = write, update.isOfRefresh,
      case .signedIn(let current, .running(let refused, let isEarly)) = phase
    else { return [] }
    if case .begin(let key) = update, current.accessToken == refused {
      if let token = current.refreshToken {
        return [.exchange(token, key: current.refreshKey ?? key, of: current.user, generation)]
      }
      if !isEarly { return [.write(.update(.end, generation))] }
    }
    phase = .signedIn(current, .idle)
    if case .tokens = update { return [.answerRefresh(.success(true))] }
    return []
  }
}
