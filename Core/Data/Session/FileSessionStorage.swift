import Foundation

/// Keeps a session in a file that only its owner can read.
///
/// The file is written under another name and moved into place, so that a crash or a full disk leaves the last one
/// whole. What cannot be read as a session is moved aside to the same name with `.damaged` behind it; a folder in its
/// place is never removed.
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
  public func load() async throws(SessionStorageError) -> StoredSession? {
    do throws(Damage) {
      return try Self.record(in: file)
    } catch {
      return try setAside(error)
    }
  }

  /// Puts a record in the place of the last one, away from the caller's actor.
  ///
  /// - Parameter record: Who is signed in.
  /// - Throws: ``SessionStorageError/notWritten(reason:)`` where the folder or the disk does not take it; the last
  ///   record is still there then.
  @concurrent
  public func save(_ record: StoredSession) async throws(SessionStorageError) {
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
    // Unlike FileManager, unlink removes no folder with all that is in it.
    guard unlink(file.path) != 0 else { return }
    let error = lastError()
    guard ![.ENOENT, .ENOTDIR].contains(error.code) else { return }
    throw .notWritten(reason: "\(file.path) cannot be removed: \(error.localizedDescription)")
  }

  /// What the system says, which Foundation wraps in a number of its own.
  private static func cause(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return (underlying ?? error).localizedDescription
  }

  /// Why a file holds no session.
  enum Damage: String, Error {
    case unreadable = "cannot be read"
    case otherShape = "is not a session"
  }

  private static func record(in file: URL) throws(Damage) -> StoredSession? {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw .unreadable
    }
    do {
      return try StoredSession(json: data)
    } catch {
      throw .otherShape
    }
  }

  /// Moves what was damaged when it was read.
  ///
  /// Another process may have saved a session since then, which is moved in its place: that one comes back.
  func setAside(_ damage: Damage) throws(SessionStorageError) -> StoredSession? {
    guard let aside = moveAside() else {
      throw .damaged(reason: "\(file.path) \(damage.rawValue).")
    }
    guard (try? Self.record(in: aside)) == nil else { return takeBack(aside) }
    throw .damaged(reason: "\(file.path) \(damage.rawValue). It is kept as \(aside.lastPathComponent).")
  }

  /// Puts a session back where it was, unless another one has been saved there meanwhile.
  ///
  /// A link, unlike a move, does not take the place of what is there.
  ///
  /// - Returns: What is there now.
  func takeBack(_ aside: URL) -> StoredSession? {
    if link(aside.path, file.path) == 0 || errno == EEXIST {
      unlink(aside.path)
    } else {
      rename(aside.path, file.path)
    }
    return try? Self.record(in: file)
  }

  /// Where the file is afterwards, or `nil` where the system does not allow it.
  private func moveAside() -> URL? {
    // Files and folders do not take each other's place, and a folder is not removed for what is in it.
    ["damaged", "damaged-2", "damaged-3"].lazy.map { file.appendingPathExtension($0) }
      .first { rename(file.path, $0.path) == 0 }
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
}

private func lastError() -> POSIXError {
  POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
}
