import Foundation
import Synchronization

/// Keeps what was shown last across launches, for each user: what a launch shows before the server has answered.
///
/// What cannot be read counts as nothing, and what cannot be written is not kept: the server has it.
public protocol SnapshotStorage: Sendable {
  /// Returns the snapshot of a user; `nil` if none was kept.
  func load<Content: SnapshotContent>(_ type: Content.Type, for userID: User.ID) async -> Snapshot<Content>?

  /// Keeps a content as the snapshot of a user, with the date of now; `nil` removes it. Calls take effect in their order.
  func keep<Content: SnapshotContent>(_ content: Content?, for userID: User.ID) async

  /// Changes the content of a snapshot, if there is one; its date stays.
  func change<Content: SnapshotContent>(
    _ type: Content.Type, for userID: User.ID, _ change: @escaping @Sendable (inout Content) -> Void
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
  public var content: Content
  /// When that was.
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
  /// What was kept cannot be read; it was set aside where it is damaged, or of another version of the app.
  case unreadable(reason: String)
  /// It could not be written or removed.
  case notWritten(reason: String)
}

/// Keeps snapshots in memory, of the last ten users or a few more: for tests and previews.
public final class InMemorySnapshotStorage: SnapshotStorage {
  private let snapshots = Mutex(RecentValues<User.ID, [String: any Hashable & Sendable]>(limit: 10))
  private let now: @Sendable () -> Date

  /// Creates a storage with a clock.
  public init(now: @escaping @Sendable () -> Date = { Date() }) {
    self.now = now
  }

  /// The snapshots of every user, by name.
  package var content: [User.ID: [String: AnyHashable]] {
    snapshots.withLock { $0.values.mapValues { $0.mapValues { AnyHashable($0) } } }
  }

  public func load<Content: SnapshotContent>(_ type: Content.Type, for userID: User.ID) -> Snapshot<Content>? {
    snapshots.withLock { $0[userID]?[Content.name] as? Snapshot<Content> }
  }

  public func keep<Content: SnapshotContent>(_ content: Content?, for userID: User.ID) {
    let date = now()
    replace(Content.self, for: userID) { _ in content.map { Snapshot(content: $0, date: date) } }
  }

  public func change<Content: SnapshotContent>(
    _ type: Content.Type, for userID: User.ID, _ change: @escaping @Sendable (inout Content) -> Void
  ) {
    replace(type, for: userID) { $0.changed(by: change) }
  }

  private func replace<Content: SnapshotContent>(
    _ type: Content.Type, for userID: User.ID, _ change: (Snapshot<Content>?) -> Snapshot<Content>?
  ) {
    snapshots.withLock { snapshots in
      var ofUser = snapshots[userID] ?? [:]
      ofUser[Content.name] = change(ofUser[Content.name] as? Snapshot<Content>)
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
  /// each error of a read or a write.
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

  public func keep<Content: SnapshotContent>(_ content: Content?, for userID: User.ID) async {
    let snapshot = content.map { Snapshot(content: $0, date: now()) }
    await replace(Content.self, for: userID) { _ in snapshot }
  }

  public func change<Content: SnapshotContent>(
    _ type: Content.Type, for userID: User.ID, _ change: @escaping @Sendable (inout Content) -> Void
  ) async {
    await replace(type, for: userID) { $0.changed(by: change) }
  }

  private func replace<Content: SnapshotContent>(
    _ type: Content.Type, for userID: User.ID, _ change: @Sendable (Snapshot<Content>?) -> Snapshot<Content>?
  ) async {
    // The turn is taken before the actor is left, so that changes keep the order of the calls.
    await turn.withLock {
      do throws(SnapshotError) {
        try await write(file(of: type, userID), change)
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
    guard !OwnerOnlyFile.isTooLarge(file) else {
      setAside(file, "it has more than 16 MiB")
      return nil
    }
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      onFailure(.unreadable(reason: "\(file.path) cannot be read: \(error.cause)"))
      return nil
    }
    do {
      let version = try JSONCoding.decode(Version.self, from: data).version
      if version == Content.version { return try JSONCoding.decode(Format<Content>.self, from: data).snapshot }
      setAside(file, "it has the version \(version), and \(Content.version) is read")
    } catch {
      setAside(file, "it is no snapshot")
    }
    return nil
  }

  private func setAside(_ file: URL, _ reason: String) {
    rename(file.path, file.appendingPathExtension("unread").path)
    onFailure(.unreadable(reason: "\(file.path) cannot be read: \(reason)."))
  }

  @concurrent
  private func write<Content: SnapshotContent>(
    _ file: URL, _ change: @Sendable (Snapshot<Content>?) -> Snapshot<Content>?
  ) async throws(SnapshotError) {
    do {
      if change(nil) != nil { try OwnerOnlyFile.createFolder(of: file) }
      guard let lock = try OwnerOnlyFile.lock(file) else { return }
      defer { close(lock) }
      let before: Snapshot<Content>? = snapshot(in: file)
      let changed = change(before)
      guard changed != before else { return }
      if let changed {
        try OwnerOnlyFile.write(JSONCoding.encode(Format(version: Content.version, snapshot: changed)), to: file)
      } else if unlink(file.path) != 0 {
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

extension Optional {
  fileprivate func changed<Content>(by change: (inout Content) -> Void) -> Self where Wrapped == Snapshot<Content> {
    guard var snapshot = self else { return nil }
    change(&snapshot.content)
    return snapshot
  }
}
