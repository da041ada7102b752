import Foundation

/// Keeps a session in a file that only its owner can read.
///
/// The file is written under another name and moved into place, so that a crash or a full disk leaves the last one
/// whole. What cannot be read as a session is moved aside to the same name with `.damaged` behind it.
public struct FileSessionStorage: SessionStorage {
  private let file: URL

  /// Makes a storage.
  ///
  /// - Parameter file: Where the session is kept. Missing folders are made at the first save, for the owner only.
  public init(file: URL) {
    self.file = file
  }

  /// Reads what was saved last, away from the caller's actor.
  ///
  /// - Returns: The record, or `nil` where there is no file.
  /// - Throws: ``SessionStorageError/damaged(reason:)`` where the file is empty, cut, of another shape, a folder, or
  ///   not readable. It has been moved aside then, if the system allows it.
  @concurrent
  public func load() async throws(SessionStorageError) -> SessionRecord? {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw setAside(because: "cannot be read")
    }
    do {
      return try SessionRecord(json: data)
    } catch {
      throw setAside(because: "is not a session")
    }
  }

  /// Puts a record in the place of the last one, away from the caller's actor.
  ///
  /// - Parameter record: Who is signed in.
  /// - Throws: ``SessionStorageError/notWritten(reason:)`` where the folder or the disk does not take it; the last
  ///   record is still there then.
  @concurrent
  public func save(_ record: SessionRecord) async throws(SessionStorageError) {
    do {
      let data = try record.json()
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try OwnerOnlyFile.write(data, to: file)
    } catch {
      throw .notWritten(reason: "\(file.path) cannot be written: \(Self.cause(of: error))")
    }
  }

  /// Removes the file, away from the caller's actor.
  ///
  /// - Throws: ``SessionStorageError/notWritten(reason:)`` where the file is still there.
  @concurrent
  public func clear() async throws(SessionStorageError) {
    do {
      try FileManager.default.removeItem(at: file)
    } catch CocoaError.fileNoSuchFile {
      return
    } catch {
      throw .notWritten(reason: "\(file.path) cannot be removed: \(Self.cause(of: error))")
    }
  }

  /// What the system says, which Foundation wraps in a number of its own.
  private static func cause(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return (underlying ?? error).localizedDescription
  }

  private func setAside(because reason: String) -> SessionStorageError {
    let aside = file.appendingPathExtension("damaged")
    try? FileManager.default.removeItem(at: aside)
    do {
      try FileManager.default.moveItem(at: file, to: aside)
    } catch {
      return .damaged(reason: "\(file.path) \(reason).")
    }
    return .damaged(reason: "\(file.path) \(reason). It is kept as \(aside.lastPathComponent).")
  }
}

/// A file that nobody but its owner can read at any moment of its life.
private enum OwnerOnlyFile {
  static func write(_ data: Data, to file: URL) throws {
    let draft = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).\(UUID().uuidString)")
    let descriptor = open(draft.path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    guard descriptor >= 0 else { throw lastError() }
    do {
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      defer { close(descriptor) }
      try handle.write(contentsOf: data)
      guard fsync(descriptor) == 0 else { throw lastError() }
      guard rename(draft.path, file.path) == 0 else { throw lastError() }
    } catch {
      unlink(draft.path)
      throw error
    }
  }

  private static func lastError() -> any Error {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
