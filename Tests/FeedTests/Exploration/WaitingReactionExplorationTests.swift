import Core
import CoreTesting
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import Feed

/// Likes of a post that wait for a network, at a server whose answers are lost, in a process that is killed at any moment.
struct WaitingReactionExplorationTests {
  /// With three actions at once it ends after some ten seconds: `.ci/run --all` goes there.
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess)
  func `A reaction that is kept reaches the server, and what is shown is what the user wants`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let explorer = StoreExplorer(
        state: \ExploredLikes.store.state, actions: ExploredLikes.actions, invariants: Invariant.ofLikes,
        fingerprint: { $0.fingerprint }, relaunch: { killed, dependencies in ExploredLikes(dependencies, killed.world) }
      ) { dependencies in
        ExploredLikes(dependencies, LikesWorld())
      }
      await expectComplete(explorer, maximumRunning: ProcessTurn.exploresMore ? 3 : 1)
    }
  }
}

/// A launch of a Store whose requests, and whose reads and writes of the disk, wait for the schedule.
@MainActor
private final class ExploredLikes {
  /// An action keeps nothing but which page it reads, and there is one at a time.
  static let actions: [StoreAction<ExploredLikes>] = [
    StoreAction("refresh", canBeCancelled: true, locals: .forgotten) { await $0.store.refresh() },
    StoreAction("send", locals: .forgotten) { await $0.store.sendReactions() },
    StoreAction("like", locals: .forgotten) { await $0.store.react(.like, to: "1") },
    StoreAction("unlike", locals: .forgotten) { await $0.store.react(.unlike, to: "1") },
  ]

  let world: LikesWorld
  let storage: LikesStorage
  let store: FeedStore

  init(_ dependencies: ControlledDependencies, _ world: LikesWorld) {
    self.world = world
    let page = dependencies.useCase("page", whenCancelled: FeedError.cancelled) { (_: FeedPageRequest) in
      [
        .served("page") { () throws(FeedError) in FeedPage(posts: [world.post], nextCursor: nil) },
        .failure("offline", .noNetwork),
      ]
    }
    let like = dependencies.useCase("like", whenCancelled: .cancelled, whenLost: FeedError.noNetwork) { isLiked in
      [.served("done") { () throws(FeedError) in world.setLiked(isLiked) }, .failure("offline", .noNetwork)]
    }
    storage = LikesStorage(storage: dependencies.storage("reactions", on: world.disk), world: world)
    store = FeedStore(
      useCase: FeedUseCase(repository: LikesRepository(page: page, like: like), drafts: storage), messages: .japanese)
  }

  var fingerprint: StateFingerprint {
    StateFingerprint(
      store.memory.withoutGenerations, world.post, world.wanted, world.disk.content, storage.waiting,
      identifiers: [store.memory.generation]
    )
    .keptByActions(identifiers: [store.memory.generation])
  }
}

/// What outlives a process: the server with its post, and the disk.
private final class LikesWorld: Sendable {
  let disk = ExploredDisk<Drafts>(Drafts())
  private let state = Mutex((post: Post.sample(1), wanted: Reaction?.none))

  var post: Post { state.withLock { $0.post } }
  /// The reaction that was kept last.
  var wanted: Reaction? { state.withLock { $0.wanted } }

  func setLiked(_ isLiked: Bool) -> Post {
    state.withLock { state in
      (state.post.isLiked, state.post.likes) = (isLiked, isLiked ? 1 : 0)
      return state.post
    }
  }

  func want(_ reaction: Reaction) {
    state.withLock { $0.wanted = reaction }
  }

  /// Whether the server has what was wanted last.
  var isWanted: Bool { wanted.map { $0.applied(to: post) == post } ?? true }
}

private struct LikesRepository: FeedRepository {
  let page: AnyUseCase<FeedPageRequest, FeedPage, FeedError>
  let like: AnyUseCase<Bool, Post, FeedError>

  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { try await page.execute(request) }
  func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
    try await like.execute(reaction == .like)
  }
}

/// A storage that keeps the order of the calls.
private final class LikesStorage: DraftStorage {
  let storage: ControlledStorage<Drafts>
  let world: LikesWorld
  let turn = AsyncMutex()
  /// The changes, and the reads, that have a turn or wait for it.
  private let queue = Mutex<[DraftChange?]>([])

  var waiting: [DraftChange?] { queue.withLock { $0 } }

  init(storage: ControlledStorage<Drafts>, world: LikesWorld) {
    self.storage = storage
    self.world = world
  }

  func load(for userID: User.ID) async throws(DraftStorageError) -> Drafts {
    queue.withLock { $0.append(nil) }
    return await turn.withLock {
      defer { queue.withLock { _ = $0.removeFirst() } }
      return (try? await storage.read()) ?? Drafts()
    }
  }

  func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError) {
    queue.withLock { $0.append(change) }
    await turn.withLock {
      defer { queue.withLock { _ = $0.removeFirst() } }
      _ = try? await storage.write { drafts in
        var drafts = drafts ?? Drafts()
        drafts.apply(change)
        return drafts
      }
      if case .react(let reaction) = change { world.want(reaction.reaction) }
    }
  }

  func removeAll(for userID: User.ID) {}
}

extension Invariant<ExploredLikes, FeedState> {
  @MainActor fileprivate static var ofLikes: [Self] {
    [
      .always("what was kept is on the server, or still kept") { moment in
        let world = moment.subject.world
        return world.isWanted || world.disk.value?.reactions.first?.reaction == world.wanted
      },
      .whenIdle("what waits is kept, and once it is read nothing else is") { moment in
        let (store, kept) = (moment.subject.store, moment.subject.world.disk.value?.reactions)
        return store.memory.lacksReactions ? store.waitingReactions == [] : store.waitingReactions == kept
      },
      .whenIdle("the post is shown as the user wants it") { moment in
        guard moment.state.content != nil else { return true }
        let (waiting, server) = (moment.subject.store.waitingReactions.first, moment.subject.world.post)
        return moment.state.posts == [waiting?.reaction.applied(to: server) ?? server]
      },
      .always("one reaction is sent at a time") { $0.calls.count { $0.name == "like" } <= 1 },
      .sometimes("what an earlier launch has left reaches the server") { moment in
        moment.answered?.call == "like" && moment.answered?.answer == "done" && moment.state == .idle
      },
    ]
  }
}
