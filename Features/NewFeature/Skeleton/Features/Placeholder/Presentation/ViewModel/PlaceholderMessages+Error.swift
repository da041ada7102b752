extension PlaceholderMessages {
  /// The text for something in Placeholder that failed.
  ///
  /// - Parameter error: Why it failed.
  /// - Returns: What the user reads.
  public func text(for error: PlaceholderError) -> String {
    switch error {
    case .noNetwork: noNetwork
    case .notAuthorized: notAuthorized
    case .rateLimited: rateLimited
    case .sessionEnded: sessionExpired
    case .serverError: serverError
    case .cancelled: unknownError
    }
  }
}
