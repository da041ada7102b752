/// All that a view needs to know of Authentication, as the article "FOCAL" lists it.
public enum AuthState: Sendable, Equatable {
  /// Something was asked for and is not there yet.
  case loading
  /// Somebody is signed in.
  case signedIn(user: AuthenticatedUser)
  /// Nobody is signed in: the first state.
  case signedOut
  /// Nobody is signed in, and this text says why.
  case error(String)
}
