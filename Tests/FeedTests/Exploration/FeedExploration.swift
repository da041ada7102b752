import Core
import Feed
import StoreExploring
import StoreTesting
import Synchronization
import Testing

/// The Store in every order in which its actions can start, be answered and be cancelled.
@MainActor
struct FeedExploration {
  @Test func `The feed keeps its invariants in every schedule`() async {
    let explorer = StoreExplorer(
      state: \ExploredFeed.store.state, actions: ExploredFeed.actions, invariants: Invariant.feed,
      fingerprint: { feed in
        StateFingerprint(feed.store, ignoring: ["notice"], onlyWhileRunning: ["generation"])
          .adding(AnyHashable(feed.server.content), AnyHashable(feed.before))
      }, make: ExploredFeed.init)
    await expectClean(explorer, depth: 5)
  }
}

/// A Store whose requests wait for the schedule.
@MainActor
private final class ExploredFeed {
  static let selectOther = "select the other timeline"
  static let actions: [StoreAction<ExploredFeed>] = [
    StoreAction("refresh") { feed in await feed.perform { await $0.refresh() } },
    StoreAction("loadMore") { feed in await feed.perform { await $0.loadMore() } },
    StoreAction(selectOther) { feed in
      await feed.perform { await $0.select(timeline: $0.timelines.chosen == nil ? "swift" : nil) }
    },
    StoreAction("post") { feed in await feed.perform { await $0.post(text: "Hello") } },
  ]

  let server = ExploredServer()
  let store: FeedStore
  /// The state in which no action ran.
  private(set) var before = FeedState.idle
  private var running = 0

  init(_ dependencies: ControlledDependencies) {
    let server = server
    let page = dependencies.useCase("page", whenCancelled: FeedError.cancelled) { (request: FeedPageRequest) in
      [.success("page", server.page(request)), .success("empty", .sample([]))] + Self.failures()
    }
    let post = dependencies.useCase("post", whenCancelled: FeedError.cancelled) { (draft: PostDraft) in
      let lost = HeldAnswer<Post, FeedError>.failure("answer lost", .serverError(reason: draft.idempotencyKey))
      return [.success("created", ExploredServer.post(draft)), lost] + Self.failures()
    }
    let useCase = FeedUseCase(
      readPage: AnyUseCase { (request: FeedPageRequest) async throws(FeedError) -> FeedPage in
        try await server.note { () async throws(FeedError) -> FeedPage in try await page.execute(request) }
      },
      draftPost: AnySynchronousUseCase { (input: PostInput) throws(FeedError) in
        try DraftPost(makeKey: server.nextKey).execute(input)
      },
      sendPost: AnyUseCase { (draft: PostDraft) async throws(FeedError) -> Post in
        try await server.note(draft) { () async throws(FeedError) -> Post in try await post.execute(draft) }
      })
    store = FeedStore(useCase: useCase, messages: .japanese)
  }

  private nonisolated static func failures<Success: Sendable>() -> [HeldAnswer<Success, FeedError>] {
    [.failure("offline", .noNetwork), .failure("not authorized", .notAuthorized), .failure("cancelled", .cancelled)]
  }

  private func perform(_ action: (FeedStore) async -> Void) async {
    if running == 0 {
      before = store.state
      server.begin()
    }
    running += 1
    await action(store)
    running -= 1
  }
}

/// A server of two timelines with two pages each.
private final class ExploredServer: Sendable {
  struct Content: Hashable {
    /// The posts that were sent and published, newest first.
    var published: [Post] = []
    /// The identifiers of those that were confirmed.
    var confirmed: Set<Post.ID> = []
    var keys: Set<String> = []
    /// What has happened since no action ran.
    var hasSucceeded = false
    var hasFailed = false
    var drafts = 0
  }

  private let state = Mutex(Content())

  var content: Content { state.withLock { $0 } }

  static func posts(of timeline: Timeline.ID?) -> [Post] {
    (timeline == nil ? [5, 4, 3, 2] : [15, 14, 13, 12]).map { .sample($0) }
  }

  /// The post that a draft becomes: the same one for the same key.
  static func post(_ draft: PostDraft) -> Post { .sample(100 + (Int(draft.idempotencyKey) ?? 0)) }

  /// The second page repeats the last post of the first.
  func page(_ request: FeedPageRequest) -> FeedPage {
    let posts = Self.posts(of: request.timeline)
    guard request.cursor == nil else { return FeedPage(posts: Array(posts.dropFirst()), nextCursor: nil) }
    return FeedPage(posts: content.published + posts.prefix(2), nextCursor: posts[1].id)
  }

  func nextKey() -> String {
    state.withLock { content in
      content.drafts += 1
      return "\(content.drafts)"
    }
  }

  func begin() {
    state.withLock { ($0.hasSucceeded, $0.hasFailed) = (false, false) }
  }

  func note<Success>(
    _ draft: PostDraft? = nil, _ request: () async throws(FeedError) -> Success
  ) async throws(FeedError) -> Success {
    if let draft { state.withLock { content in _ = content.keys.insert(draft.idempotencyKey) } }
    do throws(FeedError) {
      let success = try await request()
      state.withLock { $0.hasSucceeded = true }
      if let draft { publish(draft, isConfirmed: true) }
      return success
    } catch {
      if error != .cancelled { state.withLock { $0.hasFailed = true } }
      if let draft, case .serverError = error { publish(draft, isConfirmed: false) }
      throw error
    }
  }

  private func publish(_ draft: PostDraft, isConfirmed: Bool) {
    let post = Self.post(draft)
    state.withLock { content in
      if !content.published.contains(post) { content.published.insert(post, at: 0) }
      if isConfirmed { content.confirmed.insert(post.id) }
    }
  }
}

extension Invariant<ExploredFeed, FeedState> {
  @MainActor fileprivate static var feed: [Self] {
    [
      .always("what is shown in progress waits for a response") { moment in
        let calls = moment.calls.map(\.name)
        guard let content = moment.state.content else { return moment.state != .loading || !calls.isEmpty }
        return (content.reading == .idle || calls.contains("page")) && content.isPosting == calls.contains("post")
      },
      .whenIdle("cancelled and failed work restores what was shown") { moment in
        let (server, before) = (moment.subject.server.content, moment.subject.before)
        return server.hasSucceeded || server.hasFailed && before.content == nil || moment.state == before
      },
      .always("the posts are those of the chosen timeline in order, without a gap or a confirmed post missing") {
        moment in
        guard let posts = moment.state.content?.posts else { return true }
        let server = moment.subject.server.content
        let own = posts.filter { !server.published.contains($0) }
        let all = ExploredServer.posts(of: moment.subject.store.timelines.chosen)
        return own == Array(all.prefix(own.count)) && zip(posts, posts.dropFirst()).allSatisfy(Post.newestFirst)
          && Set(posts.map(\.id)).count == posts.count
          && (own.isEmpty || server.confirmed.isSubset(of: posts.map(\.id)))
      },
      .always("a post that is sent again keeps its key") { moment in
        moment.subject.server.content.keys.count <= moment.subject.server.content.confirmed.count + 1
      },
      .always("a double tap is one request") { moment in
        !moment.isDoubleTap || !moment.makesCall || moment.running.last?.name == ExploredFeed.selectOther
      },
    ]
  }
}
