import Foundation

/// Keeps the session in a file that only its owner can read.
///
/// The file is replaced atomically: a crash or a full disk leaves the previous session. Processes that share the file take
/// turns. Damaged content stays where it is until the next sign-in or sign-out.
public struct FileSessionStorage: SessionStorage, SessionItem {
  private let file: URL

  /// Creates a storage at a path; missing folders are created at the first save, for the owner only.
  public init(file: URL) {
    self.file = file
  }

  /// Returns the saved session, reading off the caller's actor.
  @concurrent
  public func load() async throws(SessionStorageError) -> StoredSession? {
    try read()
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
    let lock: Int32?
    do {
      lock = try OwnerOnlyFile.lock(file)
    } catch {
      throw .unavailable(reason: "\(file.path) cannot be locked: \(error.cause)")
    }
    guard let lock else { return nil }
    defer { close(lock) }
    return try replace(change)
  }

  func read() throws(SessionStorageError) -> StoredSession? {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw .unavailable(reason: "\(file.path) cannot be read: \(error.cause)")
    }
    do {
      return try StoredSession(storedData: data)
    } catch {
      throw .damaged(reason: "\(file.path) is not a session.")
    }
  }

  func write(_ session: StoredSession) throws(SessionStorageError) {
    do {
      try OwnerOnlyFile.write(try session.storedData(), to: file)
    } catch {
      throw .notWritten(reason: "\(file.path) cannot be written: \(error.cause)")
    }
  }

  func remove() throws(SessionStorageError) {
    // Unlike FileManager, unlink never removes a folder with its contents.
    guard unlink(file.path) != 0 else { return }
    let error = POSIXError.last
    guard error.code != .ENOENT else { return }
    throw .notWritten(reason: "\(file.path) cannot be removed: \(error.cause)")
  }
}
