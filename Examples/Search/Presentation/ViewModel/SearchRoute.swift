import Foundation

/// Where Search wants to go.
///
/// The root of the app performs it.
public enum SearchRoute: Sendable, Equatable {
  /// The page of a repository.
  case page(URL)
}
