import Core
import struct Foundation.Date

/// The contents of the form, as entered.
public struct ProfileInput: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The raw value of a `Gender`; 0 where none is chosen.
  public let gender: Int

  /// Creates an input; an empty form by default.
  public init(name: String = "", gender: Int = 0) {
    self.name = name
    self.gender = gender
  }
}

/// The rules of the form; an app whose server has others can pass its own.
public struct ProfileRules: Sendable, Hashable {
  /// The number of characters of a name, without surrounding white space.
  public var nameLength: ClosedRange<Int>
  /// The genders to choose from; empty for a form without a gender.
  public var genders: [Gender]

  /// Creates rules; those of the built-in contract by default.
  public init(nameLength: ClosedRange<Int> = 2...10, genders: [Gender] = Gender.allCases) {
    self.nameLength = nameLength
    self.genders = genders
  }
}

/// A checked profile, ready to save.
public struct ProfileDraft: Sendable, Hashable {
  /// The name, without surrounding white space.
  public let name: String
  /// The gender; `nil` where the form has none.
  public let gender: Gender?
  /// The date at which the form was submitted.
  public let createdAt: Date

  /// Creates a draft.
  public init(name: String, gender: Gender?, createdAt: Date) {
    self.name = name
    self.gender = gender
    self.createdAt = createdAt
  }
}
