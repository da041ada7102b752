/// The actions of Authentication.
///
/// An action returns when its work is done; one that is ignored returns at once, as one is that the server does not offer.
@MainActor
public protocol AuthActions: AnyObject, Sendable {
  /// Signs in. Ignored while loading, signed in, or reading the storage in ``restore()``.
  func login(email: String, pass: String) async

  /// Signs in with an identity provider. Ignored as ``login(email:pass:)`` is; the state is restored when the user backs
  /// out.
  func login(with provider: IdentityProvider) async

  /// Creates an account and signs in to it. Ignored as ``login(email:pass:)`` is.
  ///
  /// `fields` has what the server asks for beside the two, by the names that it has for them.
  func signUp(email: String, pass: String, fields: [String: String]) async

  /// Opens the session of an earlier launch, then asks the server to confirm it. Ignored while loading.
  ///
  /// While signed in, what a storage failure has left unsaved is saved: for an app that becomes active again.
  /// The user is signed in as soon as the storage has been read; no response leaves them signed in.
  func restore() async

  /// Signs out at once, then tells the server. While loading, cancels the sign-in; ignored while signed out.
  func logout() async

  /// Deletes the account, which ends every session and removes what is kept of the user. Ignored unless signed in.
  ///
  /// A wrong password, of the kind `invalidInput(field: "password")`, or no response leaves the user signed in, with a notice.
  /// Where only the response was lost, the next
  /// request of the session ends it as the deletion would have.
  func deleteAccount(pass: String) async

  /// Shows that the server ended the session. Ignored unless signed in.
  func sessionEnded()

  /// Dismisses the notice.
  func dismissNotice()

  /// Requests the sign-up screen and clears an error.
  func showSignUp()

  /// Requests the sign-in screen and clears an error.
  func showSignIn()
}

extension AuthActions {
  /// Creates an account without further fields and signs in to it.
  public func signUp(email: String, pass: String) async {
    await signUp(email: email, pass: pass, fields: [:])
  }
}
