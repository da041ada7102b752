import Core
import Feed
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// The Store in every order in which its actions can start, be answered and be cancelled.
struct ExplorationTests {
  /// All four actions with three at once end too, after 33,069 schedules, which take ten times as long.
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess, arguments: [("none", 2), ("post", 3)])
  func `The feed keeps its invariants in every schedule`(left: String, maximumRunning: Int) async {
    await #expect(processExitsWith: .success) { @MainActor [left, maximumRunning] in
      let actions = ExploredFeed.actions.filter { $0.name != left }
      let explorer = StoreExplorer(
        state: \ExploredFeed.store.state, actions: actions,
        invariants: Invariant.feed.filter { $0.name != Invariant.lostAnswer.name || left != "post" },
        fingerprint: { $0.fingerprint }, make: ExploredFeed.init)
      await expectComplete(explorer, maximumRunning: maximumRunning)
    }
  }
}

/// A Store whose requests wait for the schedule.
@MainActor
private final class ExploredFeed {
  nonisolated static let selectOther = "select the other timeline"
  static let actions: [StoreAction<ExploredFeed>] = [
    StoreAction("refresh", locals: .uselessWhenStale) { await $0.store.refresh() },
    StoreAction("loadMore", locals: .uselessWhenStale) { await $0.store.loadMore() },
    StoreAction(selectOther, locals: .uselessWhenStale) {
      await $0.store.select(timeline: $0.store.timelines.chosen == nil ? "swift" : nil)
    },
    StoreAction("post", when: { $0.server.content.confirmed.isEmpty && $0.store.state.content != nil }) {
      await $0.store.post(text: "Hello")
    },
  ]

  let server = ExploredServer()
  let store: FeedStore

  init(_ dependencies: ControlledDependencies) {
    let server = server
    let page = dependencies.useCase("page", whenCancelled: FeedError.cancelled) { (request: FeedPageRequest) in
      [.success("page", server.page(request)), .failure("offline", .noNetwork)]
    }
    let post = dependencies.useCase("post", whenCancelled: FeedError.cancelled) {
      (draft: PostDraft) -> [HeldAnswer<Post, FeedError>] in
      let lost = HeldAnswer<Post, FeedError>.served("answer lost") { () throws(FeedError) -> Post in
        _ = server.publish(draft)
        throw .noNetwork
      }
      let created = HeldAnswer<Post, FeedError>.served("created") { () throws(FeedError) -> Post in
        server.publish(draft)
      }
      return [created, lost]
    }
    let useCase = FeedUseCase(
      readPage: page,
      draftPost: AnySynchronousUseCase { (input: PostInput) throws(FeedError) in
        try DraftPost(makeKey: server.nextKey).execute(input)
      },
      sendPost: AnyUseCase { (draft: PostDraft) async throws(FeedError) -> Post in
        server.note(draft)
        let sent = try await post.execute(draft)
        server.confirm(sent)
        return sent
      })
    store = FeedStore(useCase: useCase, messages: .japanese)
  }

  /// The keys of drafts are identifiers; a page shows what was published when it was requested.
  var fingerprint: StateFingerprint {
    let content = server.content
    let unsent = store.outbox.unsent
    return StateFingerprint(store, ignoring: ["notice", "messages", "outbox"])
      .adding(
        content.published, content.confirmed, store.outbox.isSending, unsent.map(\.failure),
        identifiers: unsent.map(\.id) + [content.keys.first]
      )
      .keptByActions(
        store.state.content == nil, store.timelines.chosen, content.published)
  }
}

/// A server of two timelines: the home timeline with two pages and what was published, and another one with one page.
private final class ExploredServer: Sendable {
  struct Content {
    /// The posts that were sent and published, newest first.
    var published: [Post] = []
    /// The identifiers of those that the app knows of.
    var confirmed: Set<Post.ID> = []
    /// The keys that were sent, in order.
    var keys: [String] = []
    var drafts = 0
  }

  private let state = Mutex(Content())

  var content: Content { state.withLock { $0 } }

  static func posts(of timeline: Timeline.ID?) -> [Post] {
    (timeline == nil ? [4, 3] : [14]).map { .sample($0) }
  }

  /// The second page repeats the post of the first.
  func page(_ request: FeedPageRequest) -> FeedPage {
    let posts = Self.posts(of: request.timeline)
    guard request.cursor == nil, request.timeline == nil else { return FeedPage(posts: posts, nextCursor: nil) }
    return FeedPage(posts: content.published + posts.prefix(1), nextCursor: posts[0].id)
  }

  func nextKey() -> String {
    state.withLock { content in
      content.drafts += 1
      return "\(content.drafts)"
    }
  }

  func note(_ draft: PostDraft) {
    state.withLock { content in
      if !content.keys.contains(draft.idempotencyKey) { content.keys.append(draft.idempotencyKey) }
    }
  }

  /// Publishes the post of a draft: the same one for the same key.
  func publish(_ draft: PostDraft) -> Post {
    state.withLock { content in
      let post = Post.sample(100 + (content.keys.firstIndex(of: draft.idempotencyKey) ?? 0))
      if !content.published.contains(post) { content.published.insert(post, at: 0) }
      return post
    }
  }

  func confirm(_ post: Post) {
    state.withLock { content in _ = content.confirmed.insert(post.id) }
  }
}

extension Invariant<ExploredFeed, FeedState> {
  @MainActor fileprivate static var feed: [Self] {
    [
      .always("what is shown in progress waits for a response") { moment in
        let calls = moment.calls.map(\.name)
        guard let content = moment.state.content else { return moment.state != .loading || !calls.isEmpty }
        return (content.reading == .idle || calls.contains("page"))
          && content.isPosting == calls.contains("post")
      },
      .following("cancelled and failed work restores what was shown", from: FeedState?.some(.idle)) { before, moment in
        if let answer = moment.answered?.answer {
          if ["page", "created"].contains(answer) || before?.content == nil { before = nil }
        }
        if moment.running.count > 1 { before = nil }
        guard moment.isIdle else { return true }
        defer { before = moment.state }
        return before == nil || before == moment.state
      },
      .always(
        "the posts are those of the chosen timeline in order, without a gap or a confirmed post missing",
        when: { $0.state.content != nil }
      ) { moment in
        let posts = moment.state.posts
        let server = moment.subject.server.content
        let own = posts.filter { !server.published.contains($0) }
        let all = ExploredServer.posts(of: moment.subject.store.timelines.chosen)
        return own == Array(all.prefix(own.count)) && zip(posts, posts.dropFirst()).allSatisfy(Post.newestFirst)
          && Set(posts.map(\.id)).count == posts.count
          && (moment.subject.store.timelines.chosen != nil || server.confirmed.isSubset(of: posts.map(\.id)))
      },
      .always("a post that is sent again keeps its key") { $0.subject.server.content.keys.count <= 1 },
      .always("a double tap is one request", when: { $0.isDoubleTap }) { moment in
        !moment.makesCall || moment.started == ExploredFeed.selectOther
      },
      lostAnswer,
    ]
  }

  @MainActor fileprivate static var lostAnswer: Self {
    .sometimes("a post is on the server although its answer was lost") { moment in
      moment.isIdle && !moment.subject.server.content.published.isEmpty
        && moment.subject.server.content.confirmed.isEmpty
    }
  }
}
