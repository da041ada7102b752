import Foundation

/// Keeps the session in a file that only its owner can read.
///
/// The file is replaced atomically: a crash or a full disk leaves the previous session. Processes that share the file take
/// turns, also at a refresh, by a lock that ends with its process. Damaged content is renamed, and removed by the next
/// sign-in or sign-out.
///
/// A process that is stopped in the middle of a refresh lets the others wait. iOS ends an app that it suspends there, where
/// the file is in a shared folder; the session stays, and the next launch repeats the refresh.
public struct FileSessionStorage: SessionStorage, SessionItem {
  private let file: URL

  /// Creates a storage at a path; missing folders are created at the first save, for the owner only.
  public init(file: URL) {
    self.file = file
  }

  /// Returns the saved session, reading off the caller's actor.
  @concurrent
  public func load() async throws(SessionStorageError) -> StoredSession? {
    do throws(SessionStorageError) {
      return try read()
    } catch .damaged {
      // Read again in turn: another process may have replaced it.
      return try inTurn { () throws(SessionStorageError) in try readOrSetAside() }
    }
  }

  /// Replaces the saved session, off the caller's actor.
  @concurrent
  @discardableResult
  public func update(
    _ change: @Sendable (StoredSession?) -> StoredSession?
  ) async throws(SessionStorageError) -> StoredSession? {
    do {
      if change(nil) != nil { try OwnerOnlyFile.createFolder(of: file) }
    } catch {
      throw .notWritten(reason: "\(file.path) cannot be written: \(error.cause)")
    }
    return try inTurn { () throws(SessionStorageError) in try replace(change) }
  }

  /// Performs a refresh while no other process or storage performs one with this file.
  public func inTurn<Success>(_ refresh: () async -> Success) async -> Success {
    let turn = await FileTurn.wait(for: turnFile)
    defer { turn?.end() }
    return await refresh()
  }

  /// Accesses the file while no other process does; `nil` without its folder.
  private func inTurn(
    _ access: () throws(SessionStorageError) -> StoredSession?
  ) throws(SessionStorageError) -> StoredSession? {
    let lock: Int32?
    do {
      lock = try OwnerOnlyFile.lock(file)
    } catch {
      throw .unavailable(reason: "\(file.path) cannot be locked: \(error.cause)")
    }
    guard let lock else { return nil }
    defer { close(lock) }
    return try access()
  }

  var name: String { file.path }

  func data() throws(SessionStorageError) -> Data? {
    guard !OwnerOnlyFile.isTooLarge(file) else {
      throw .damaged(reason: "\(file.path) is not a session.")
    }
    do {
      return try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw .unavailable(reason: "\(file.path) cannot be read: \(error.cause)")
    }
  }

  func write(_ data: Data) throws(SessionStorageError) {
    do {
      try OwnerOnlyFile.write(data, to: file)
    } catch {
      throw .notWritten(reason: "\(file.path) cannot be written: \(error.cause)")
    }
  }

  func remove() throws(SessionStorageError) {
    FileTurn.removeLeftover(turnFile)
    // Unlike FileManager, unlink never removes a folder with its contents.
    guard unlink(file.path) != 0 else { return }
    let error = POSIXError.last
    guard error.code != .ENOENT else { return }
    throw .notWritten(reason: "\(file.path) cannot be removed: \(error.cause)")
  }

  func setAside() throws(SessionStorageError) {
    guard rename(file.path, aside.path) != 0 else { return }
    throw .unavailable(reason: "\(file.path) is damaged and cannot be renamed: \(POSIXError.last.cause)")
  }

  func removeAside() {
    unlink(aside.path)
  }

  private var turnFile: URL { file.appendingPathExtension("refresh") }
  private var aside: URL { file.appendingPathExtension("damaged") }
}
