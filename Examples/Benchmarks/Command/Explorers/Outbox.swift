import Core
import CoreTesting
import Feed
import Foundation
import StoreExploring
import Synchronization

/// O: an outbox with a full disk, lost requests and answers, and a process that is killed.
@MainActor
final class Outbox {
  /// What survives the process: the server and the disk.
  final class World: Sendable {
    struct Content: Hashable {
      var drafts = Drafts()
      var written = 0
      var published: Set<PostDraft.ID> = []
      /// The drafts that were saved at least once.
      var promised: Set<PostDraft.ID> = []
      /// The drafts of this launch that wait for their turn, in its order.
      var queue: [PostDraft.ID] = []
    }

    fileprivate let state = Mutex(Content())

    var content: Content { state.withLock { $0 } }

    func change(_ body: (inout Content) -> Void) { state.withLock { body(&$0) } }
  }

  private let world: World
  private let store: OutboxStore
  private let feed = Timeline()

  @MainActor
  private final class Timeline {
    var posts: [PostDraft.ID] = []
  }

  init(_ dependencies: ControlledDependencies, _ world: World) async {
    self.world = world
    world.change { $0.queue = [] }
    let server = Server(
      world: world,
      publish: dependencies.useCase("send", whenLost: FeedError.noNetwork) { draft in
        [.served("published") { () async throws(FeedError) in world.publish(draft) }]
      })
    let disk = Disk(
      world: world,
      save: dependencies.useCase("save") { change in
        [
          .served("saved") { () async throws(DraftStorageError) in world.save(change) },
          .failure("full", DraftStorageError.notWritten(reason: "full")),
        ]
      })
    let useCase = FeedUseCase(repository: server, drafts: disk, makeKey: { world.nextKey() })
    store = OutboxStore(useCase: useCase, messages: .english) { [feed] route in
      if case .posted(let post) = route { feed.posts.append(post.id) }
    }
    await store.load()
  }

  var state: OutboxState { store.state }

  private func canSend(_ number: Int) -> Bool {
    number == world.content.written || state.unsent.contains { $0.id == "\(number)" && $0.progress == .waiting }
  }

  /// Writes a draft and posts it, or tries it again.
  private func send(_ number: Int) async {
    guard number == world.content.written else { return await store.retry(draft: "\(number)") }
    await store.post(text: "Post \(number)")
  }

  private var fingerprint: StateFingerprint {
    let content = world.content
    return StateFingerprint(
      Dictionary(state.unsent.map { ($0.id, $0.progress) }) { $1 }, Set(content.drafts.unsent.map(\.id)),
      content.written, content.published, content.promised, content.queue, feed.posts.sorted()
    ).keptByActions()
  }

  static func explorer(drafts: Int) -> StoreExplorer<Outbox, OutboxState> {
    StoreExplorer(
      state: \.state,
      actions: (0..<drafts).map { number in
        StoreAction("send \(number)", locals: .forgotten, when: { $0.canSend(number) }) { await $0.send(number) }
      },
      invariants: [
        .always("what was saved is on the server or still saved") { state in
          let content = state.subject.world.content
          return content.promised.isSubset(of: content.published.union(content.drafts.unsent.map(\.id)))
        },
        .always("one post is sent at a time") { state in state.state.unsent.count { $0.progress == .sending } <= 1 },
        .always("a post reaches the feed once, and is on the server") { state in
          let posts = state.subject.feed.posts
          return Set(posts).count == posts.count && state.subject.world.content.published.isSuperset(of: posts)
        },
      ],
      stateName: { "\($0.unsent.count) unsent" }, fingerprint: \.fingerprint, relaunch: { await Outbox($1, $0.world) }
    ) { await Outbox($0, World()) }
  }
}

extension Outbox.World {
  /// Publishes a draft once.
  fileprivate func publish(_ draft: PostDraft) -> Post {
    change { $0.published.insert(draft.id) }
    return Post(
      id: draft.id, author: Author(id: "user-1", name: "Taro", screenName: "taro"), text: draft.text,
      createdAt: Date(timeIntervalSince1970: 0))
  }

  fileprivate func nextKey() -> PostDraft.ID {
    state.withLock { content in
      defer { content.written += 1 }
      return "\(content.written)"
    }
  }

  fileprivate func save(_ change: DraftChange) {
    self.change { content in
      content.drafts.apply(change)
      if case .add(let draft) = change { content.promised.insert(draft.id) }
    }
  }
}

private struct Server: FeedRepository {
  let world: Outbox.World
  let publish: AnyUseCase<PostDraft, Post, FeedError>

  func page(_ request: FeedPageRequest) -> FeedPage { FeedPage(posts: [], nextCursor: nil) }
  func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    world.change { content in content.queue.removeAll { $0 == draft.id } }
    return try await publish.execute(draft)
  }
}

private struct Disk: DraftStorage {
  let world: Outbox.World
  let save: AnyUseCase<DraftChange, Void, DraftStorageError>

  func load(for userID: User.ID) -> Drafts { world.content.drafts }
  func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError) {
    defer {
      if case .add(let draft) = change { world.change { $0.queue.append(draft.id) } }
    }
    try await save.execute(change)
  }
  func removeAll(for userID: User.ID) {}
}
