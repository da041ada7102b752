import Foundation
import Synchronization

/// Remembers for each user whether their profile is saved, from one launch to the next.
///
/// The article "CleanArchitecture" kept one flag for everybody, so that the next user of the device found a profile
/// offered that was not theirs.
public protocol SavedFlagStorage: Sendable {
  /// Whether a user's profile is saved.
  ///
  /// - Parameter userID: The user.
  /// - Returns: The flag; `false` where it was never set.
  func isSaved(for userID: User.ID) -> Bool

  /// Sets or clears the flag.
  ///
  /// - Parameters:
  ///   - isSaved: Whether the profile is saved.
  ///   - userID: The user.
  func set(_ isSaved: Bool, for userID: User.ID)
}

/// Remembers the flags as long as the process lives.
public final class InMemorySavedFlagStorage: SavedFlagStorage {
  private let userIDs: Mutex<Set<User.ID>>

  /// Makes a storage.
  ///
  /// - Parameter userIDs: The users whose profiles are saved.
  public init(_ userIDs: Set<User.ID> = []) {
    self.userIDs = Mutex(userIDs)
  }

  /// Whether a user's profile is saved.
  ///
  /// - Parameter userID: The user.
  /// - Returns: The flag.
  public func isSaved(for userID: User.ID) -> Bool {
    userIDs.withLock { $0.contains(userID) }
  }

  /// Sets or clears the flag.
  ///
  /// - Parameters:
  ///   - isSaved: Whether the profile is saved.
  ///   - userID: The user.
  public func set(_ isSaved: Bool, for userID: User.ID) {
    userIDs.withLock { userIDs in
      if isSaved { userIDs.insert(userID) } else { userIDs.remove(userID) }
    }
  }
}

/// Remembers the flags in the user defaults.
public struct UserDefaultsSavedFlagStorage: SavedFlagStorage {
  private let suiteName: String?

  /// Makes a storage.
  ///
  /// - Parameter suiteName: The suite of the user defaults; `nil` for the app's own.
  public init(suiteName: String? = nil) {
    self.suiteName = suiteName
  }

  /// Whether a user's profile is saved.
  ///
  /// - Parameter userID: The user.
  /// - Returns: The flag.
  public func isSaved(for userID: User.ID) -> Bool {
    UserDefaults(suiteName: suiteName)?.bool(forKey: key(userID)) ?? false
  }

  /// Sets or clears the flag.
  ///
  /// - Parameters:
  ///   - isSaved: Whether the profile is saved.
  ///   - userID: The user.
  public func set(_ isSaved: Bool, for userID: User.ID) {
    UserDefaults(suiteName: suiteName)?.set(isSaved, forKey: key(userID))
  }

  private func key(_ userID: User.ID) -> String { "focal.isProfileSaved.\(userID)" }
}
