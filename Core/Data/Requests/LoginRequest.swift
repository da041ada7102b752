/// The body of `POST /v1/login` and `POST /v1/signup`: an address and a password, which never prints.
public struct LoginRequest: Codable, Sendable, Equatable, Redacted {
  /// The address of the account.
  public let email: String
  /// The password, as it was typed.
  public let pass: String

  /// Makes the body.
  ///
  /// - Parameters:
  ///   - email: The address of the account.
  ///   - pass: The password, as it was typed.
  public init(email: String, pass: String) {
    self.email = email
    self.pass = pass
  }

  /// Shows the address.
  public var visibleFields: [(label: String, value: String)] { [("email", email)] }
}
