/// Where Authentication wants to go.
///
/// The root of the app performs it.
public enum AuthRoute: Sendable, Equatable {
  /// Somebody is signed in: what asked for it is dismissed.
  case signedIn
  /// Nobody is signed in any more.
  case signedOut
  /// The screen that makes an account.
  case signUp
  /// The screen that signs in.
  case signIn
}
