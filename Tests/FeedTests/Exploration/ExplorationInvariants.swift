import Core
import Feed
import StoreExploring

/// The rules of the Feed, in whatever order things happen.
extension Invariant<ExploredStore, FeedState> {
  @MainActor static var all: [Self] {
    [
      quiet, shownActivityRuns, latestWish, failureKeepsPosts, nothingHappened, posts, noPostTwice, noPostLost,
      retryIsOnePost, doubleTap, sessionEnd,
    ]
  }

  private static var quiet: Self {
    .whenIdle("nothing is shown as going on while nothing runs") { moment in
      moment.state != .loading && [nil, FeedActivity.none].contains(moment.state.shownActivity)
    }
  }

  private static var shownActivityRuns: Self {
    .always("what is shown as going on waits for its answer") { moment in
      let calls = moment.calls.map(\.name)
      switch moment.state {
      case .loading: return !calls.isEmpty
      case .loaded(let content):
        switch content.activity {
        case .none: return !calls.contains("post")
        case .refreshing, .loadingMore: return calls.contains("page")
        case .posting: return calls.contains("post")
        }
      case .idle, .empty, .notAuthorized, .error: return true
      }
    }
  }

  private static var latestWish: Self {
    .whenIdle("the timeline that was wanted last is shown") { moment in
      guard let timelines = moment.state.shownTimelines, let wanted = moment.subject.server.content.wanted else {
        return true
      }
      return timelines.chosen?.id == wanted
    }
  }

  /// A choice replaces the posts by a loading view, and puts them back when it fails.
  private static var failureKeepsPosts: Self {
    .always("a failure takes away no post that is shown") { moment in
      guard case .loaded(let before) = moment.previousState, !moment.lastStepBringsSomething else { return true }
      switch moment.state {
      case .loaded(let content): return content.posts == before.posts
      case .loading: return moment.lastEvents.contains { $0.isCall("page") }
      case .empty: return before.posts.isEmpty
      case .idle, .notAuthorized, .error: return false
      }
    }
  }

  private static var nothingHappened: Self {
    .whenIdle("failed and cancelled work puts back what was there") { moment in
      let (outcomes, before) = (moment.subject.server.outcomes, moment.subject.before)
      guard !outcomes.haveSucceeded, !outcomes.haveFailed || before.shownActivity != nil else { return true }
      return moment.state == before
    }
  }

  private static var posts: Self {
    .always("the posts are those of the chosen timeline, in order and without a gap") { moment in
      guard case .loaded(let content) = moment.state else { return true }
      let server = moment.subject.server.content
      let own = content.posts.filter { post in !server.taken.contains(post) }
      let all = content.timelines.chosen.map { ExploredServer.posts(of: $0.id) } ?? []
      let isOrdered = zip(content.posts, content.posts.dropFirst()).allSatisfy(Post.newestFirst)
      let isComplete = own.count == all.count || server.wasEmpty
      return isOrdered && own == Array(all.prefix(own.count)) && (content.hasMore ? own.count == 2 : isComplete)
    }
  }

  private static var noPostTwice: Self {
    .always("no post is shown twice") { moment in
      let posts = moment.state.shownPosts
      return Set(posts.map(\.id)).count == posts.count
    }
  }

  private static var noPostLost: Self {
    .always("a post that was sent is shown") { moment in
      guard case .loaded = moment.state else { return true }
      return moment.subject.server.content.acknowledged.isSubset(of: moment.state.shownPosts.map(\.id))
    }
  }

  private static var retryIsOnePost: Self {
    .always("a post that is tried again keeps its key") { moment in
      let server = moment.subject.server.content
      return server.keys.count <= server.acknowledgements + 1
    }
  }

  private static var doubleTap: Self {
    .always("a double tap is one request") { !$0.isDoubleTap || !$0.makesCall }
  }

  private static var sessionEnd: Self {
    .always("the end of the session is told once for each call that noticed") { moment in
      moment.subject.routes.count { $0 == .sessionEnded } == moment.subject.server.endedSessions
    }
  }
}

extension ExplorationState {
  /// Whether the last step starts something or answers with a success.
  var lastStepBringsSomething: Bool {
    switch lastEvents.first {
    case .answered(_, with: let label, by: _):
      ["timelines", "none", "page", "empty page", "created"].contains(label)
    case .cancelled: false
    case .started, .called, .returned, nil: true
    }
  }
}

extension Event {
  /// Whether an action made a call of this name.
  func isCall(_ name: String) -> Bool {
    if case .called(name, by: _) = self { true } else { false }
  }
}
