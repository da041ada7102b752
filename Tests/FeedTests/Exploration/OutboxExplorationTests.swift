import Core
import Feed
import Observation
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// The outbox in every order of sending, saving, lost answers, a storage that fails, and the end of the process.
struct OutboxExplorationTests {
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess)
  func `Nothing written is lost in any schedule`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let explorer = StoreExplorer(
        state: \ExploredOutbox.state, actions: ExploredOutbox.actions, invariants: Invariant.outbox,
        fingerprint: { subject in
          StateFingerprint(subject.store, ignoring: ["notice", "messages"])
            .adding(AnyHashable(subject.world.content))
        }, make: ExploredOutbox.init)
      await expectClean(explorer, depth: 6)
    }
  }
}

/// A Store on a server and a storage that outlive it.
@MainActor
@Observable
private final class ExploredOutbox {
  static let actions: [StoreAction<ExploredOutbox>] = [
    StoreAction("post") { await $0.store.post(text: "Hello") },
    StoreAction("retry") { subject in
      if let unsent = subject.store.outbox.unsent.first { await subject.store.retry(draft: unsent.id) }
    },
    StoreAction("discard") { subject in
      guard let unsent = subject.store.outbox.unsent.first else { return }
      subject.world.change { $0.discarded.insert(unsent.id) }
      await subject.store.discard(draft: unsent.id)
    },
    StoreAction("kill") { subject in
      subject.world.change { $0.life += 1 }
      subject.store = subject.make()
      await subject.store.load()
    },
  ]

  let world = World()
  fileprivate(set) var store: FeedStore
  @ObservationIgnored private let make: @MainActor () -> FeedStore

  var state: FeedState { store.state }

  init(_ dependencies: ControlledDependencies) async {
    let world = world
    let send = dependencies.useCase("send", whenCancelled: FeedError.cancelled) { (draft: PostDraft) in
      [
        .success("created", World.post(draft)), .failure("answer lost", .serverError(reason: "lost")),
        .failure("offline", .noNetwork),
      ]
    }
    let save = dependencies.useCase("save") { (change: DraftChange) in
      [.success("saved"), .failure("disk full", FeedError.draftNotSaved(reason: "full"))]
    }
    make = {
      let life = world.content.life
      let useCase = FeedUseCase(
        readPage: AnyUseCase { _ in world.page },
        draftPost: AnySynchronousUseCase { (input: PostInput) throws(FeedError) in
          try DraftPost(makeKey: world.nextKey).execute(input)
        },
        sendPost: AnyUseCase { (draft: PostDraft) async throws(FeedError) -> Post in
          do throws(FeedError) {
            let post = try await send.execute(draft)
            world.publish(draft)
            guard world.content.life == life else { throw .cancelled }
            return post
          } catch {
            if case .serverError = error { world.publish(draft) }
            throw error
          }
        },
        readDrafts: AnyUseCase { _ in world.content.saved },
        changeDrafts: AnyUseCase { (change: DraftChange) async throws(FeedError) in
          guard world.content.life == life else { return }
          try await save.execute(change)
          // A process that was killed in between has written nothing.
          guard world.content.life == life else { return }
          world.change { content in
            content.saved.apply(change)
            if case .add(let draft) = change { content.promised.insert(draft.id) }
          }
        })
      return FeedStore(useCase: useCase, messages: .japanese)
    }
    store = make()
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
    var life = 0
  }

  private let state = Mutex(Content())

  var content: Content { state.withLock { $0 } }

  static func post(_ draft: PostDraft) -> Post { .sample(100 + (Int(draft.id) ?? 0)) }

  var page: FeedPage {
    FeedPage(posts: content.published.map(Self.post) + [.sample(2), .sample(1)], nextCursor: "1")
  }

  func change(_ body: @Sendable (inout Content) -> Void) {
    state.withLock { body(&$0) }
  }

  func publish(_ draft: PostDraft) {
    change { if !$0.published.contains(draft) { $0.published.append(draft) } }
  }

  func nextKey() -> String {
    state.withLock { content in
      content.keys += 1
      return "\(content.keys)"
    }
  }
}

extension Invariant<ExploredOutbox, FeedState> {
  @MainActor fileprivate static var outbox: [Self] {
    [
      .always("what was saved is on the server, still saved, or discarded") { moment in
        let content = moment.subject.world.content
        return content.promised.subtracting(content.discarded)
          .isSubset(of: Set(content.published.map(\.id)).union(content.saved.unsent.map(\.id)))
      },
      .whenIdle("nothing is being sent, and an unsent post is one that the user has not discarded") { moment in
        let (outbox, content) = (moment.subject.store.outbox, moment.subject.world.content)
        return !outbox.isSending && moment.state.content?.isPosting == false
          && (content.discarded.isDisjoint(with: outbox.unsent.map(\.id)) || content.life > 0)
      },
      .always("no post is shown twice, and each that is shown is on the server") { moment in
        let shown = moment.state.content.map { $0.posts.map(\.id) } ?? []
        let published = moment.subject.world.page.posts.map(\.id)
        return Set(shown).count == shown.count && Set(shown).isSubset(of: published)
      },
      .whenIdle("a text that is posted again before it was confirmed keeps its key") { moment in
        let content = moment.subject.world.content
        return content.life > 0
          || Set(moment.subject.store.outbox.unsent.map(\.draft.text)).count <= 1
            && moment.subject.store.outbox.unsent.count <= 1
      },
    ]
  }
}
