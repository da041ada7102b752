import Foundation
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

/// A signed-in user and the token of the session.
public struct StoredSession: Sendable, Hashable, Redacted {
  /// The user, as last known.
  public let user: User
  /// The access token, or `nil` where the server recognizes its users in another way, such as a cookie.
  public let accessToken: AccessToken?

  /// Creates a session of a user.
  public init(user: User, accessToken: AccessToken?) {
    self.user = user
    self.accessToken = accessToken
  }

  /// The identifier of the user.
  public var visibleFields: [(label: String, value: String)] { [("user", user.id)] }
}

/// A token that authorizes requests of a signed-in user.
public struct AccessToken: Sendable, Hashable, Redacted {
  /// The token as it is sent.
  public let rawValue: String

  /// Creates a token.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

extension StoredSession {
  /// The private format of the storages, independent of the HTTP contract.
  private struct Format: Codable {
    var version = 1
    let userID: String
    let name: String
    let email: String
    let lastLoginDate: Date
    let accessToken: String?
  }

  /// Creates a session from the bytes of a storage.
  ///
  /// Throws `DecodingError` where they are not a session of a known version.
  init(storedData: Data) throws {
    let format = try JSONCoding.decode(Format.self, from: storedData)
    guard format.version == 1 else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "An unknown version."))
    }
    self.init(
      user: User(
        id: format.userID, name: format.name, email: format.email, lastLoginDate: format.lastLoginDate),
      accessToken: format.accessToken.map(AccessToken.init))
  }

  /// The bytes for a storage.
  func storedData() throws -> Data {
    try JSONCoding.encode(
      Format(
        userID: user.id, name: user.name, email: user.email, lastLoginDate: user.lastLoginDate,
        accessToken: accessToken?.rawValue))
  }
}
