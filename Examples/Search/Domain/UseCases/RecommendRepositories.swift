import Core
import Foundation

/// Recommends three repositories, which needs no network and cannot fail.
public struct RecommendRepositories: UseCase {
  private static let names = ["swiftlang/swift", "apple/swift-nio", "apple/swift-collections"]

  /// Makes the use case.
  public init() {}

  /// Recommends.
  ///
  /// - Parameter parameters: Nothing.
  /// - Returns: The three repositories; how many stars they have is not known.
  public func execute(_ parameters: Void) -> [CodeRepositorySummary] {
    Self.names.compactMap { name in
      URL(string: "https://github.com/\(name)").map { CodeRepositorySummary(name: name, stars: nil, htmlURL: $0) }
    }
  }
}
