import Core
import CoreTesting
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import Feed

/// The Store in every order in which its actions can start, be answered and be cancelled.
struct ExplorationTests {
  /// All four actions with three at once end too, after many more schedules.
  @Test(
    .enabled(if: ProcessTurn.isForExplorations), .ownProcess,
    arguments: [ProcessTurn.exploresMore ? ("none", 2) : ("post", 3)])
  func `The feed keeps its invariants in every schedule`(left: String, maximumRunning: Int) async {
    await #expect(processExitsWith: .success) { @MainActor [left, maximumRunning] in
      let explorer = StoreExplorer(
        state: \ExploredFeed.store.state, actions: ExploredFeed.actions.filter { $0.name != left },
        invariants: Invariant.feed, fingerprint: { $0.fingerprint }, make: ExploredFeed.init)
      await expectComplete(explorer, maximumRunning: maximumRunning)
    }
  }
}

/// A Store whose requests wait for the schedule, and which is told of a post some time after it was published.
@MainActor
private final class ExploredFeed {
  nonisolated static let openOrLeave = "open or leave a thread"
  static let actions: [StoreAction<ExploredFeed>] = [
    StoreAction("refresh", canBeCancelled: true, locals: .uselessWhenStale) { await $0.store.refresh() },
    StoreAction("loadMore", canBeCancelled: true, locals: .uselessWhenStale) { await $0.store.loadMore() },
    StoreAction(openOrLeave, canBeCancelled: true, locals: .uselessWhenStale) {
      await $0.store.select(timeline: $0.store.timelines.chosen == nil ? .thread(of: "14") : nil)
    },
    StoreAction("post", canBeCancelled: true, when: { !$0.server.content.isPublished }) { feed in
      feed.server.change { $0.isPublished = true }
      await feed.arrival.execute()
      feed.server.change { $0.isTold = feed.store.state.content != nil }
      feed.store.show(posted: ExploredServer.published)
    },
  ]

  let server = ExploredServer()
  let store: FeedStore
  fileprivate let arrival: AnyUseCase<Void, Void, Never>

  init(_ dependencies: ControlledDependencies) {
    let server = server
    arrival = dependencies.useCase("arrival") { _ in [.success("published")] }
    let page = dependencies.useCase("page", whenCancelled: FeedError.cancelled) { (request: FeedPageRequest) in
      [.success("page", server.page(request)), .failure("offline", .noNetwork)]
    }
    store = FeedStore(useCase: FeedUseCase(repository: ExploredRepository(page: page)), messages: .japanese)
  }

  /// A page shows what was published when it was requested.
  var fingerprint: StateFingerprint {
    let content = server.content
    return StateFingerprint(
      store.memory.withoutGenerations, content.isPublished, content.isTold, identifiers: [store.memory.generation]
    ).keptByActions(store.state.content == nil, store.timelines.chosen, content.isPublished)
  }
}

/// Reads pages of a use case.
struct ExploredRepository: FeedRepository {
  let page: AnyUseCase<FeedPageRequest, FeedPage, FeedError>

  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { try await page.execute(request) }
}

/// A server with a home timeline of two pages, and the thread of another post, to which what is published replies.
private final class ExploredServer: Sendable {
  struct Content {
    var isPublished = false
    /// Whether the Store was told of the post while it showed a timeline.
    var isTold = false
  }

  static let published = Post.sample(100, replyTo: 14)

  private let state = Mutex(Content())

  var content: Content { state.withLock { $0 } }

  func change(_ body: (inout Content) -> Void) {
    state.withLock { body(&$0) }
  }

  static func posts(of timeline: Timeline.ID?) -> [Post] {
    (timeline == nil ? [4, 3] : [14]).map { .sample($0) }
  }

  /// The second page repeats the post of the first.
  func page(_ request: FeedPageRequest) -> FeedPage {
    let posts = Self.posts(of: request.timeline)
    let published = content.isPublished ? [Self.published] : []
    guard request.timeline == nil else { return FeedPage(posts: posts + published, nextCursor: nil, order: .ranked) }
    guard request.cursor == nil else { return FeedPage(posts: posts, nextCursor: nil) }
    return FeedPage(posts: published + posts.prefix(1), nextCursor: posts[0].id)
  }
}

extension Invariant<ExploredFeed, FeedState> {
  @MainActor fileprivate static var feed: [Self] {
    [
      .always("what is shown in progress waits for a response") { moment in
        let isReading = moment.calls.contains { $0.name == "page" }
        guard let content = moment.state.content else { return moment.state != .loading || isReading }
        return content.reading == .idle || isReading
      },
      .following("cancelled and failed work restores what was shown", from: FeedState?.some(.idle)) { before, moment in
        if let answer = moment.answered?.answer {
          if ["page", "published"].contains(answer) || before?.content == nil { before = nil }
        }
        if moment.running.count > 1 { before = nil }
        // Back from a thread, the timeline is shown at once.
        if moment.started == ExploredFeed.openOrLeave, moment.state != .loading { before = nil }
        guard moment.isIdle else { return true }
        defer { before = moment.state }
        return before == nil || before == moment.state
      },
      .always(
        "the posts are those of the chosen timeline in order, without a gap or a post missing that was told",
        when: { $0.state.content != nil }
      ) { moment in
        let posts = moment.state.posts
        let server = moment.subject.server.content
        let own = posts.map(\.id).filter { $0 != ExploredServer.published.id }
        let chosen = moment.subject.store.timelines.chosen
        let all = ExploredServer.posts(of: chosen).map(\.id)
        // A thread ends with the reply, and a timeline begins with the newest post.
        let published = chosen == nil ? posts.first : posts.last
        return own == Array(all.prefix(own.count)) && zip(posts, posts.dropFirst()).allSatisfy(Post.newestFirst)
          && Set(posts.map(\.id)).count == posts.count
          && (!server.isTold || published?.id == ExploredServer.published.id)
      },
      .always("unread posts are shown", when: { $0.state.content != nil }) { moment in
        moment.state.content.map { Set($0.unread).isSubset(of: $0.posts.map(\.id)) } ?? true
      },
      .always("a double tap is one request", when: { $0.isDoubleTap }) { moment in
        !moment.makesCall || moment.started == ExploredFeed.openOrLeave
      },
    ]
  }
}
