/// Searches for repositories.
///
/// Implement it to search somewhere else.
public protocol SearchRepository: Sendable {
  /// Searches for a text that is not empty; returns the repositories in the order of the server.
  func repositories(matching text: String) async throws(SearchError) -> [CodeRepositorySummary]
}
