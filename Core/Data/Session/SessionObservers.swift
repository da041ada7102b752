import Synchronization

extension Session {
  /// Calls a handler on the main actor when another user, or none, is signed in, in the order of registration.
  ///
  /// A Store starts afresh then, so that one user never sees what another did.
  public func onUserChange(_ handler: @escaping @MainActor @Sendable () -> Void) -> Observation {
    observers.add { event in
      if case .userChange = event { handler() }
      return true
    }
  }

  /// Calls a handler on the main actor when the server describes the signed-in user in another way than before, such as
  /// under another name, before that is saved.
  ///
  /// What the device keeps under a former identifier is moved then. If the process ends before the session is saved, the
  /// handler is called again at the next launch.
  public func onUserRenewal(
    _ handler: @escaping @MainActor @Sendable (_ former: User, _ renewed: User) async -> Void
  ) -> Observation {
    observers.add { event in
      if case .userRenewal(let former, let renewed) = event { await handler(former, renewed) }
      return true
    }
  }

  /// Calls a handler on the main actor when persisting a sign-in, a sign-out or new tokens fails.
  ///
  /// The session itself continues in memory.
  public func onStorageFailure(
    _ handler: @escaping @MainActor @Sendable (SessionStorageError) -> Void
  ) -> Observation {
    observers.add { event in
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
    observers.add { event in
      if case .accountDeletion(let user) = event { await handler(user) } else { true }
    }
  }

  /// Calls a handler on the main actor when the app becomes active and when the device is unlocked, on Apple’s platforms and
  /// once the app has called ``restore()``: to call it again.
  ///
  /// A storage that was locked, that has said that there is nothing, or that could not be written is asked again by that.
  public func onActivation(_ handler: @escaping @MainActor @Sendable () async -> Void) -> Observation {
    observers.add { event in
      if case .activation = event { await handler() }
      return true
    }
  }

  /// Keeps an observer of a session registered until it is released.
  public final class Observation: Sendable {
    private let observers: SessionObservers

    fileprivate init(_ observers: SessionObservers) {
      self.observers = observers
    }

    deinit { observers.remove(ObjectIdentifier(self)) }
  }
}

/// The observers of a session, in the order of registration.
final class SessionObservers: Sendable {
  enum Event {
    case userChange
    case userRenewal(former: User, renewed: User)
    case storageFailure(SessionStorageError)
    case accountDeletion(User)
    case activation
  }

  /// Returns `false` where the event must be repeated at the next launch.
  typealias Handler = @MainActor @Sendable (Event) async -> Bool

  private let handlers = Mutex<[(id: ObjectIdentifier, handler: Handler)]>([])

  fileprivate func add(_ handler: @escaping Handler) -> Session.Observation {
    let observation = Session.Observation(self)
    handlers.withLock { $0.append((ObjectIdentifier(observation), handler)) }
    return observation
  }

  fileprivate func remove(_ id: ObjectIdentifier) {
    handlers.withLock { $0.removeAll { $0.id == id } }
  }

  /// Returns whether no handler wants the event to be repeated.
  @MainActor
  @discardableResult
  func notify(_ event: Event) async -> Bool {
    var isDone = true
    for observer in handlers.withLock({ $0 }) where await !observer.handler(event) { isDone = false }
    return isDone
  }
}
