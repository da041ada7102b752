import Core

/// An error of reading, saving or deleting a profile.
public enum MyPageError: FeatureError {
  /// The name is too short or too long.
  case invalidName
  /// The gender is not one of the choices.
  case invalidGender
  /// The user has a profile already, which a registration does not replace.
  case alreadyRegistered
  /// There was no response.
  case noNetwork
  /// No user is signed in.
  case notAuthorized
  /// The server refused the signed-in user.
  case accessDenied
  /// The server refused what was entered; the reason is for the user, where it gave one.
  case rejected(reason: String?)
  /// There were too many requests; the next may be sent after this time, where the server named one.
  case rateLimited(retryAfter: Duration?)
  /// The server failed or gave an unexpected response; the reason is for a developer.
  case serverError(reason: String)
  /// The task was cancelled, or the session ended.
  case cancelled
}
