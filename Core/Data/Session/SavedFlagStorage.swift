import Foundation
import Synchronization

/// Remembers across launches, for each user, whether a profile is saved.
public protocol SavedFlagStorage: Sendable {
  /// Returns whether the user's profile is saved; `false` if never set.
  func isSaved(for userID: User.ID) -> Bool

  /// Sets or clears the flag of a user.
  func set(_ isSaved: Bool, for userID: User.ID)
}

/// Remembers the flags in memory: for tests and previews.
public final class InMemorySavedFlagStorage: SavedFlagStorage {
  private let userIDs: Mutex<Set<User.ID>>

  /// Creates a storage in which the profiles of these users are saved.
  public init(_ userIDs: Set<User.ID> = []) {
    self.userIDs = Mutex(userIDs)
  }

  /// The users whose profiles are saved.
  package var content: Set<User.ID> { userIDs.withLock { $0 } }

  /// Returns the flag of a user.
  public func isSaved(for userID: User.ID) -> Bool {
    userIDs.withLock { $0.contains(userID) }
  }

  /// Sets or clears the flag of a user.
  public func set(_ isSaved: Bool, for userID: User.ID) {
    userIDs.withLock { userIDs in
      if isSaved { userIDs.insert(userID) } else { userIDs.remove(userID) }
    }
  }
}

/// Remembers the flags in a file that only its owner can read.
///
/// A file that cannot be read counts as one without flags; the server knows whether there is a profile. Processes that
/// share the file take turns.
public final class FileSavedFlagStorage: SavedFlagStorage {
  private let file: URL

  /// Creates a storage at a path; missing folders are created at the first change.
  public init(file: URL) {
    self.file = file
  }

  /// Returns the flag of a user.
  public func isSaved(for userID: User.ID) -> Bool { userIDs.contains(userID) }

  /// Sets or clears the flag of a user.
  public func set(_ isSaved: Bool, for userID: User.ID) {
    if isSaved { try? OwnerOnlyFile.createFolder(of: file) }
    guard let lock = try? OwnerOnlyFile.lock(file) else { return }
    defer { close(lock) }
    var changed = userIDs
    if isSaved { changed.insert(userID) } else { changed.remove(userID) }
    guard changed != userIDs, let data = try? JSONCoding.encode(changed.sorted()) else { return }
    try? OwnerOnlyFile.write(data, to: file)
  }

  private var userIDs: Set<User.ID> {
    guard let data = try? Data(contentsOf: file) else { return [] }
    return (try? JSONCoding.decode(Set<User.ID>.self, from: data)) ?? []
  }
}

/// Remembers the flags in the user defaults.
public struct UserDefaultsSavedFlagStorage: SavedFlagStorage {
  private let suiteName: String?

  /// Creates a storage in a suite of the user defaults; `nil` for the app's own.
  public init(suiteName: String? = nil) {
    self.suiteName = suiteName
  }

  /// Returns the flag of a user.
  public func isSaved(for userID: User.ID) -> Bool {
    UserDefaults(suiteName: suiteName)?.bool(forKey: key(userID)) ?? false
  }

  /// Sets or clears the flag of a user.
  public func set(_ isSaved: Bool, for userID: User.ID) {
    UserDefaults(suiteName: suiteName)?.set(isSaved, forKey: key(userID))
  }

  private func key(_ userID: User.ID) -> String { "focal.isProfileSaved.\(userID)" }
}
