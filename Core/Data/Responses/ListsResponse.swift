/// The answer of `GET /v1/lists`: the timelines to choose from.
public struct ListsResponse: Codable, Sendable, Equatable {
  /// A timeline to choose.
  public struct ListResponse: Codable, Sendable, Equatable {
    /// The identifier of the timeline.
    public let id: String
    /// The name that is shown.
    public let title: String
  }

  /// The timelines, in the order to show them.
  public let lists: [ListResponse]

  /// Makes the answer about timelines.
  ///
  /// - Parameter timelines: The timelines, in the order to show them.
  public init(_ timelines: [Timeline]) {
    lists = timelines.map { ListResponse(id: $0.id, title: $0.title) }
  }

  /// The timelines, in the order to show them.
  public var timelines: [Timeline] {
    lists.map { Timeline(id: $0.id, title: $0.title) }
  }
}
