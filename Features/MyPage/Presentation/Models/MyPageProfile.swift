import Core
import Foundation

/// What a view shows of a profile, ready to show.
public struct MyPageProfile: Sendable, Equatable {
  /// The name.
  public let name: String
  /// The gender in words.
  public let gender: String
  /// The day of registration, by a fixed calendar.
  public let createdAt: String

  /// Makes what a view shows.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - gender: The gender in words.
  ///   - createdAt: The day of registration.
  public init(name: String, gender: String, createdAt: String) {
    self.name = name
    self.gender = gender
    self.createdAt = createdAt
  }

  /// Takes from a profile what a view shows.
  ///
  /// - Parameters:
  ///   - profile: The profile.
  ///   - messages: The texts, and how dates are written.
  public init(_ profile: Profile, messages: MyPageMessages) {
    self.init(
      name: profile.name, gender: messages.text(for: profile.gender),
      createdAt: profile.createdAt.formatted(messages.date))
  }
}
