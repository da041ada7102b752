import Core

/// What somebody signs in or up with.
///
/// The password never prints.
public struct Credentials: Sendable, Equatable, Redacted {
  /// The address, as it was typed.
  public let email: String
  /// The password, as it was typed.
  public let pass: String

  /// Makes credentials.
  ///
  /// - Parameters:
  ///   - email: The address, as it was typed.
  ///   - pass: The password, as it was typed.
  public init(email: String, pass: String) {
    self.email = email
    self.pass = pass
  }

  /// Shows the address.
  public var visibleFields: [(label: String, value: String)] { [("email", email)] }
}
