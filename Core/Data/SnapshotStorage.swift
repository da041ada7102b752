import Foundation
import Synchronization

/// Keeps what was shown last across launches, for each user: what a launch shows before the server has answered.
///
/// What cannot be read counts as nothing, and what cannot be written is not kept: the server has it.
public protocol SnapshotStorage: Sendable {
  /// Returns the snapshot of a user; `nil` if none was kept.
  func load<Content: SnapshotContent>(_ type: Content.Type, for userID: User.ID) async -> Snapshot<Content>?

  /// Replaces the snapshot of a user by what `change` returns for its content, `nil` for none, in the order of the calls.
  func update<Content: SnapshotContent>(
    _ type: Content.Type, for userID: User.ID, _ change: @escaping @Sendable (Content?) -> Content?
  ) async

  /// Removes every snapshot of a user, for example when the account is deleted.
  func removeAll(for userID: User.ID) async throws(SnapshotError)
}

/// What a snapshot can keep.
public protocol SnapshotContent: Codable, Sendable, Hashable {
  /// The name of the snapshot, the same in every version: letters.
  static var name: String { get }
  /// The version of the format, from 1; that of another one is not read.
  static var version: Int { get }
}

/// What was shown, and when.
public struct Snapshot<Content: Sendable & Hashable>: Sendable, Hashable {
  /// What was shown.
  public let content: Content
  /// When it was kept.
  public let date: Date

  /// Creates a snapshot.
  public init(content: Content, date: Date) {
    self.content = content
    self.date = date
  }
}

extension Snapshot: Codable where Content: Codable {}

/// An error of a snapshot storage; the reason is for a developer.
public enum SnapshotError: Error, Sendable, Hashable {
  /// What was kept cannot be read, or is of another version of the app; it was set aside.
  case unreadable(reason: String)
  /// It could not be written or removed.
  case notWritten(reason: String)
}

/// Keeps snapshots in memory, of the last ten users or a few more: for tests and previews.
public final class InMemorySnapshotStorage: SnapshotStorage {
  private let snapshots = Mutex(RecentValues<User.ID, [String: any Sendable]>(limit: 10))
  private let now: @Sendable () -> Date

  /// Creates a storage with a clock.
  public init(now: @escaping @Sendable () -> Date = { Date() }) {
    self.now = now
  }

  public func load<Content: SnapshotContent>(_ type: Content.Type, for userID: User.ID) -> Snapshot<Content>? {
    snapshots.withLock { $0[userID]?[Content.name] as? Snapshot<Content> }
  }

  public func update<Content: SnapshotContent>(
    _ type: Content.Type, for userID: User.ID, _ change: @escaping @Sendable (Content?) -> Content?
  ) {
    let now = now()
    snapshots.withLock { snapshots in
      var ofUser = snapshots[userID] ?? [:]
      let before = ofUser[Content.name] as? Snapshot<Content>
      ofUser[Content.name] = change(before?.content).map { Snapshot(content: $0, date: now) }
      snapshots[userID] = ofUser
    }
  }

  public func removeAll(for userID: User.ID) {
    snapshots.withLock { $0[userID] = nil }
  }
}

/// Keeps the snapshots of each user in files that only their owner can read.
///
/// A file is replaced atomically: a crash or a full disk leaves the previous snapshot. Processes that share the folder take
/// turns. What is damaged, of more than 16 MiB, or of another version of the app is renamed, until the next one is.
public final class FileSnapshotStorage: SnapshotStorage {
  private static let maximumSize = 16 * 1024 * 1024

  private struct Format<Content: SnapshotContent>: Codable {
    let version: Int
    let snapshot: Snapshot<Content>
  }

  private struct Version: Codable {
    let version: Int
  }

  private let folder: UserFolder
  private let now: @Sendable () -> Date
  private let onFailure: @Sendable (SnapshotError) -> Void
  private let turn = AsyncMutex()

  /// Creates a storage in a folder, which is created at the first change, for the owner only; `onFailure` is called with
  /// each error, which nobody else hears of.
  public init(
    folder: URL, now: @escaping @Sendable () -> Date = { Date() },
    onFailure: @escaping @Sendable (SnapshotError) -> Void = { _ in }
  ) {
    self.folder = UserFolder(folder: folder)
    self.now = now
    self.onFailure = onFailure
  }

  public func load<Content: SnapshotContent>(_ type: Content.Type, for userID: User.ID) async -> Snapshot<Content>? {
    await turn.withLock { await read(type, file(of: type, userID)) }
  }

  public func update<Content: SnapshotContent>(
    _ type: Content.Type, for userID: User.ID, _ change: @escaping @Sendable (Content?) -> Content?
  ) async {
    // The turn is taken before the actor is left, so that changes keep the order of the calls.
    await turn.withLock {
      do throws(SnapshotError) {
        try await write(type, file(of: type, userID), change)
      } catch {
        onFailure(error)
      }
    }
  }

  public func removeAll(for userID: User.ID) async throws(SnapshotError) {
    try await turn.withLock { () async throws(SnapshotError) in try await remove(userID) }
  }

  private func file<Content: SnapshotContent>(of type: Content.Type, _ userID: User.ID) -> URL {
    folder.url(of: userID).appending(path: "\(Content.name).json")
  }

  @concurrent
  private func read<Content: SnapshotContent>(_ type: Content.Type, _ file: URL) async -> Snapshot<Content>? {
    snapshot(in: file)
  }

  private func snapshot<Content: SnapshotContent>(in file: URL) -> Snapshot<Content>? {
    var status = stat()
    guard stat(file.path, &status) == 0 else { return nil }
    do {
      guard status.st_size <= Self.maximumSize else { throw CocoaError(.fileReadTooLarge) }
      let data = try Data(contentsOf: file)
      let version = try JSONCoding.decode(Version.self, from: data).version
      guard version == Content.version else {
        setAside(file, "it has the version \(version), and \(Content.version) is read")
        return nil
      }
      return try JSONCoding.decode(Format<Content>.self, from: data).snapshot
    } catch {
      setAside(file, error is DecodingError ? "it is no snapshot" : error.cause)
      return nil
    }
  }

  private func setAside(_ file: URL, _ reason: String) {
    rename(file.path, file.appendingPathExtension("unread").path)
    onFailure(.unreadable(reason: "\(file.path) cannot be read: \(reason)."))
  }

  @concurrent
  private func write<Content: SnapshotContent>(
    _ type: Content.Type, _ file: URL, _ change: @Sendable (Content?) -> Content?
  ) async throws(SnapshotError) {
    do {
      if change(nil) != nil { try OwnerOnlyFile.createFolder(of: file) }
      guard let lock = try OwnerOnlyFile.lock(file) else { return }
      defer { close(lock) }
      let before: Snapshot<Content>? = snapshot(in: file)
      if let changed = change(before?.content) {
        let snapshot = Snapshot(content: changed, date: now())
        try OwnerOnlyFile.write(JSONCoding.encode(Format(version: Content.version, snapshot: snapshot)), to: file)
      } else if before != nil, unlink(file.path) != 0 {
        throw POSIXError.last
      }
    } catch {
      throw .notWritten(reason: "\(file.path) cannot be written: \(error.cause)")
    }
  }

  @concurrent
  private func remove(_ userID: User.ID) async throws(SnapshotError) {
    do {
      try folder.remove(userID)
    } catch {
      throw .notWritten(reason: "\(folder.url(of: userID).path) cannot be removed: \(error.cause)")
    }
  }
}
