import Core

/// The state of Authentication.
public enum AuthState: Sendable, Hashable {
  /// A request is in progress.
  case loading
  /// A user is signed in.
  case signedIn(user: AuthenticatedUser)
  /// No user is signed in; the first state.
  case signedOut
  /// No user is signed in, with the message that says why.
  case error(String)
}

/// The signed-in user, as a view shows them.
public struct AuthenticatedUser: Sendable, Hashable {
  /// The display name.
  public let name: String

  /// Creates a user with a display name.
  public init(name: String) {
    self.name = name
  }

  /// Creates the view's part of a user.
  public init(_ user: User) {
    self.init(name: user.name)
  }
}

/// A destination outside of Authentication, for the root of the app.
public enum AuthRoute: Sendable, Hashable {
  /// A user signed in: dismiss the sign-in screen.
  case signedIn
  /// The user signed out, or the session ended.
  case signedOut
  /// The sign-up screen.
  case signUp
  /// The sign-in screen.
  case signIn
}
