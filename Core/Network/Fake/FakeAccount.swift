/// An account of the fake backend.
///
/// It never prints its password.
public struct FakeAccount: Sendable, Equatable, Redacted {
  /// The identifier of the user.
  public let id: String
  /// The name of the user.
  public let name: String
  /// The address to sign in with; upper and lower case are the same.
  public let email: String
  /// The password to sign in with.
  public let password: String

  /// Makes an account.
  ///
  /// - Parameters:
  ///   - id: The identifier of the user.
  ///   - name: The name of the user.
  ///   - email: The address to sign in with.
  ///   - password: The password to sign in with.
  public init(id: String, name: String, email: String, password: String) {
    self.id = id
    self.name = name
    self.email = email
    self.password = password
  }

  /// The account every example signs in with.
  public static let taro = FakeAccount(
    id: "user-1", name: "太郎", email: "taro@example.com", password: "password123")

  /// Shows the address.
  public var visibleFields: [(label: String, value: String)] { [("email", email)] }
}
