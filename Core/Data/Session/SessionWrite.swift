extension SessionMachine {
  /// The intent of a write; ``SessionMachine/content(of:over:)`` says what it saves.
  enum Write: Sendable, Hashable {
    case open
    /// Removes what is saved of a user; with `nil`, of an earlier launch that was not restored.
    case remove(User.ID?)
    case update(Update, Generation)

    /// Whether a failure is reported; the session is not in the storage as it should be then.
    var isReported: Bool {
      switch self {
      case .open, .remove, .update(.renew, _), .update(.tokens, _), .update(.end, _): true
      case .update(.begin, _), .update(.retry, _): false
      }
    }
  }

  /// A change of the session that is open, which is saved first unless another process has changed what is saved.
  enum Update: Sendable, Hashable {
    /// Saves the key of a refresh before it is sent, unless one that has begun with the same tokens has another.
    case begin(key: Secret)
    /// Saves a user whose identifier was this one before.
    case renew(of: User.ID)
    case tokens(SessionTokens)
    case end
    /// Saves the session, or that there is none, where an earlier write could not.
    case retry

    /// Whether it is a step of a refresh.
    var isOfRefresh: Bool {
      switch self {
      case .begin, .tokens, .end: true
      case .renew, .retry: false
      }
    }

    /// Returns whether a saved user is the current one, perhaps before a renewal that another process knows nothing of.
    func isOwn(_ saved: User, _ current: User) -> Bool {
      if case .renew(saved.id) = self { true } else { saved.id == current.id }
    }

    func applied(to session: StoredSession) -> StoredSession? {
      switch self {
      case .begin(let key): session.refreshing(withKey: session.refreshKey ?? key)
      case .renew, .retry: session
      case .tokens(let tokens):
        StoredSession(
          user: session.user, accessToken: tokens.accessToken,
          refreshToken: tokens.refreshToken ?? session.refreshToken)
      case .end: nil
      }
    }
  }

  /// Returns what to save in place of what is saved, at the moment of a write.
  func content(of write: Write, over stored: StoredSession?) -> StoredSession? {
    switch write {
    case .open: current ?? stored
    case .remove(let userID): current ?? (isOwn(stored, of: userID) ? nil : stored)
    case .update(let update, let generation):
      generation == self.generation && !isForeign(stored)
        ? current.flatMap { update.applied(to: $0.refreshing(as: stored)) } : stored
    }
  }

  private func isOwn(_ stored: StoredSession?, of userID: User.ID?) -> Bool {
    switch saved {
    // What an earlier launch saved would sign in at the next one.
    case .unknown: userID == nil || stored?.user.id == userID
    case .known: stored?.user.id == userID
    case .outdated(let saved): stored == saved || stored?.user.id == userID
    }
  }

  /// Returns whether another process has written what is saved.
  private func isForeign(_ stored: StoredSession?) -> Bool {
    switch saved {
    case .known(let saved), .outdated(let saved): stored != saved
    // What an earlier launch has saved, and the write of this sign-in could not replace.
    case .unknown: false
    }
  }
}

extension StoredSession {
  /// The session with the idempotency key of its refresh, if it can be refreshed.
  fileprivate func refreshing(withKey key: Secret) -> StoredSession {
    var session = self
    if refreshToken != nil { session.refreshKey = key }
    return session
  }

  /// The session with the idempotency key that is saved with its tokens, if there is one.
  fileprivate func refreshing(as stored: StoredSession?) -> StoredSession {
    guard let stored, let key = stored.refreshKey, stored.refreshToken == refreshToken else { return self }
    return refreshing(withKey: key)
  }
}
