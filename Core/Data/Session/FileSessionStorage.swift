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

/// Writes files that only their owner can read, at any moment of their existence.
enum OwnerOnlyFile {
  /// Replaces a file atomically and creates its folders.
  static func write(_ data: Data, to file: URL) throws {
    let folder = file.deletingLastPathComponent()
    try createFolder(of: file)
    let draft = folder.appending(path: "\(draftPrefix(of: file))\(UUID().uuidString)")
    let descriptor = open(draft.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError.last }
    do {
      defer { close(descriptor) }
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
      guard fsync(descriptor) == 0, rename(draft.path, file.path) == 0 else { throw POSIXError.last }
    } catch {
      unlink(draft.path)
      throw error
    }
  }

  /// Creates the folders of a file, where they are missing.
  static func createFolder(of file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Waits for the exclusive lock on the folder of a file, removes what a process that was killed while it wrote the file
  /// has left, and returns the descriptor that holds the lock until it is closed; `nil` without a folder.
  ///
  /// The folder, because every save replaces the file by another one; `flock`, because the locks of `fcntl` do not exclude
  /// the threads of one process. It is held for the time of a file access and never across a request: iOS ends an app that
  /// is suspended while it holds a lock in a shared folder.
  static func lock(_ file: URL) throws(POSIXError) -> Int32? {
    let descriptor = open(file.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = POSIXError.last
      guard [.ENOENT, .ENOTDIR].contains(error.code) else { throw error }
      return nil
    }
    while flock(descriptor, LOCK_EX) != 0 {
      let error = POSIXError.last
      guard error.code != .EINTR else { continue }
      close(descriptor)
      throw error
    }
    removeDrafts(of: file)
    return descriptor
  }

  private static func removeDrafts(of file: URL) {
    let folder = file.deletingLastPathComponent()
    let prefix = draftPrefix(of: file)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    where name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil {
      unlink(folder.appending(path: name).path)
    }
  }

  private static func draftPrefix(of file: URL) -> String { ".\(file.lastPathComponent)." }
}

extension POSIXError {
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension Error {
  /// The message of the system, which Foundation wraps in a code of its own.
  var cause: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return (underlying ?? self).localizedDescription
  }
}
