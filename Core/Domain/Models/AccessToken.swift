/// What a server hands out at login and wants back with every request.
///
/// It never prints itself.
public struct AccessToken: Sendable, Hashable, Redacted {
  /// The characters that go over the wire.
  public let rawValue: String

  /// Makes a token.
  ///
  /// - Parameter rawValue: The characters that go over the wire.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}
