import Core
import Foundation

/// What an app is made of, beyond its features.
public struct AppEnvironment: Sendable {
  /// What sends calls.
  public var client: any APIClient
  /// Who is signed in.
  public var session: Session
  /// Where the saved flags are kept.
  public var flags: any SavedFlagStorage
  /// The language of the texts.
  public var language: AppLanguage
  /// The time zone of dates.
  public var timeZone: TimeZone
  /// The clock.
  public var now: @Sendable () -> Date

  /// Makes an environment.
  ///
  /// - Parameters:
  ///   - client: What sends calls.
  ///   - session: Who is signed in.
  ///   - flags: Where the saved flags are kept.
  ///   - language: The language of the texts.
  ///   - timeZone: The time zone of dates.
  ///   - now: The clock.
  public init(
    client: any APIClient, session: Session = Session(), flags: any SavedFlagStorage = InMemorySavedFlagStorage(),
    language: AppLanguage = .japanese, timeZone: TimeZone = .autoupdatingCurrent,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.client = client
    self.session = session
    self.flags = flags
    self.language = language
    self.timeZone = timeZone
    self.now = now
  }
}
