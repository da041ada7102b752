import Foundation
import Synchronization

/// Keeps what users have written and how they have reacted across launches, for each user: all of ``Drafts``.
public protocol DraftStorage: Sendable {
  /// Returns the drafts of a user; none if none were saved.
  ///
  /// Throws ``DraftStorageError/damaged(reason:)`` once where what was saved is not drafts, and
  /// ``DraftStorageError/unavailable(reason:)`` where it cannot be read now.
  func load(for userID: User.ID) async throws(DraftStorageError) -> Drafts

  /// Changes the drafts of a user atomically, in the order of the calls.
  ///
  /// Throws ``DraftStorageError/notWritten(reason:)``, where the drafts are as before, and
  /// ``DraftStorageError/damaged(reason:)`` as ``load(for:)`` does, where the change is all that is saved.
  func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError)

  /// Removes everything that is kept of a user, for example when the account is deleted.
  ///
  /// Throws ``DraftStorageError/notWritten(reason:)`` where it is still there.
  func removeAll(for userID: User.ID) async throws(DraftStorageError)
}

/// An error of a draft storage; the reason is for a developer.
public enum DraftStorageError: Error, Sendable, Hashable {
  /// The saved data is not drafts; it was set aside.
  case damaged(reason: String)
  /// The saved data cannot be read at present, or comes from a newer version of the app.
  case unavailable(reason: String)
  /// The data could not be written or removed, for example because the disk is full.
  case notWritten(reason: String)
}

/// Keeps the drafts in memory: for tests and previews.
public final class InMemoryDraftStorage: DraftStorage {
  private let drafts: Mutex<[User.ID: Drafts]>

  /// Creates a storage, optionally with the drafts of an earlier launch.
  public init(_ drafts: [User.ID: Drafts] = [:]) {
    self.drafts = Mutex(drafts)
  }

  /// The drafts of every user.
  package var content: [User.ID: Drafts] { drafts.withLock { $0 } }

  public func load(for userID: User.ID) -> Drafts {
    drafts.withLock { $0[userID] ?? Drafts() }
  }

  public func apply(_ change: DraftChange, for userID: User.ID) {
    drafts.withLock { $0[userID, default: Drafts()].apply(change) }
  }

  public func removeAll(for userID: User.ID) {
    drafts.withLock { $0[userID] = nil }
  }
}

/// Keeps the drafts of each user in a file that only its owner can read.
///
/// A file is replaced atomically: a crash or a full disk leaves the previous drafts. Processes that share the folder take
/// turns. Damaged content is renamed, so that neither it nor new drafts are lost.
public final class FileDraftStorage: DraftStorage {
  private let folder: UserFolder
  private let turn = AsyncMutex()

  /// Creates a storage in a folder of its own, which is created at the first change, for the owner only.
  public init(folder: URL) {
    self.folder = UserFolder(folder: folder)
  }

  public func load(for userID: User.ID) async throws(DraftStorageError) -> Drafts {
    try await turn.withLock { () async throws(DraftStorageError) in try await read(userID) }
  }

  public func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError) {
    // The turn is taken before the actor is left, so that changes keep the order of the calls.
    try await turn.withLock { () async throws(DraftStorageError) in try await write(change, userID) }
  }

  public func removeAll(for userID: User.ID) async throws(DraftStorageError) {
    try await turn.withLock { () async throws(DraftStorageError) in try await remove(userID) }
  }

  @concurrent
  private func read(_ userID: User.ID) async throws(DraftStorageError) -> Drafts {
    try drafts(of: userID)
  }

  @concurrent
  private func write(_ change: DraftChange, _ userID: User.ID) async throws(DraftStorageError) {
    let file = file(of: userID)
    let lock: Int32?
    var added = Drafts()
    added.apply(change)
    do {
      if added != Drafts() { try OwnerOnlyFile.createFolder(of: file) }
      lock = try OwnerOnlyFile.lock(file)
    } catch {
      throw .notWritten(reason: "\(file.path) cannot be written: \(error.cause)")
    }
    guard let lock else { return }
    defer { close(lock) }
    var (before, damage) = (Drafts(), DraftStorageError?.none)
    do throws(DraftStorageError) {
      before = try drafts(of: userID)
    } catch {
      switch error {
      case .damaged: damage = error
      case .unavailable(let reason), .notWritten(let reason): throw .notWritten(reason: reason)
      }
    }
    var drafts = before
    drafts.apply(change)
    if drafts != before {
      do {
        try OwnerOnlyFile.write(try drafts.storedData(), to: file)
      } catch {
        throw .notWritten(reason: "\(file.path) cannot be written: \(error.cause)")
      }
    }
    if let damage { throw damage }
  }

  @concurrent
  private func remove(_ userID: User.ID) async throws(DraftStorageError) {
    do {
      try folder.remove(userID)
    } catch {
      throw .notWritten(reason: "\(folder.url(of: userID).path) cannot be removed: \(error.cause)")
    }
  }

  private func drafts(of userID: User.ID) throws(DraftStorageError) -> Drafts {
    let file = file(of: userID)
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return Drafts()
    } catch {
      throw .unavailable(reason: "\(file.path) cannot be read: \(error.cause)")
    }
    do {
      return try Drafts(storedData: data)
    } catch Drafts.UnknownVersion.newer {
      throw .unavailable(reason: "\(file.path) was written by a newer version of the app.")
    } catch {
      let copy = file.deletingPathExtension().appendingPathExtension("damaged-\(UUID().uuidString).json")
      guard rename(file.path, copy.path) == 0 else {
        throw .unavailable(reason: "\(file.path) is damaged and cannot be renamed: \(POSIXError.last.cause)")
      }
      throw .damaged(reason: "\(file.path) is not drafts; it is now \(copy.lastPathComponent).")
    }
  }

  private func file(of userID: User.ID) -> URL {
    folder.url(of: userID).appending(path: "drafts.json")
  }
}

extension Drafts {
  /// The private format of the storages, independent of the HTTP contract.
  private struct Format: Codable {
    struct Draft: Codable {
      let text: String
      let replyTo: String?
      let key: String
    }

    struct Input: Codable {
      let text: String
      let replyTo: String?
    }

    struct Reaction: Codable {
      let post: String
      let reaction: String
    }

    var version = 1
    let unsent: [Draft]
    let composed: [Input]
    /// Absent where there are none, as before they were kept; one of another version of the app is left out.
    let reactions: [Reaction]?
  }

  private struct Version: Codable {
    let version: Int
  }

  /// The error of bytes that a newer version of the app has written.
  enum UnknownVersion: Error {
    case newer
  }

  /// Creates drafts from the bytes of a storage.
  ///
  /// Throws `DecodingError` where they are not drafts, and ``UnknownVersion`` where their version is not known.
  init(storedData: Data) throws {
    guard try JSONCoding.decode(Version.self, from: storedData).version == 1 else { throw UnknownVersion.newer }
    let format = try JSONCoding.decode(Format.self, from: storedData)
    self.init(
      unsent: format.unsent.map { PostDraft(text: $0.text, replyTo: $0.replyTo, idempotencyKey: $0.key) },
      composed: format.composed.map { PostInput(text: $0.text, replyTo: $0.replyTo) },
      reactions: (format.reactions ?? []).compactMap { stored in
        Reaction(rawValue: stored.reaction).map { PostReaction($0, to: stored.post) }
      })
  }

  /// The bytes for a storage.
  func storedData() throws -> Data {
    try JSONCoding.encode(
      Format(
        unsent: unsent.map { Format.Draft(text: $0.text, replyTo: $0.replyTo, key: $0.idempotencyKey) },
        composed: composed.map { Format.Input(text: $0.text, replyTo: $0.replyTo) },
        reactions: reactions.isEmpty
          ? nil : reactions.map { Format.Reaction(post: $0.post, reaction: $0.reaction.rawValue) }))
  }
}
