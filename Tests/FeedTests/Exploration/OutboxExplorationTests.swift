import Core
import CoreTesting
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import Feed

/// The outbox in every order of sending, saving, lost answers, a storage that fails, and the end of the process.
struct OutboxExplorationTests {
  /// Two posts of one text end with two actions at once too, after two minutes and a half and 47,157 states.
  @Test(
    .enabled(if: ProcessTurn.isForExplorations), .ownProcess,
    arguments: [(["Hello"], 3), (["Hello", "Hello"], 3)]
      + (ProcessTurn.exploresMore ? [(["Hello", "Bye"], 3), (["Hello", "Hello"], 1), (["Hello", "Bye"], 1)] : []))
  func `Nothing written is lost in any schedule`(texts: [String], atOnce: Int) async {
    await #expect(processExitsWith: .success) { @MainActor [texts, atOnce] in
      let explorer = StoreExplorer(
        state: \ExploredOutbox.state, actions: ExploredOutbox.actions(texts), invariants: Invariant.outbox,
        fingerprint: \.fingerprint, relaunch: { await ExploredOutbox($1, $0.world) }
      ) { await ExploredOutbox($0, World()) }
      if texts.count == 1 || atOnce == 1 {
        await expectComplete(explorer, maximumRunning: atOnce)
      } else {
        await expectClean(explorer, depth: 6, maximumRunning: atOnce)
      }
    }
  }
}

/// A Store on a server and a storage that outlive it.
@MainActor
private final class ExploredOutbox {
  static func actions(_ texts: [String]) -> [StoreAction<ExploredOutbox>] {
    [
      StoreAction("post", canBeCancelled: true, when: { $0.world.content.keys < texts.count }) {
        await $0.store.post(text: texts[$0.world.content.keys])
      },
      StoreAction("retry", canBeCancelled: true) { subject in
        if let unsent = subject.state.unsent.first { await subject.store.retry(draft: unsent.id) }
      },
      StoreAction("discard", canBeCancelled: true) { subject in
        guard let unsent = subject.state.unsent.first else { return }
        if unsent.progress != .sending { subject.world.change { $0.discarded.insert(unsent.id) } }
        await subject.store.discard(draft: unsent.id)
      },
    ]
  }

  @MainActor
  final class Timeline {
    var posts: [Post.ID] = []
  }

  let world: World
  let store: OutboxStore
  /// The posts that have reached the feed.
  let timeline = Timeline()

  var state: OutboxState { store.state }

  /// A running action keeps which draft it sends: the next one or, tried again, the first one.
  var fingerprint: StateFingerprint {
    StateFingerprint(store.memory.withoutGenerations, world.content, timeline.posts)
      .keptByActions(world.content.keys, state.unsent.first?.id, identifiers: [])
  }

  init(_ dependencies: ControlledDependencies, _ world: World) async {
    self.world = world
    // A process that was killed before it removed a draft has not discarded it.
    world.change { content in content.discarded.subtract(content.saved.unsent.map(\.id)) }
    let server = Server(
      send: dependencies.useCase("send", whenCancelled: .cancelled, whenLost: FeedError.serverError(reason: "lost")) {
        draft in
        [
          .served("created") { () async throws(FeedError) in world.publish(draft) },
          .failure("offline", .noNetwork),
        ]
      })
    let disk = Disk(
      world: world,
      save: dependencies.useCase("save") { change in
        [
          .served("saved") { () async throws(DraftStorageError) in world.save(change) },
          .failure("disk full", .notWritten(reason: "full")),
        ]
      })
    let useCase = FeedUseCase(repository: server, drafts: disk, makeKey: world.nextKey)
    store = OutboxStore(useCase: useCase, messages: .japanese) { [timeline] route in
      if case .posted(let post) = route { timeline.posts.append(post.id) }
    }
    await store.load()
  }
}

/// What outlives a process: the server, and the storage of the device.
private final class World: Sendable {
  struct Content: Hashable {
    var published: [PostDraft] = []
    var saved = Drafts()
    /// The drafts that were saved before they were sent.
    var promised: Set<PostDraft.ID> = []
    var discarded: Set<PostDraft.ID> = []
    var keys = 0
  }

  private let state = Mutex(Content())

  var content: Content { state.withLock { $0 } }

  static func post(_ draft: PostDraft) -> Post { .sample(100 + (Int(draft.id) ?? 0)) }

  func change(_ body: (inout Content) -> Void) {
    state.withLock { body(&$0) }
  }

  func publish(_ draft: PostDraft) -> Post {
    change { if !$0.published.contains(draft) { $0.published.append(draft) } }
    return Self.post(draft)
  }

  func save(_ change: DraftChange) {
    self.change { content in
      content.saved.apply(change)
      if case .add(let draft) = change { content.promised.insert(draft.id) }
    }
  }

  @Sendable func nextKey() -> String {
    state.withLock { content in
      content.keys += 1
      return "\(content.keys)"
    }
  }
}

private struct Server: FeedRepository {
  let send: AnyUseCase<PostDraft, Post, FeedError>

  func page(_ request: FeedPageRequest) -> FeedPage { .sample([]) }
  func send(_ draft: PostDraft) async throws(FeedError) -> Post { try await send.execute(draft) }
}

private struct Disk: DraftStorage {
  let world: World
  let save: AnyUseCase<DraftChange, Void, DraftStorageError>

  func load(for userID: User.ID) -> Drafts { world.content.saved }
  func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError) {
    try await save.execute(change)
  }
  func removeAll(for userID: User.ID) {}
}

extension Invariant<ExploredOutbox, OutboxState> {
  @MainActor fileprivate static var outbox: [Self] {
    [
      .always("what was saved is on the server, still saved, or discarded") { moment in
        let content = moment.subject.world.content
        return content.promised.subtracting(content.discarded)
          .isSubset(of: Set(content.published.map(\.id)).union(content.saved.unsent.map(\.id)))
      },
      .always("one post is sent at a time") { moment in
        moment.state.unsent.count { $0.progress == .sending } <= 1
      },
      .whenIdle("nothing is being sent, and an unsent post is one that the user has not discarded") { moment in
        let content = moment.subject.world.content
        return moment.state.unsent.allSatisfy { $0.progress == .waiting }
          && content.discarded.isDisjoint(with: moment.state.unsent.map(\.id))
      },
      .always("a post reaches the feed once, and is on the server") { moment in
        let (shown, published) = (moment.subject.timeline.posts, moment.subject.world.content.published)
        return Set(shown).count == shown.count && Set(shown).isSubset(of: published.map { World.post($0).id })
      },
      .following("a text that is posted again before it was confirmed keeps its key", from: false) { isKilled, moment in
        isKilled = isKilled || moment.isRelaunched
        let texts = moment.state.unsent.map(\.draft.text)
        return isKilled || !moment.isIdle || Set(texts).count == texts.count
      },
    ]
  }
}
