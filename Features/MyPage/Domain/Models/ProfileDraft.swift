import Core
import struct Foundation.Date

/// A profile that is to be saved, as the article "CleanArchitecture" hands it in: checked, and stamped with its time.
public struct ProfileDraft: Sendable, Equatable {
  /// The name, 2 to 10 characters without white space around it.
  public let name: String
  /// The gender.
  public let gender: Gender
  /// When it was handed in.
  public let createdAt: Date

  /// Makes a draft.
  ///
  /// - Parameters:
  ///   - name: The name, 2 to 10 characters without white space around it.
  ///   - gender: The gender.
  ///   - createdAt: When it was handed in.
  public init(name: String, gender: Gender, createdAt: Date) {
    self.name = name
    self.gender = gender
    self.createdAt = createdAt
  }
}

/// What was entered into the form.
public struct ProfileInput: Sendable, Equatable {
  /// The name, as it was typed.
  public let name: String
  /// The gender as the picker numbers it: 0 nothing chosen, 1 male, 2 female, 3 chooses not to say.
  public let gender: Int

  /// Makes an input.
  ///
  /// - Parameters:
  ///   - name: The name, as it was typed.
  ///   - gender: The gender as the picker numbers it.
  public init(name: String = "", gender: Int = 0) {
    self.name = name
    self.gender = gender
  }
}

/// A user's profile, and whether this device remembers that it is saved.
public struct StoredProfile: Sendable, Equatable {
  /// The profile, or `nil` where none was ever saved.
  public let profile: Profile?
  /// The saved flag of this user.
  public let isSaved: Bool

  /// Makes a stored profile.
  ///
  /// - Parameters:
  ///   - profile: The profile, or `nil` where none was ever saved.
  ///   - isSaved: The saved flag of this user.
  public init(profile: Profile?, isSaved: Bool) {
    self.profile = profile
    self.isSaved = isSaved
  }
}
