import Core
import Feed
import StoreExploring

/// Which answers the calls of an explored Store get.
enum ExploredAnswers: Sendable {
  /// Every kind.
  case every
  /// Success, and one failure.
  case few

  func timelines() -> [HeldAnswer<[Timeline], FeedError>] {
    let success = HeldAnswer<[Timeline], FeedError>.success("timelines", [Sample.home, Sample.swift])
    return [success] + (self == .every ? [.success("none", [])] : []) + failures()
  }

  func page(_ page: FeedPage) -> [HeldAnswer<FeedPage, FeedError>] {
    let empty = HeldAnswer<FeedPage, FeedError>.success("empty page", FeedPage(posts: [], nextMaxID: nil))
    let own = HeldAnswer<FeedPage, FeedError>.failure("unknown timeline", .unknownTimeline)
    return [.success("page", page)] + (self == .every ? [empty, own] : []) + failures()
  }

  func post(_ post: Post) -> [HeldAnswer<Post, FeedError>] {
    let own: [HeldAnswer<Post, FeedError>] = [
      .failure("rejected", .postRejected), .failure("created, answer lost", ExploredServer.answerLost),
    ]
    return [.success("created", post)] + (self == .every ? own : []) + failures()
  }

  private func failures<Success: Sendable>() -> [HeldAnswer<Success, FeedError>] {
    let offline = HeldAnswer<Success, FeedError>.failure("offline", .noNetwork)
    switch self {
    case .few: return [offline]
    case .every:
      return [
        offline, .failure("not authorized", .notAuthorized), .failure("session ended", .sessionEnded),
        .failure("too many", .rateLimited(retryAfter: nil)), .failure("trouble", .serverError(reason: "trouble")),
        .failure("cancelled", .cancelled),
      ]
    }
  }
}
