import Core
import Foundation

/// Checks what was entered, without asking anybody, and stamps it with the time.
public struct DraftProfile: UseCase {
  /// How many characters a name may have.
  public static let nameLength = 2...10

  private let now: @Sendable () -> Date

  /// Makes the use case.
  ///
  /// - Parameter now: The clock.
  public init(now: @escaping @Sendable () -> Date = { Date() }) {
    self.now = now
  }

  /// Makes a draft: checks the name first, then the gender.
  ///
  /// - Parameter input: What was entered; white space around the name does not count.
  /// - Returns: The draft, with the current time.
  /// - Throws: ``MyPageError/invalidName`` or ``MyPageError/invalidGender``.
  public func execute(_ input: ProfileInput) throws(MyPageError) -> ProfileDraft {
    let name = input.name.trimmingWhitespace
    guard Self.nameLength.contains(name.count) else { throw .invalidName }
    guard let gender = Gender(rawValue: input.gender) else { throw .invalidGender }
    return ProfileDraft(name: name, gender: gender, createdAt: now())
  }
}
