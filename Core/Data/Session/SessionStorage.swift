import Foundation
import Synchronization

/// Keeps the session from one launch to the next.
///
/// Several processes, such as an app and its extension, may share what is saved.
public protocol SessionStorage: Sendable {
  /// Returns the saved session, or `nil` where there is none.
  ///
  /// Throws ``SessionStorageError/damaged(reason:)`` where what was read is not a session, and sets that aside, so that
  /// the next call finds nothing. Throws ``SessionStorageError/unavailable(reason:)`` where it cannot be read now, or was
  /// saved by a newer version of the app.
  func load() async throws(SessionStorageError) -> StoredSession?

  /// Replaces the saved session with what `change` returns for it, `nil` for none, and returns that.
  ///
  /// No other process may write between the reading and the writing, and a crash leaves the previous session or the new
  /// one. Damaged content counts as none and is replaced; that of a newer version of the app is kept. Throws
  /// ``SessionStorageError/unavailable(reason:)`` and ``SessionStorageError/notWritten(reason:)``; the previous session is
  /// still saved then.
  @discardableResult
  func update(
    _ change: @Sendable (StoredSession?) -> StoredSession?
  ) async throws(SessionStorageError) -> StoredSession?

  /// Performs a refresh while no other process or session that shares the storage performs one; at once by default.
  ///
  /// A server that revokes every token of a session whose refresh token is sent twice signs out processes that refresh at
  /// the same time, unless it knows idempotency keys. Where the turn cannot be had, the refresh is performed nevertheless.
  func inTurn<Success>(_ refresh: () async -> Success) async -> Success
}

extension SessionStorage {
  /// Performs the refresh at once.
  public func inTurn<Success>(_ refresh: () async -> Success) async -> Success { await refresh() }
}

/// The one item in which a storage of the device keeps the session.
protocol SessionItem: Sendable {
  /// What messages call the item.
  var name: String { get }

  func data() throws(SessionStorageError) -> Data?
  func write(_ data: Data) throws(SessionStorageError)
  func remove() throws(SessionStorageError)
  /// Keeps the content elsewhere.
  func setAside() throws(SessionStorageError)
  func removeAside()
}

extension SessionItem {
  func read() throws(SessionStorageError) -> StoredSession? {
    guard let data = try data() else { return nil }
    do {
      return try StoredSession(storedData: data)
    } catch StoredSession.UnknownVersion.newer {
      throw .unavailable(reason: "\(name) was saved by a newer version of the app.")
    } catch {
      throw .damaged(reason: "\(name) is not a session.")
    }
  }

  /// Returns what is saved, as ``SessionStorage/load()`` requires.
  func readOrSetAside() throws(SessionStorageError) -> StoredSession? {
    do throws(SessionStorageError) {
      return try read()
    } catch {
      if case .damaged = error { try setAside() }
      throw error
    }
  }

  /// Replaces what is saved, as ``SessionStorage/update(_:)`` requires; a session that would stay the same is not written,
  /// and a write or a removal takes along what was set aside.
  ///
  /// A keychain can say that there is nothing, or that it has written, where neither is so. What it does not find, it is
  /// not told to remove, and what was written is read again.
  func replace(_ change: (StoredSession?) -> StoredSession?) throws(SessionStorageError) -> StoredSession? {
    var saved: StoredSession?
    var isFound = true
    do throws(SessionStorageError) {
      saved = try read()
      isFound = saved != nil
    } catch {
      guard case .damaged = error else { throw error }
    }
    guard let changed = change(saved) else {
      if isFound { try remove() }
      guard try data() == nil else { throw .notWritten(reason: "\(name) is still there after its removal.") }
      removeAside()
      return nil
    }
    guard changed != saved || changed.refreshKey != saved?.refreshKey else { return changed }
    guard let written = try? changed.storedData() else { throw .notWritten(reason: "The session cannot be encoded.") }
    try write(written)
    guard try data() == written else { throw .notWritten(reason: "\(name) is not what was written.") }
    removeAside()
    return changed
  }
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
  private let turn = AsyncMutex()

  /// Creates a storage, optionally with the session of an earlier launch.
  public init(_ session: StoredSession? = nil) {
    self.session = Mutex(session)
  }

  /// Returns the saved session.
  public func load() -> StoredSession? { session.withLock { $0 } }

  /// Replaces the saved session.
  @discardableResult
  public func update(_ change: @Sendable (StoredSession?) -> StoredSession?) -> StoredSession? {
    session.withLock { session in
      session = change(session)
      return session
    }
  }

  /// Performs the refreshes of several sessions one after the other.
  public func inTurn<Success>(_ refresh: () async -> Success) async -> Success {
    await turn.withLock(refresh)
  }
}

/// A signed-in user and the tokens of the session.
public struct StoredSession: Sendable, Hashable {
  /// The user, as last known.
  public let user: User
  /// The access token, or `nil` where the server recognizes its users in another way, such as a cookie.
  public let accessToken: Secret?
  /// The token that gets new tokens, or `nil` where the server issues none.
  public let refreshToken: Secret?
  /// The idempotency key of the refresh that has begun with these tokens, and whose answer is not saved yet.
  ///
  /// A storage keeps it with the tokens, so that the next launch can repeat the request.
  public internal(set) var refreshKey: Secret?

  /// Creates a session of a user.
  public init(user: User, accessToken: Secret?, refreshToken: Secret? = nil, refreshKey: Secret? = nil) {
    self.user = user
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.refreshKey = refreshKey
  }

  /// Returns whether the user and the tokens are equal, whatever request exchanges these.
  public static func == (left: StoredSession, right: StoredSession) -> Bool {
    (left.user, left.accessToken, left.refreshToken) == (right.user, right.accessToken, right.refreshToken)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(user)
    hasher.combine(accessToken)
    hasher.combine(refreshToken)
  }

  /// Whether a request can carry the tokens.
  var hasUsableTokens: Bool {
    [accessToken, refreshToken].compactMap(\.?.rawValue).allSatisfy { token in
      !token.isEmpty && token.isUsableInput && token.isFieldValue
    }
  }
}

extension StoredSession {
  /// The private format of the storages, independent of the HTTP contract.
  private struct Format: Codable {
    /// Version 1 has no refresh token.
    var version = 2
    let userID: String
    let name: String
    let email: String
    let lastLoginDate: Date?
    let accessToken: Secret?
    let refreshToken: Secret?
    let refreshKey: Secret?
  }

  enum UnknownVersion: Error {
    case newer
  }

  private struct Version: Codable {
    let version: Int
  }

  /// Creates a session from the bytes of a storage.
  ///
  /// Throws ``UnknownVersion`` where a newer version of the app has saved them, and `DecodingError` where they are not a
  /// session.
  init(storedData: Data) throws {
    guard try JSONCoding.decode(Version.self, from: storedData).version <= 2 else { throw UnknownVersion.newer }
    let format = try JSONCoding.decode(Format.self, from: storedData)
    self.init(
      user: User(
        id: format.userID, name: format.name, email: format.email, lastLoginDate: format.lastLoginDate),
      accessToken: format.accessToken, refreshToken: format.refreshToken, refreshKey: format.refreshKey)
  }

  /// The bytes for a storage.
  func storedData() throws -> Data {
    try JSONCoding.encode(
      Format(
        userID: user.id, name: user.name, email: user.email, lastLoginDate: user.lastLoginDate,
        accessToken: accessToken, refreshToken: refreshToken, refreshKey: refreshKey))
  }
}
