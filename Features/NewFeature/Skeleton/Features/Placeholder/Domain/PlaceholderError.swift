import Core

/// An error of reading items.
public enum PlaceholderError: FeatureError {
  /// There was no response.
  case noNetwork
  /// No user is signed in.
  case notAuthorized
  /// The server refused the signed-in user.
  case accessDenied
  /// There were too many requests; the next may be sent after this time, where the server named one.
  case rateLimited(retryAfter: Duration?)
  /// The server refused what was entered; the reason is for the user, where it gave one.
  case rejected(reason: String?)
  /// The server failed or gave an unexpected response; the reason is for a developer.
  case serverError(reason: String)
  /// The task was cancelled, or the session ended.
  case cancelled
}
