import Core
import CoreTesting
import Observation
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import Feed

/// The outbox in every order of sending, saving, lost answers, a storage that fails, and the end of the process.
struct OutboxExplorationTests {
  /// The sixth step takes two seconds more and the seventh another eight: `.ci/run --all` takes them.
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess)
  func `Nothing written is lost in any schedule`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let explorer = StoreExplorer(
        state: \ExploredOutbox.state, actions: ExploredOutbox.actions, invariants: Invariant.outbox,
        fingerprint: { StateFingerprint($0.store.memory.withoutGenerations, $0.world.content) },
        make: ExploredOutbox.init)
      await expectClean(explorer, depth: 5)
    }
  }
}

/// A Store on a server and a storage that outlive it.
@MainActor
@Observable
private final class ExploredOutbox {
  static let actions: [StoreAction<ExploredOutbox>] = [
    StoreAction("post", canBeCancelled: true) { await $0.store.post(text: "Hello") },
    StoreAction("retry", canBeCancelled: true) { subject in
      if let unsent = subject.state.unsent.first { await subject.store.retry(draft: unsent.id) }
    },
    StoreAction("discard", canBeCancelled: true) { subject in
      guard let unsent = subject.state.unsent.first else { return }
      if unsent.progress != .sending { subject.world.change { $0.discarded.insert(unsent.id) } }
      await subject.store.discard(draft: unsent.id)
    },
    StoreAction("kill", canBeCancelled: true) { subject in
      subject.world.change { $0.life += 1 }
      subject.store = subject.make()
      await subject.store.load()
    },
  ]

  let world = World()
  fileprivate(set) var store: OutboxStore
  @ObservationIgnored private let make: @MainActor () -> OutboxStore

  var state: OutboxState { store.state }

  init(_ dependencies: ControlledDependencies) async {
    let world = world
    let send = dependencies.useCase("send", whenCancelled: FeedError.cancelled) { (draft: PostDraft) in
      [
        .success("created", World.post(draft)), .failure("answer lost", .serverError(reason: "lost")),
        .failure("offline", .noNetwork),
      ]
    }
    let save = dependencies.useCase("save") { (change: DraftChange) in
      [.success("saved"), .failure("disk full", DraftStorageError.notWritten(reason: "full"))]
    }
    make = {
      let life = world.content.life
      let useCase = FeedUseCase(
        repository: MortalRepository(world: world, life: life, send: send),
        drafts: MortalStorage(world: world, life: life, save: save), makeKey: world.nextKey)
      return OutboxStore(useCase: useCase, messages: .japanese) { route in
        if case .posted(let post) = route { world.change { $0.shown.append(post.id) } }
      }
    }
    store = make()
    await store.load()
  }
}

/// What outlives a process: the server, and the storage of the device.
private final class World: Sendable {
  struct Content: Hashable {
    var published: [PostDraft] = []
    /// The posts that reached the feed.
    var shown: [Post.ID] = []
    var saved = Drafts()
    /// The drafts that were saved before they were sent.
    var promised: Set<PostDraft.ID> = []
    var discarded: Set<PostDraft.ID> = []
    var keys = 0
    var life = 0
  }

  private let state = Mutex(Content())

  var content: Content { state.withLock { $0 } }

  static func post(_ draft: PostDraft) -> Post { .sample(100 + (Int(draft.id) ?? 0)) }

  func change(_ body: (inout Content) -> Void) {
    state.withLock { body(&$0) }
  }

  func publish(_ draft: PostDraft) {
    change { if !$0.published.contains(draft) { $0.published.append(draft) } }
  }

  @Sendable func nextKey() -> String {
    state.withLock { content in
      content.keys += 1
      return "\(content.keys)"
    }
  }
}

/// A server whose answers a killed process does not get.
private struct MortalRepository: FeedRepository {
  let world: World
  let life: Int
  let send: AnyUseCase<PostDraft, Post, FeedError>

  func page(_ request: FeedPageRequest) -> FeedPage { .sample([]) }

  func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    do throws(FeedError) {
      let post = try await send.execute(draft)
      world.publish(draft)
      guard world.content.life == life else { throw .cancelled }
      return post
    } catch {
      if case .serverError = error { world.publish(draft) }
      throw error
    }
  }
}

/// A storage in which a killed process writes nothing more.
private struct MortalStorage: DraftStorage {
  let world: World
  let life: Int
  let save: AnyUseCase<DraftChange, Void, DraftStorageError>

  func load(for userID: User.ID) -> Drafts { world.content.saved }

  func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError) {
    guard world.content.life == life else { return }
    try await save.execute(change)
    guard world.content.life == life else { return }
    world.change { content in
      content.saved.apply(change)
      if case .add(let draft) = change { content.promised.insert(draft.id) }
    }
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
          && (content.discarded.isDisjoint(with: moment.state.unsent.map(\.id)) || content.life > 0)
      },
      .always("a post reaches the feed once, and is on the server") { moment in
        let (shown, published) = (moment.subject.world.content.shown, moment.subject.world.content.published)
        return Set(shown).count == shown.count && Set(shown).isSubset(of: published.map { World.post($0).id })
      },
      .whenIdle("a text that is posted again before it was confirmed keeps its key") { moment in
        moment.subject.world.content.life > 0 || moment.state.unsent.count <= 1
      },
    ]
  }
}
