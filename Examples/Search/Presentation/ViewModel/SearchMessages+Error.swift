extension SearchMessages {
  /// The text for a search that failed.
  ///
  /// - Parameter error: Why it failed.
  /// - Returns: What the user reads.
  public func text(for error: SearchError) -> String {
    switch error {
    case .noNetwork: noNetwork
    case .rateLimited: rateLimited
    case .unusableText: unusableText
    case .serverError: serverError
    case .cancelled: unknownError
    }
  }
}
