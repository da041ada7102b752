/// Where repositories are searched for.
///
/// Write one of your own to search somewhere else.
public protocol SearchRepository: Sendable {
  /// Searches.
  ///
  /// - Parameter text: What to search for, not empty.
  /// - Returns: What was found, in the order it came.
  /// - Throws: ``SearchError``.
  func repositories(matching text: String) async throws(SearchError) -> [CodeRepositorySummary]
}
