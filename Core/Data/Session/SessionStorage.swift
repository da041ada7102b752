import Synchronization

/// Keeps the session from one launch to the next.
public protocol SessionStorage: Sendable {
  /// Returns the saved session, or `nil` where there is none.
  ///
  /// Throws ``SessionStorageError/damaged(reason:)`` where what was read is not a session, and
  /// ``SessionStorageError/unavailable(reason:)`` where it cannot be read now.
  func load() async throws(SessionStorageError) -> StoredSession?

  /// Replaces the saved session atomically.
  ///
  /// Throws ``SessionStorageError/notWritten(reason:)``; the previous session is still saved then.
  func save(_ session: StoredSession) async throws(SessionStorageError)

  /// Removes the saved session, and does nothing where there is none.
  ///
  /// Throws ``SessionStorageError/notWritten(reason:)`` where it is still there.
  func clear() async throws(SessionStorageError)
}

/// An error of a session storage; the reason is for a developer.
public enum SessionStorageError: Error, Sendable, Hashable {
  /// The saved data is not a session.
  case damaged(reason: String)
  /// The saved data cannot be read at present, for example before the device is first unlocked.
  case unavailable(reason: String)
  /// The data could not be written or removed.
  case notWritten(reason: String)
}

/// Keeps the session in memory: for tests, previews, and apps that sign out at exit.
public final class InMemorySessionStorage: SessionStorage {
  private let session: Mutex<StoredSession?>

  /// Creates a storage, optionally with the session of an earlier launch.
  public init(_ session: StoredSession? = nil) {
    self.session = Mutex(session)
  }

  /// Returns the saved session.
  public func load() -> StoredSession? { session.withLock { $0 } }

  /// Replaces the saved session.
  public func save(_ session: StoredSession) { self.session.withLock { $0 = session } }

  /// Removes the saved session.
  public func clear() { session.withLock { $0 = nil } }
}
