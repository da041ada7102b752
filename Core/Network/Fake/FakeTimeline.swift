/// A timeline of the fake backend and how much there is to read on it.
public struct FakeTimeline: Sendable, Equatable {
  /// The identifier of the timeline.
  public let id: String
  /// The name that is shown.
  public let title: String
  /// How many generated posts it has, 0 to 10 million; they cost nothing until they are read.
  public let postCount: Int

  /// Makes a timeline.
  ///
  /// - Parameters:
  ///   - id: The identifier of the timeline.
  ///   - title: The name that is shown.
  ///   - postCount: How many generated posts it has; beyond 0 to 10 million the nearest counts.
  public init(id: String, title: String, postCount: Int) {
    self.id = id
    self.title = title
    self.postCount = min(max(0, postCount), 10_000_000)
  }

  /// Home with 45 posts, which are three pages, Swift with 7, and one that nobody has written on.
  public static let examples = [
    FakeTimeline(id: "home", title: "ホーム", postCount: 45),
    FakeTimeline(id: "swift", title: "Swift", postCount: 7),
    FakeTimeline(id: "quiet", title: "静かなリスト", postCount: 0),
  ]
}
