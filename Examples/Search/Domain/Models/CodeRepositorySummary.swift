import Foundation

/// What is told of a repository at GitHub.
public struct CodeRepositorySummary: Sendable, Equatable {
  /// Its owner and its own name, such as `swiftlang/swift`; no two repositories share them.
  public let name: String
  /// How many have starred it, or `nil` where that is not known.
  public let stars: Int?
  /// Its page.
  public let htmlURL: URL

  /// Makes a summary.
  ///
  /// - Parameters:
  ///   - name: Its owner and its own name.
  ///   - stars: How many have starred it, or `nil` where that is not known.
  ///   - htmlURL: Its page.
  public init(name: String, stars: Int?, htmlURL: URL) {
    self.name = name
    self.stars = stars
    self.htmlURL = htmlURL
  }
}
