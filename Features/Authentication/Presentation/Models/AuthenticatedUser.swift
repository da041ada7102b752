import Core

/// What a view shows of who is signed in: the name and nothing else.
public struct AuthenticatedUser: Sendable, Equatable {
  /// The name to greet with.
  public let name: String

  /// Makes what a view shows.
  ///
  /// - Parameter name: The name to greet with.
  public init(name: String) {
    self.name = name
  }

  /// Takes from a user what a view shows.
  ///
  /// - Parameter user: Who is signed in.
  public init(_ user: User) {
    self.init(name: user.name)
  }
}
