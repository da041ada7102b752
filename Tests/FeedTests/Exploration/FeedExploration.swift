import Core
import Feed
import Foundation
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// The Store in every order in which its actions can start, be answered and be cancelled.
@MainActor
struct FeedExploration {
  @Test func `The feed keeps its invariants in every schedule`() async {
    let explorer = StoreExplorer(
      state: \ExploredFeed.store.state, actions: ExploredFeed.actions, invariants: Invariant.feed,
      fingerprint: { feed in
        StateFingerprint(feed.store, ignoring: ["notice"], onlyWhileRunning: ["generation"])
          .adding(AnyHashable(feed.record), AnyHashable(feed.before))
      }
    ) { dependencies in
      ExploredFeed(dependencies)
    }
    await expectClean(explorer, depth: 5)
  }
}

/// A Store whose requests wait for the schedule, and a server of two timelines with two pages each.
@MainActor
private final class ExploredFeed {
  /// What happened since no action ran, and what the server has.
  struct Record: Hashable, Sendable {
    /// The posts that the server published, newest first.
    var published: [Post] = []
    /// The posts whose publication was confirmed.
    var confirmed: Set<Post.ID> = []
    var keys: Set<String> = []
    var drafts = 0
    var hasSucceeded = false
    var hasFailed = false
  }

  static let actions: [StoreAction<ExploredFeed>] = [
    StoreAction("refresh") { feed in await feed.perform { await $0.refresh() } },
    StoreAction("loadMore") { feed in await feed.perform { await $0.loadMore() } },
    StoreAction("select the other") { feed in
      await feed.perform { await $0.select(timeline: $0.timelines.chosen == nil ? "swift" : nil) }
    },
    StoreAction("post") { feed in await feed.perform { await $0.post(text: "Hello") } },
  ]

  let store: FeedStore
  /// The state in which no action ran.
  private(set) var before = FeedState.idle
  private let state: SharedRecord
  private var running = 0

  var record: Record { state.value.withLock { $0 } }

  init(_ dependencies: ControlledDependencies) {
    let state = SharedRecord()
    let page = dependencies.useCase("page", whenCancelled: FeedError.cancelled) { (request: FeedPageRequest) in
      [.success("page", state.page(request)), .success("empty", .sample([]))] + failures()
    }
    let post = dependencies.useCase("post", whenCancelled: FeedError.cancelled) { (draft: PostDraft) in
      [.success("created", state.post(draft)), .failure("answer lost", .serverError(reason: "lost"))] + failures()
    }
    let useCase = FeedUseCase(
      readPage: AnyUseCase { (request: FeedPageRequest) async throws(FeedError) -> FeedPage in
        try await state.note { () async throws(FeedError) -> FeedPage in try await page.execute(request) }
      },
      draftPost: AnyUseCase(DraftPost { state.nextKey() }),
      sendPost: AnyUseCase { (draft: PostDraft) async throws(FeedError) -> Post in
        try await state.send(draft, post)
      })
    self.state = state
    store = FeedStore(useCase: useCase, messages: .japanese)
  }

  nonisolated static func posts(of timeline: Timeline.ID?) -> [Post] {
    (timeline == nil ? [5, 4, 3, 2] : [15, 14, 13, 12]).map { .sample($0) }
  }

  private func perform(_ action: (FeedStore) async -> Void) async {
    if running == 0 {
      before = store.state
      state.value.withLock { ($0.hasSucceeded, $0.hasFailed) = (false, false) }
    }
    running += 1
    await action(store)
    running -= 1
  }
}

private func failures<Success: Sendable>() -> [HeldAnswer<Success, FeedError>] {
  [.failure("offline", .noNetwork), .failure("not authorized", .notAuthorized), .failure("cancelled", .cancelled)]
}

private final class SharedRecord: Sendable {
  let value = Mutex(ExploredFeed.Record())

  /// The second page repeats the last post of the first.
  func page(_ request: FeedPageRequest) -> FeedPage {
    let posts = ExploredFeed.posts(of: request.timeline)
    guard request.cursor == nil else { return FeedPage(posts: Array(posts.dropFirst()), nextCursor: nil) }
    return FeedPage(posts: value.withLock { $0.published } + posts.prefix(2), nextCursor: posts[1].id)
  }

  /// The post that a draft becomes: the same one for the same key.
  func post(_ draft: PostDraft) -> Post {
    .sample(100 + (Int(draft.idempotencyKey) ?? 0))
  }

  func nextKey() -> String {
    value.withLock { record in
      record.drafts += 1
      return "\(record.drafts)"
    }
  }

  func send(_ draft: PostDraft, _ useCase: AnyUseCase<PostDraft, Post, FeedError>) async throws(FeedError) -> Post {
    value.withLock { record in _ = record.keys.insert(draft.idempotencyKey) }
    do throws(FeedError) {
      let post = try await note { () async throws(FeedError) -> Post in try await useCase.execute(draft) }
      publish(post, isConfirmed: true)
      return post
    } catch {
      if error == .serverError(reason: "lost") { publish(post(draft), isConfirmed: false) }
      throw error
    }
  }

  func note<Success>(_ call: () async throws(FeedError) -> Success) async throws(FeedError) -> Success {
    do throws(FeedError) {
      let success = try await call()
      value.withLock { $0.hasSucceeded = true }
      return success
    } catch {
      if error != .cancelled { value.withLock { $0.hasFailed = true } }
      throw error
    }
  }

  private func publish(_ post: Post, isConfirmed: Bool) {
    value.withLock { record in
      if !record.published.contains(post) { record.published.insert(post, at: 0) }
      if isConfirmed { record.confirmed.insert(post.id) }
    }
  }
}

extension Invariant<ExploredFeed, FeedState> {
  @MainActor fileprivate static var feed: [Self] {
    [
      .whenIdle("nothing is in progress while no action runs") { moment in
        guard let content = moment.state.content else { return moment.state != .loading }
        return content.reading == .idle && !content.isPosting
      },
      .always("what is shown in progress waits for a response") { moment in
        let calls = moment.calls.map(\.name)
        guard let content = moment.state.content else { return moment.state != .loading || !calls.isEmpty }
        return (content.reading == .idle || calls.contains("page")) && content.isPosting == calls.contains("post")
      },
      .whenIdle("cancelled and failed work restores what was shown") { moment in
        let (record, before) = (moment.subject.record, moment.subject.before)
        guard !record.hasSucceeded, !record.hasFailed || before.content != nil else { return true }
        return moment.state == before
      },
      .always("the posts are those of the chosen timeline, in order and without a gap") { moment in
        guard let content = moment.state.content else { return true }
        let published = Set(moment.subject.record.published)
        let own = content.posts.filter { !published.contains($0) }
        let all = ExploredFeed.posts(of: moment.subject.store.timelines.chosen)
        return own == Array(all.prefix(own.count))
          && zip(content.posts, content.posts.dropFirst()).allSatisfy(Post.newestFirst)
      },
      .always("no post is shown twice, and each confirmed one is shown beside others") { moment in
        guard case .loaded(let content) = moment.state, content.posts.contains(where: { (Int($0.id) ?? 0) < 100 })
        else { return true }
        let ids = content.posts.map(\.id)
        return Set(ids).count == ids.count && moment.subject.record.confirmed.isSubset(of: ids)
      },
      .always("a post that is sent again keeps its key") { moment in
        let record = moment.subject.record
        return record.keys.count <= record.confirmed.count + 1
      },
      .always("a double tap is one request") { moment in
        guard moment.isDoubleTap, moment.makesCall else { return true }
        // The second tap selects the other timeline.
        return moment.running.last?.name == "select the other"
      },
    ]
  }
}
