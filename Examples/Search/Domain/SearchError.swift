import Core

/// An error of searching for repositories.
public enum SearchError: FeatureError {
  /// There was no response.
  case noNetwork
  /// The server asks for a signed-in user.
  case notAuthorized
  /// There were too many searches; the next may be sent after this time, where the server named one.
  case rateLimited(retryAfter: Duration?)
  /// The server refused what was entered; the reason is for the user, where it gave one.
  case rejected(reason: String?)
  /// The server cannot search for this text: it is too long, or has nothing but operators.
  case unusableText
  /// The server failed or gave an unexpected response; the reason is for a developer.
  case serverError(reason: String)
  /// The task was cancelled, or a later search replaced this one.
  case cancelled
}
