import Core

/// An error of reading a timeline or sending a post.
public enum FeedError: FeatureError {
  /// There was no response.
  case noNetwork
  /// No user is signed in.
  case notAuthorized
  /// The timeline does not exist.
  case unknownTimeline
  /// The text is empty or has more than 280 characters, without surrounding white space.
  case invalidText
  /// The server refused the post.
  case postRejected
  /// There were too many requests; the next may be sent after this time, where the server named one.
  case rateLimited(retryAfter: Duration?)
  /// The server failed, refused or gave an unexpected response; the reason is for a developer.
  case serverError(reason: String)
  /// The task was cancelled, or the session of the request has ended.
  case cancelled
}
