import Core

/// Puts the repositories with the most stars first.
///
/// One whose stars are not known comes after all others, after one with none too. Where stars are equal, or not known,
/// the order in which the repositories came decides.
public struct SortByStars: UseCase {
  /// Makes the use case.
  public init() {}

  /// Sorts.
  ///
  /// - Parameter repositories: The repositories, in the order they came.
  /// - Returns: The same, sorted.
  public func execute(_ repositories: [CodeRepositorySummary]) -> [CodeRepositorySummary] {
    repositories.enumerated().sorted { first, second in
      switch (first.element.stars, second.element.stars) {
      case (let left?, let right?) where left != right: left > right
      case (_?, nil): true
      case (nil, _?): false
      case (_?, _?), (nil, nil): first.offset < second.offset
      }
    }.map(\.element)
  }
}
