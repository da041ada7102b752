import Foundation

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

  /// Whether a file has more than 16 MiB, which none that an app has written has.
  static func isTooLarge(_ file: URL) -> Bool {
    var status = stat()
    return stat(file.path, &status) == 0 && status.st_size > 16 * 1024 * 1024
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
  /// the threads of one process. It is held for the time of a file access and never across a request, which has a
  /// ``FileTurn``: iOS ends an app that is suspended while it holds a lock in a shared folder.
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

/// The folders of users in a folder.
struct UserFolder: Sendable {
  let folder: URL

  /// The identifier in hexadecimal digits: it may contain slashes, and some file systems ignore case.
  func url(of userID: User.ID) -> URL {
    let digits = userID.utf8.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return folder.appending(path: "user-\(digits.joined())", directoryHint: .isDirectory)
  }

  /// Removes the folder of a user with all that is in it.
  func remove(_ userID: User.ID) throws {
    do {
      try FileManager.default.removeItem(at: url(of: userID))
    } catch CocoaError.fileNoSuchFile {
      return
    }
  }
}

/// The turn of one process among those that share a file, which lasts across suspensions and ends with the process.
struct FileTurn: Sendable {
  private let file: URL
  private let descriptor: Int32

  /// Waits for the turn, off the threads of tasks; `nil` where the file cannot be locked.
  @concurrent
  static func wait(for file: URL) async -> FileTurn? {
    if let turn = take(file, LOCK_EX | LOCK_NB) { return turn }
    guard errno == EWOULDBLOCK else { return nil }
    // A thread of its own: the turn may end only on one of those that tasks and queues share.
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: take(file, LOCK_EX)) }
    }
  }

  /// Removes the file that a process has left which was killed in its turn.
  static func removeLeftover(_ file: URL) {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    take(file, LOCK_EX | LOCK_NB)?.end()
  }

  /// Ends the turn, and removes the file.
  func end() {
    unlink(file.path)
    close(descriptor)
  }

  private static func take(_ file: URL, _ operation: Int32) -> FileTurn? {
    while true {
      let descriptor = open(file.path, O_CREAT | O_RDONLY | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      var status = stat()
      guard flock(descriptor, operation) == 0, fstat(descriptor, &status) == 0 else {
        let error = errno
        close(descriptor)
        errno = error
        if error == EINTR { continue }
        return nil
      }
      // The turn before may have removed the file.
      if status.st_nlink > 0 { return FileTurn(file: file, descriptor: descriptor) }
      close(descriptor)
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
