import Core

/// All that a view needs to know of Feed.
///
/// The article "Clean Architecture and its derivatives" drew a failure as an empty list; here they are apart.
public enum FeedState: Sendable, Equatable {
  /// Nothing was asked for: the first state.
  case idle
  /// A timeline was asked for and is not there yet.
  case loading
  /// There are posts.
  case loaded(FeedContent)
  /// The chosen timeline has no posts, or there is no timeline; another one can be chosen.
  case empty(TimelineSelection)
  /// Nobody is signed in, or whoever is may not read this.
  case notAuthorized
  /// The timeline could not be read, and this text says why.
  case error(String)
}

extension FeedState {
  /// The state that shows a content: ``empty(_:)`` where there is nothing in it and nothing goes on.
  static func showing(_ content: FeedContent) -> FeedState {
    content.posts.isEmpty && !content.hasMore && content.activity == .none
      ? .empty(content.timelines) : .loaded(content)
  }

  /// The posts, where there are any.
  var content: FeedContent? {
    guard case .loaded(let content) = self else { return nil }
    return content
  }

  /// What goes on while posts are shown; `nil` where there are none.
  var activity: FeedActivity? { content?.activity }

  /// Whether there are older posts than the ones shown.
  var hasMore: Bool { content?.hasMore ?? false }

  /// The same with nothing going on.
  var atRest: FeedState {
    guard case .loaded(var content) = self else { return self }
    content.activity = .none
    return .showing(content)
  }

  /// The page to ask for while posts are shown.
  func request(for activity: FeedActivity) -> FeedPageRequest? {
    guard let content, let timeline = content.timelines.chosen else { return nil }
    return FeedPageRequest(timeline: timeline.id, maxID: activity == .loadingMore ? content.nextMaxID : nil)
  }

  /// What can be chosen from, where it is known.
  var timelines: TimelineSelection? {
    switch self {
    case .loaded(let content): content.timelines
    case .empty(let timelines): timelines
    case .idle, .loading, .notAuthorized, .error: nil
    }
  }

  /// Changes the posts where they lie.
  ///
  /// The content leaves the enumeration for the time of the change, so that the array has one owner and is not copied.
  mutating func change(_ body: (inout FeedContent) -> Void) {
    guard case .loaded(var content) = self else { return }
    self = .loading
    body(&content)
    self = .showing(content)
  }
}
