import Core
import Feed

/// The columns of the table: the states, and what can go on in them.
enum FeedSituation: CaseIterable, Sendable {
  case idle, empty, error, notAuthorized, loading, loaded, refreshing, loadingMore, posting

  /// Those without posts where nothing goes on.
  static let withoutPosts = [FeedSituation.idle, .empty, .error, .notAuthorized]
}

/// The rows of the table.
enum FeedAction: CaseIterable, Sendable {
  case load, refresh, loadMore, select, post, compose

  @MainActor
  func perform(on store: FeedStore) async {
    switch self {
    case .load: await store.load()
    case .refresh: await store.refresh()
    case .loadMore: await store.loadMore()
    case .select: await store.select(timeline: "swift")
    case .post: await store.post(text: " Text 6\n")
    case .compose: store.compose(replyTo: "5")
    }
  }
}

extension HeldFeed {
  /// A Store in a situation; while posts are shown they are 5, 4 and 3, and there are older ones.
  convenience init(_ situation: FeedSituation) async throws {
    self.init()
    switch situation {
    case .idle: return
    case .loading: start(.load)
    case .empty: try await load(.success(Sample.page([])))
    case .error: try await load(.failure(.noNetwork))
    case .notAuthorized: try await load(.failure(.notAuthorized))
    case .loaded: try await loadPosts()
    case .refreshing:
      try await loadPosts()
      start(.refresh)
    case .loadingMore:
      try await loadPosts()
      start(.loadMore)
    case .posting:
      try await loadPosts()
      start(.post)
    }
  }

  private func loadPosts() async throws {
    try await load(.success(Sample.page([5, 4, 3], next: 3)))
  }

  private func load(_ page: Result<FeedPage, FeedError>) async throws {
    try await answer(start(.load), page)
  }
}
