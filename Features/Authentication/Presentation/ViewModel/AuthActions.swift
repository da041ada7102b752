/// What a user can do in Authentication.
///
/// Each action returns when its work is done; one that is ignored, at once.
@MainActor
public protocol AuthActions: AnyObject {
  /// Signs in. Ignored while something is loading or somebody is signed in.
  ///
  /// - Parameters:
  ///   - email: The address, as it was typed.
  ///   - pass: The password, as it was typed.
  func login(email: String, pass: String) async

  /// Signs in on the word of an identity provider. Ignored as ``login(email:pass:)`` is; a user who backs out finds
  /// everything as before.
  ///
  /// - Parameter provider: Who vouches.
  func login(with provider: IdentityProvider) async

  /// Makes an account and signs in to it. Ignored as ``login(email:pass:)`` is.
  ///
  /// - Parameters:
  ///   - email: The address, as it was typed.
  ///   - pass: The password, as it was typed: 6 characters or more.
  func signUp(email: String, pass: String) async

  /// Takes up the session that an earlier launch left. An app shows its launch screen until this has returned.
  func restore() async

  /// Signs out at once and tells the server. While something is loading, what was asked for no longer counts.
  func logout() async

  /// Takes note that the server has ended the session. The root calls it when another feature's Route says so.
  func sessionEnded() async

  /// Clears the notice.
  func dismissNotice()

  /// Asks for the screen that makes an account.
  func showSignUp()

  /// Asks for the screen that signs in.
  func showSignIn()
}
