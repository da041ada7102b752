import Core
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import Feed

/// Mistakes planted around the repository and the storage of drafts, each found by invariants that hold without one.
@MainActor
struct PlantedPostingMistakes {
  @Test(arguments: [nil] + PostingMistake.allCases.filter { $0 != .looksAndSendsAnew })
  func `A mistake is found`(mistake: PostingMistake?) async {
    let explorer = explorer(mistake)
    if let mistake {
      await expectViolation(of: mistake.violates, explorer, depth: 7, maximumRunning: 2)
    } else {
      await expectClean(explorer, depth: 4, maximumRunning: 2)
    }
  }

  @Test func `A post is published once, however late the server handles a request of a killed process`() async {
    await expectClean(explorer(nil, likes: false, outlivesCaller: true), depth: 7, maximumRunning: 1)
    let mistake = PostingMistake.looksAndSendsAnew
    await expectViolation(
      of: mistake.violates, explorer(mistake, likes: false, outlivesCaller: true), maximumRunning: 1)
    // Nothing but a late request leads to it, which takes five steps.
    await expectClean(explorer(mistake, likes: false), depth: 5, maximumRunning: 1)
  }

  private func explorer(
    _ mistake: PostingMistake?, likes: Bool = true, outlivesCaller: Bool = false
  ) -> StoreExplorer<PostingApp, FeedState> {
    StoreExplorer(
      state: \.store.state, actions: PostingApp.posting + (likes ? [PostingApp.like] : []),
      invariants: PostingApp.ofPosts + (likes ? [PostingApp.ofLike] : []),
      fingerprint: { $0.fingerprint }, relaunch: { await PostingApp(mistake, $0.world, $1, outlivesCaller) }
    ) {
      await PostingApp(mistake, PostingWorld(), $0, outlivesCaller)
    }
  }
}

enum PostingMistake: CaseIterable {
  case retryWithNewKey, looksAndSendsAnew, failureIsSuccess, staleAnswerToLike, draftSavedLate, draftNeverRemoved

  var violates: String {
    switch self {
    case .retryWithNewKey, .looksAndSendsAnew: "a post has one key"
    case .failureIsSuccess, .draftSavedLate: "what was written is at the server or saved, in this life or another"
    case .staleAnswerToLike: "the heart is what the server has"
    case .draftNeverRemoved: "what is published is saved no longer"
    }
  }
}

/// What survives the app: its drafts, and the server.
private final class PostingWorld: Sendable {
  let backend = FakeBackend(
    FakeConfiguration(
      sessions: [.taro], timelines: [FakeTimeline(id: "home", title: "", postCount: 1)], now: { .sample }))
  let drafts = InMemoryDraftStorage()
  private let keys = Mutex(0)

  /// The keys of the posts that the server has got.
  var published: Set<String> { Set(backend.requests.compactMap { $0.headers["Idempotency-Key"] }) }
  var saved: [PostDraft] { drafts.load(for: User.taro.id).unsent }
  var isLiked: Bool { backend.requests.last { $0.path.hasSuffix("/like") }?.method == .put }

  @Sendable func nextKey() -> String {
    keys.withLock { keys in
      keys += 1
      return "\(keys)"
    }
  }
}

@MainActor
private final class PostingApp {
  let world: PostingWorld
  let store: FeedStore
  let outbox: OutboxStore

  init(
    _ mistake: PostingMistake?, _ world: PostingWorld, _ dependencies: ControlledDependencies, _ outlivesCaller: Bool
  ) async {
    self.world = world
    let session = Session(storage: InMemorySessionStorage())
    await session.begin(.taro)
    let direct = FakeAPIClient(backend: world.backend)
    let held = dependencies.client(
      direct, whenLost: .requestFailed(.offline), outlivesCaller: outlivesCaller
    ) { _ in
      [.released("done"), .failed("offline", .requestFailed(.offline))]
    }
    let repository = MistakenFeedRepository(
      RemoteFeedRepository(client: held, session: session),
      reading: RemoteFeedRepository(client: direct, session: session), mistake)
    let useCase = FeedUseCase(
      repository: repository, drafts: MistakenDraftStorage(world.drafts, mistake), userID: { User.taro.id },
      makeKey: world.nextKey)
    let store = FeedStore(useCase: useCase, messages: .japanese)
    self.store = store
    outbox = OutboxStore(useCase: useCase, messages: .japanese) { route in
      if case .posted(let post) = route { store.show(posted: post) }
    }
    await outbox.load()
    await store.load()
  }

  /// Posts have the dates and numbers of the server, which decide nothing.
  var fingerprint: StateFingerprint {
    StateFingerprint(store.memory.withoutGenerations, outbox.memory.withoutGenerations)
      .adding(
        world.published.count, world.saved.map { world.published.contains($0.idempotencyKey) }, world.saved,
        world.isLiked)
  }

  static let posting: [StoreAction<PostingApp>] = [
    StoreAction("post", when: { $0.world.published.isEmpty && $0.world.saved.isEmpty }) {
      await $0.outbox.post(text: "Hello")
    },
    StoreAction("retry", when: { !$0.outbox.state.unsent.isEmpty }) { app in
      if let draft = app.outbox.state.unsent.first { await app.outbox.retry(draft: draft.id) }
    },
  ]

  /// The oldest post is there from the start.
  static let like = StoreAction<PostingApp>("like", when: { $0.store.state.posts.last?.isLiked == false }) { app in
    if let post = app.store.state.posts.last { await app.store.like(post: post.id) }
  }

  static let ofPosts: [Invariant<PostingApp, FeedState>] = [
    .following("what was written is at the server or saved, in this life or another", from: false) { isSent, state in
      isSent = isSent || state.calls.contains { $0.name == "POST /v1/posts" }
      return !isSent || !state.subject.world.published.isEmpty || !state.subject.world.saved.isEmpty
    },
    .sometimes("the server has a post whose answer the process did not live to get") { state in
      state.isRelaunched && state.subject.world.published.count == 1 && state.subject.world.saved.count == 1
    },
    .always("a post has one key") { $0.subject.world.published.count <= 1 },
    .always("what is published is saved no longer", when: { $0.answered?.call == "answer to POST /v1/posts" }) {
      state in
      state.answered?.answer != "arrives" || state.subject.world.saved.isEmpty
    },
  ]

  static let ofLike = Invariant<PostingApp, FeedState>
    .always("the heart is what the server has", when: { $0.answered?.call.hasSuffix("/like") == true && $0.isIdle }) {
      state in
      state.answered?.answer != "arrives" || state.state.posts.last?.isLiked == state.subject.world.isLiked
    }
}

private struct MistakenFeedRepository: FeedRepository {
  private let base: RemoteFeedRepository
  private let reading: RemoteFeedRepository
  private let mistake: PostingMistake?
  private let attempts: AttemptCounter

  init(_ base: RemoteFeedRepository, reading: RemoteFeedRepository, _ mistake: PostingMistake?) {
    self.base = base
    self.reading = reading
    self.mistake = mistake
    attempts = AttemptCounter()
  }

  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
    try await reading.page(request)
  }

  func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    switch mistake {
    case .looksAndSendsAnew:
      let page = try await reading.page(FeedPageRequest(timeline: nil))
      if let post = page.posts.first(where: { $0.text == draft.text }) { return post }
      fallthrough
    case .retryWithNewKey:
      let key = "\(draft.idempotencyKey) \(attempts.next())"
      return try await base.send(PostDraft(text: draft.text, replyTo: draft.replyTo, idempotencyKey: key))
    case .failureIsSuccess:
      let page = try await reading.page(FeedPageRequest(timeline: nil))
      do throws(FeedError) { return try await base.send(draft) } catch { return page.posts[0] }
    default: return try await base.send(draft)
    }
  }

  func setLiked(_ isLiked: Bool, post id: Post.ID) async throws(FeedError) -> Post {
    guard mistake == .staleAnswerToLike else { return try await base.setLiked(isLiked, post: id) }
    let before = try await reading.page(FeedPageRequest(timeline: nil))
    let after = try await base.setLiked(isLiked, post: id)
    return before.posts.first { $0.id == id } ?? after
  }
}

private final class AttemptCounter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

/// Keeps a change in memory until the next one, or keeps what is to be removed.
private final class MistakenDraftStorage: DraftStorage {
  private let base: any DraftStorage
  private let mistake: PostingMistake?
  private let late = Mutex<DraftChange?>(nil)

  init(_ base: any DraftStorage, _ mistake: PostingMistake?) {
    self.base = base
    self.mistake = mistake
  }

  func load(for userID: User.ID) async throws(DraftStorageError) -> Drafts {
    try await base.load(for: userID)
  }

  func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError) {
    if case .remove = change, mistake == .draftNeverRemoved { return }
    guard mistake == .draftSavedLate else { return try await base.apply(change, for: userID) }
    let earlier = late.withLock { late in
      defer { late = change }
      return late
    }
    if let earlier { try await base.apply(earlier, for: userID) }
  }

  func removeAll(for userID: User.ID) async throws(DraftStorageError) {
    try await base.removeAll(for: userID)
  }
}
