import Foundation

/// Keeps the session in a file that only its owner can read.
///
/// The file is replaced atomically: a crash or a full disk leaves the previous session. Damaged content stays where it is
/// until the next sign-in or sign-out.
public struct FileSessionStorage: SessionStorage {
  private let file: URL

  /// Creates a storage at a path; missing folders are created at the first save, for the owner only.
  public init(file: URL) {
    self.file = file
  }

  /// Returns the saved session, reading off the caller's actor.
  @concurrent
  public func load() async throws(SessionStorageError) -> StoredSession? {
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

  /// Replaces the saved session, writing off the caller's actor.
  @concurrent
  public func save(_ session: StoredSession) async throws(SessionStorageError) {
    do {
      try OwnerOnlyFile.write(try session.storedData(), to: file)
    } catch {
      throw .notWritten(reason: "\(file.path) cannot be written: \(error.cause)")
    }
  }

  /// Removes the file, off the caller's actor.
  @concurrent
  public func clear() async throws(SessionStorageError) {
    // Unlike FileManager, unlink never removes a folder with its contents.
    guard unlink(file.path) != 0 else { return }
    let error = POSIXError.last
    guard ![.ENOENT, .ENOTDIR].contains(error.code) else { return }
    throw .notWritten(reason: "\(file.path) cannot be removed: \(error.cause)")
  }
}

/// Writes files that only their owner can read, at any moment of their existence.
enum OwnerOnlyFile {
  /// Replaces a file atomically and creates its folders.
  static func write(_ data: Data, to file: URL) throws {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let draft = folder.appending(path: ".\(file.lastPathComponent).\(UUID().uuidString)")
    let descriptor = open(draft.path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
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
