import Core

/// An error of a timeline, its posts or the drafts.
public enum FeedError: FeatureError {
  /// There was no response.
  case noNetwork
  /// No user is signed in.
  case notAuthorized
  /// The server refused the signed-in user.
  case accessDenied
  /// The timeline does not exist.
  case unknownTimeline
  /// The text is empty or has more than 280 characters, without surrounding white space.
  case invalidText
  /// The server refused what was entered; the reason is for the user, where it gave one.
  case rejected(reason: String?)
  /// The response to a post was lost at a server that may publish it twice when it is sent again.
  case postMayHaveArrived
  /// The post does not exist, or no longer.
  case unknownPost
  /// The post is another user's and cannot be deleted.
  case notTheAuthor
  /// What was written could not be saved on the device; the reason is for a developer.
  case draftNotSaved(reason: String)
  /// The saved drafts could not be read; the reason is for a developer.
  case draftsUnreadable(reason: String)
  /// There were too many requests; the next may be sent after this time, where the server named one.
  case rateLimited(retryAfter: Duration?)
  /// The server failed, refused or gave an unexpected response; the reason is for a developer.
  case serverError(reason: String)
  /// The task was cancelled, or the session of the request has ended.
  case cancelled
}

extension FeedError {
  /// Creates the error that a failed draft storage means.
  init(_ error: DraftStorageError) {
    switch error {
    case .damaged(let reason), .unavailable(let reason): self = .draftsUnreadable(reason: reason)
    case .notWritten(let reason): self = .draftNotSaved(reason: reason)
    }
  }
}
