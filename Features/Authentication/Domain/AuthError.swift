import Core

/// An error of signing in, signing up, signing out, or deleting the account.
///
/// Only a refusal of the password is `invalidCredentials`; a server that fails is not mistaken for a wrong password.
public enum AuthError: FeatureError {
  /// The email address and the password do not match.
  case invalidCredentials
  /// There was no response.
  case noNetwork
  /// The email address does not have the form of one.
  case invalidEmail
  /// The password has fewer than 6 characters.
  case weakPassword
  /// The email address already has an account.
  case emailAlreadyInUse
  /// The identity provider denied the sign-in, or the server did not accept its token.
  case notAuthorized
  /// The identity provider’s user has no account.
  case noAccount
  /// There were too many attempts; the next may be made after this time, where the server named one.
  case rateLimited(retryAfter: Duration?)
  /// The server ended the session.
  case sessionEnded
  /// The account has been deleted, but not all that the device keeps of the user could be removed; the reason is for a
  /// developer.
  case userDataNotRemoved(reason: String)
  /// The server refused what was entered; the reason is for the user, where it gave one.
  case rejected(reason: String?)
  /// The server failed or gave an unexpected response; the reason is for a developer.
  case serverError(reason: String)
  /// The task was cancelled, or a later sign-in or sign-out replaced this one.
  case cancelled
}
