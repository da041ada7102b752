#if Network
  import Core
  import FaultTable
  import Feed
  import Foundation

  extension StoreCase {
    private nonisolated static let messages = FeedMessages.english

    private static func text(_ trouble: Trouble, own: [Int: String] = [:]) -> String {
      switch trouble {
      case .noAnswer: messages.noNetwork
      case .status(let code, _) where own[code] != nil: own[code] ?? ""
      case .status(401, _), .status(403, _): messages.notAuthorized
      case .status(429, _): messages.rateLimited
      case .none, .unreadable, .sessionEnded, .status: messages.serverError
      }
    }

    /// What becomes of a timeline that is to take the place of nothing.
    private static func open(_ trouble: Trouble, _ sight: inout Sight, own: [Int: String] = [:]) {
      switch trouble {
      case .sessionEnded:
        sight.feed = .notAuthorized
        sight.feedRoutes = [.sessionEnded]
        sight.isSignedIn = false
      case .status(403, _):
        sight.feed = .notAuthorized
        sight.feedRoutes = [.signIn]
      case .none, .noAnswer, .unreadable, .status:
        sight.feed = .error(text(trouble, own: own))
      }
    }

    /// What becomes of something that goes on while posts are shown.
    private static func tell(
      _ trouble: Trouble, _ sight: inout Sight, _ title: String, own: [Int: String] = [:]
    ) {
      switch trouble {
      case .sessionEnded:
        sight.feedRoutes = [.sessionEnded]
        sight.isSignedIn = false
      case .none, .noAnswer, .unreadable, .status:
        sight.notices = [Notice(title: title, text: text(trouble, own: own), button: "OK")]
      }
    }

    private nonisolated static let unknown = [404: messages.unknownTimeline]

    /// The post of the table's server.
    private static let post = Post(
      id: "8", author: Author(id: "1", name: "Taro", screenName: "taro"), text: "hello",
      createdAt: Date(timeIntervalSince1970: 1_767_225_600), inReplyTo: nil)
    private static let page = FeedPage(posts: [post], nextMaxID: "7")

    private static func content(_ state: FeedState) -> FeedContent {
      guard case .loaded(let content) = state else {
        return FeedContent(FeedPage(posts: [], nextMaxID: nil), timelines: TimelineSelection(all: [], chosen: nil))
      }
      return content
    }

    private static func showing(_ posts: [Post], _ nextMaxID: Post.ID?, _ timelines: TimelineSelection) -> FeedState {
      .loaded(FeedContent(FeedPage(posts: posts, nextMaxID: nextMaxID), timelines: timelines))
    }

    /// The timelines of the backend.
    private static func timelines(chosen id: Timeline.ID) -> TimelineSelection {
      let all = [Timeline(id: "home", title: "Home"), Timeline(id: "swift", title: "Swift")]
      return TimelineSelection(all: all, chosen: all.first { $0.id == id })
    }

    private nonisolated static let load: Act = { await $0.feed.load() }
    private nonisolated static let loaded: Act = { stage in
      await stage.logIn()
      await stage.feed.load()
    }

    nonisolated static let feed = [
      StoreCase("load, the timelines", "GET /v1/lists", postCount: 0, act: load) { trouble, sight in
        guard trouble == .none else { return open(trouble, &sight) }
        let home = Timeline(id: "home", title: "Home")
        sight.feed = .empty(TimelineSelection(all: [home], chosen: home))
      },
      StoreCase("load, the posts", "GET /v1/timeline", act: load) { trouble, sight in
        guard trouble == .none else { return open(trouble, &sight, own: unknown) }
        sight.feed = showing(page.posts, page.nextMaxID, timelines(chosen: "home"))
      },
      StoreCase("refresh", "GET /v1/timeline", prepare: loaded, act: { await $0.feed.refresh() }) { trouble, sight in
        guard trouble == .none else { return tell(trouble, &sight, messages.readFailedTitle, own: unknown) }
        sight.feed = showing(page.posts, page.nextMaxID, timelines(chosen: "home"))
      },
      StoreCase("load more", "GET /v1/timeline", prepare: loaded, act: { await $0.feed.loadMore() }) { trouble, sight in
        guard trouble == .none else { return tell(trouble, &sight, messages.readFailedTitle, own: unknown) }
        sight.feed = showing(content(sight.feed).posts + page.posts, page.nextMaxID, timelines(chosen: "home"))
      },
      StoreCase(
        "select", "GET /v1/timeline", prepare: loaded, act: { await $0.feed.select(timeline: "swift") }
      ) { trouble, sight in
        guard trouble == .none else { return tell(trouble, &sight, messages.readFailedTitle, own: unknown) }
        sight.feed = showing(page.posts, page.nextMaxID, timelines(chosen: "swift"))
      },
      StoreCase("post", "POST /v1/posts", prepare: loaded, act: { await $0.feed.post(text: "hi") }) { trouble, sight in
        guard trouble == .none else {
          sight.draft = "hi"
          return tell(trouble, &sight, messages.postFailedTitle, own: [422: messages.postRejected])
        }
        let shown = content(sight.feed)
        sight.feed = showing(shown.posts + [post], shown.nextMaxID, timelines(chosen: "home"))
      },
      StoreCase(
        "post without posts", "POST /v1/posts", postCount: 0, act: { await $0.feed.post(text: "hi") }
      ) { trouble, sight in
        guard trouble == .none else {
          sight.draft = "hi"
          return tell(trouble, &sight, messages.postFailedTitle, own: [422: messages.postRejected])
        }
        // The timeline is read then, from the server in order, which knows nothing of the post.
        sight.feed = .empty(timelines(chosen: "home"))
      },
    ]
  }
#endif
