import Foundation
import Synchronization

/// Keeps the session from one launch to the next.
///
/// Several processes, such as an app and its extension, may share what is saved.
public protocol SessionStorage: Sendable {
  /// Returns the saved session, or `nil` where there is none.
  ///
  /// Throws ``SessionStorageError/damaged(reason:)`` where what was read is not a session, and
  /// ``SessionStorageError/unavailable(reason:)`` where it cannot be read now.
  func load() async throws(SessionStorageError) -> StoredSession?

  /// Replaces the saved session with what `change` returns for it, `nil` for none, and returns that.
  ///
  /// No other process may write between the reading and the writing, and a crash leaves the previous session or the new
  /// one. Damaged content counts as none and is replaced. Throws ``SessionStorageError/unavailable(reason:)`` and
  /// ``SessionStorageError/notWritten(reason:)``; the previous session is still saved then.
  @discardableResult
  func update(
    _ change: @Sendable (StoredSession?) -> StoredSession?
  ) async throws(SessionStorageError) -> StoredSession?
}

/// The one item in which a storage of the device keeps the session.
protocol SessionItem {
  func read() throws(SessionStorageError) -> StoredSession?
  func write(_ session: StoredSession) throws(SessionStorageError)
  func remove() throws(SessionStorageError)
}

extension SessionItem {
  /// Replaces what is saved, as ``SessionStorage/update(_:)`` requires; an item that would stay the same is not written.
  func replace(_ change: (StoredSession?) -> StoredSession?) throws(SessionStorageError) -> StoredSession? {
    let saved: StoredSession?
    var isDamaged = false
    do throws(SessionStorageError) {
      saved = try read()
    } catch .damaged {
      (saved, isDamaged) = (nil, true)
    } catch {
      throw error
    }
    let changed = change(saved)
    guard changed != saved || isDamaged else { return saved }
    if let changed { try write(changed) } else { try remove() }
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
}

/// A signed-in user and the tokens of the session.
public struct StoredSession: Sendable, Hashable {
  /// The user, as last known.
  public let user: User
  /// The access token, or `nil` where the server recognizes its users in another way, such as a cookie.
  public let accessToken: Secret?
  /// The token that gets new tokens, or `nil` where the server issues none.
  public let refreshToken: Secret?

  /// Creates a session of a user.
  public init(user: User, accessToken: Secret?, refreshToken: Secret? = nil) {
    self.user = user
    self.accessToken = accessToken
    self.refreshToken = refreshToken
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
  }

  /// Creates a session from the bytes of a storage.
  ///
  /// Throws `DecodingError` where they are not a session of a known version.
  init(storedData: Data) throws {
    let format = try JSONCoding.decode(Format.self, from: storedData)
    guard (1...2).contains(format.version) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "An unknown version."))
    }
    self.init(
      user: User(
        id: format.userID, name: format.name, email: format.email, lastLoginDate: format.lastLoginDate),
      accessToken: format.accessToken, refreshToken: format.refreshToken)
  }

  /// The bytes for a storage.
  func storedData() throws -> Data {
    try JSONCoding.encode(
      Format(
        userID: user.id, name: user.name, email: user.email, lastLoginDate: user.lastLoginDate,
        accessToken: accessToken, refreshToken: refreshToken))
  }
}
