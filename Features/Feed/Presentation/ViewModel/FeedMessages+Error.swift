extension FeedMessages {
  /// The text for something in Feed that failed.
  ///
  /// - Parameter error: Why it failed.
  /// - Returns: What the user reads.
  public func text(for error: FeedError) -> String {
    switch error {
    case .noNetwork: noNetwork
    case .notAuthorized: notAuthorized
    case .unknownTimeline: unknownTimeline
    case .invalidText: invalidText
    case .postRejected: postRejected
    case .rateLimited: rateLimited
    case .sessionEnded: sessionExpired
    case .serverError: serverError
    case .cancelled: unknownError
    }
  }
}
