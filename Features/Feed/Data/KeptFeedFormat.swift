import Core

/// The format of what is kept: that of the contract. What another version of it cannot read, the server has.
extension KeptFeed: SnapshotContent {
  private struct Format: Codable {
    let list: String?
    let page: TimelineResponse
    let isRanked: Bool
    let lists: ListsResponse
  }

  static let name = "feed"
  static let version = 1

  init(from decoder: any Decoder) throws {
    let format = try Format(from: decoder)
    self.init(
      timeline: format.list.map { .list($0) },
      page: FeedPage(
        posts: format.page.posts.map(\.post), nextCursor: format.page.nextMaxID,
        order: format.isRanked ? .ranked : .newestFirst), timelines: format.lists.timelines)
  }

  func encode(to encoder: any Encoder) throws {
    let list: String? = if case .list(let id) = timeline { id } else { nil }
    try Format(
      list: list, page: TimelineResponse(page.posts, nextMaxID: page.nextCursor), isRanked: page.order == .ranked,
      lists: ListsResponse(timelines)
    ).encode(to: encoder)
  }
}
