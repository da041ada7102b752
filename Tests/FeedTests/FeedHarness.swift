import Core
import CoreTesting
import Foundation
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import Feed

/// A feed and an outbox whose requests wait until the test answers them; what is posted reaches the feed.
@MainActor
final class FeedHarness {
  let repository: HeldRepository
  let changes = HoldingUseCase<DraftChange, Void, DraftStorageError>("draft")
  let storage: InMemoryDraftStorage
  /// The signed-in user; `nil` where none is signed in.
  let user = Log<User.ID?>()
  let routes = Log<FeedRoute>()
  let posted = Log<OutboxRoute>()
  let store: FeedStore
  let outbox: OutboxStore
  private var started: [StartedAction] = []

  /// Creates Stores that have no lists, or whose lists wait too, and whose drafts are saved at once, or wait too.
  init(
    holdsLists: Bool = false, holdsDrafts: Bool = false, stored: Drafts = Drafts(),
    capabilities: Set<FeedCapability> = Set(FeedCapability.allCases)
  ) {
    let keys = Mutex(0)
    repository = HeldRepository(holdsLists: holdsLists, capabilities: capabilities)
    storage = InMemoryDraftStorage([Self.author: stored])
    let user = user
    user.append(Self.author)
    let drafts: any DraftStorage = holdsDrafts ? HeldDraftStorage(changes: changes) : storage
    let useCase = FeedUseCase(repository: repository, drafts: drafts, userID: { user.values.last ?? nil }) {
      keys.withLock { number in
        number += 1
        return "key-\(number)"
      }
    }
    let store = FeedStore(useCase: useCase, messages: .japanese, onRoute: routes.append)
    self.store = store
    let posted = posted
    outbox = OutboxStore(useCase: useCase, messages: .japanese) { route in
      posted.append(route)
      if case .posted(let post) = route { store.show(posted: post) }
    }
  }

  nonisolated static let author = "author-1"

  var lists: HoldingUseCase<Void, [Timeline], FeedError> { repository.lists }
  var pages: HoldingUseCase<FeedPageRequest, FeedPage, FeedError> { repository.pages }
  var posts: HoldingUseCase<PostDraft, Post, FeedError> { repository.posts }
  var likes: HoldingUseCase<LikeRequest, Post, FeedError> { repository.likes }
  var deletions: HoldingUseCase<Post.ID, Void, FeedError> { repository.deletions }

  /// Lets the Stores follow a session, in which another user signs in.
  func observe(_ session: Session) {
    store.observe(session)
    outbox.observe(session)
  }

  /// Creates a Store in one column of the table of states; the posts that it shows are 5, 4 and 3.
  convenience init(
    _ situation: Situation, capabilities: Set<FeedCapability> = Set(FeedCapability.allCases)
  ) async throws {
    self.init(capabilities: capabilities)
    try await bring(to: situation)
  }

  func bring(to situation: Situation) async throws {
    switch situation {
    case .idle: break
    case .loading: start(.load)
    case .error: try await finish(start(.load), .failure(.noNetwork))
    case .notAuthorized:
      user.append(nil)
      outbox.startAfresh()
      try await finish(start(.load), .failure(.notAuthorized))
    case .empty: try await finish(start(.load), .success(.sample([])))
    case .loaded, .refreshing, .loadingMore:
      try await finish(start(.load), .success(.sample([5, 4, 3], next: 3)))
    }
    switch situation {
    case .refreshing: start(.refresh)
    case .loadingMore: start(.loadMore)
    case .idle, .loading, .error, .notAuthorized, .empty, .loaded: break
    }
  }

  var waiting: Int {
    [
      lists.calls.count, pages.calls.count, posts.calls.count, likes.calls.count, deletions.calls.count,
      changes.calls.count,
    ].reduce(0, +)
  }

  /// The drafts that are saved.
  var saved: Drafts { storage.load(for: Self.author) }

  /// The texts of the unsent posts, each with its failure.
  var unsent: [String: FeedError?] {
    Dictionary(uniqueKeysWithValues: outbox.state.unsent.map { ($0.draft.text, $0.failure) })
  }

  var last: StartedAction {
    get throws { try #require(started.last) }
  }

  /// The notice of a reaction that failed.
  func notice(_ error: FeedError) -> Notice {
    Notice(title: "変更失敗", text: store.messages.text(for: error, doing: .change), button: "OK")
  }

  @discardableResult
  func start(_ action: Action) -> StartedAction {
    start("\(action)") { await action.perform(on: $0) }
  }

  func start(_ name: String, _ action: @escaping @MainActor (FeedStore) async -> Void) -> StartedAction {
    let store = store
    let result = StartedAction(name) { await action(store) }
    started.append(result)
    return result
  }

  /// Starts an action of the outbox.
  @discardableResult
  func start(outbox name: String, _ action: @escaping @MainActor (OutboxStore) async -> Void) -> StartedAction {
    let outbox = outbox
    return start(name) { _ in await action(outbox) }
  }

  @discardableResult
  func post(_ text: String = " Text 6\n", replyTo: Post.ID? = nil) -> StartedAction {
    start(outbox: "post") { await $0.post(text: text, replyTo: replyTo) }
  }

  func retry(_ id: PostDraft.ID) -> StartedAction {
    start(outbox: "retry") { await $0.retry(draft: id) }
  }

  func keep(_ text: String, replyTo: Post.ID? = nil) -> StartedAction {
    start(outbox: "keep") {
      $0.compose(text: text, replyTo: replyTo)
      await $0.keep()
    }
  }

  /// Answers the last request for a page and waits for the action.
  func finish(_ action: StartedAction, _ page: Result<FeedPage, FeedError>) async throws {
    try pages.answer(page, call: pages.calls.count - 1)
    try await action.finish()
  }

  func finish(_ action: StartedAction, post: Result<Post, FeedError>) async throws {
    try posts.answer(post)
    try await action.finish()
  }

  /// Asserts every state, notice and route during an action.
  func expect(
    _ states: [FeedState], notices: [Notice?] = [nil], routes expectedRoutes: [FeedRoute] = [],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    during action: () async throws -> Void
  ) async rethrows {
    let before = routes.values.count
    try await expectStates(
      of: store, \.state, states, and: \.notice, notices, fileID: fileID, filePath: filePath, line: line,
      column: column, during: action)
    let location = SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    #expect(Array(routes.values.dropFirst(before)) == expectedRoutes, sourceLocation: location)
  }
}

struct LikeRequest: Hashable {
  let post: Post.ID
  let isLiked: Bool
}

/// A repository whose answers the test gives.
struct HeldRepository: FeedRepository {
  let lists = HoldingUseCase<Void, [Timeline], FeedError>("lists", whenCancelled: .cancelled)
  let pages = HoldingUseCase<FeedPageRequest, FeedPage, FeedError>("page", whenCancelled: .cancelled)
  let posts = HoldingUseCase<PostDraft, Post, FeedError>("post", whenCancelled: .cancelled)
  let likes = HoldingUseCase<LikeRequest, Post, FeedError>("like", whenCancelled: .cancelled)
  let deletions = HoldingUseCase<Post.ID, Void, FeedError>("delete", whenCancelled: .cancelled)
  let holdsLists: Bool
  var capabilities = Set(FeedCapability.allCases)

  func timelines() async throws(FeedError) -> [Timeline] { holdsLists ? try await lists.execute() : [] }
  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { try await pages.execute(request) }
  func send(_ draft: PostDraft) async throws(FeedError) -> Post { try await posts.execute(draft) }
  func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
    switch reaction {
    case .like, .unlike: return try await likes.execute(LikeRequest(post: id, isLiked: reaction == .like))
    case .delete:
      try await deletions.execute(id)
      return nil
    }
  }
}

/// A storage whose answers the test gives.
struct HeldDraftStorage: DraftStorage {
  var reads: HoldingUseCase<Void, Drafts, DraftStorageError>?
  var changes: HoldingUseCase<DraftChange, Void, DraftStorageError>?

  func load(for userID: User.ID) async throws(DraftStorageError) -> Drafts { try await reads?.execute() ?? Drafts() }
  func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError) {
    try await changes?.execute(change)
  }
  func removeAll(for userID: User.ID) {}
}

/// A storage that has the drafts of 太郎, and no room.
struct FullDraftStorage: DraftStorage {
  let drafts: Drafts

  func load(for userID: User.ID) -> Drafts { userID == User.taro.id ? drafts : Drafts() }
  func apply(_ change: DraftChange, for userID: User.ID) throws(DraftStorageError) { throw .notWritten(reason: "full") }
  func removeAll(for userID: User.ID) {}
}

/// Stores at a fake backend, with 太郎 signed in.
@MainActor
final class ServedFeed {
  let routes = Log<FeedRoute>()
  let held: HoldingAPIClient
  let storage: any DraftStorage
  private(set) var store: FeedStore
  private(set) var outbox: OutboxStore
  private let preview: PreviewBackend

  /// Creates a Store whose requests wait, or pass.
  init(
    _ configuration: FakeConfiguration = FakeConfiguration(now: { .sample }), isHeld: Bool = false,
    storage: any DraftStorage = InMemoryDraftStorage()
  ) async {
    preview = PreviewBackend(configuration)
    self.storage = storage
    await preview.signIn()
    held = HoldingAPIClient(preview.client)
    (store, outbox) = Self.stores(isHeld ? held : preview.client, preview.session, storage, routes)
  }

  func signIn() async {
    await preview.signIn()
  }

  /// Replaces the Stores, as the end of the process does.
  func relaunch() async {
    (store, outbox) = Self.stores(preview.client, preview.session, storage, routes)
    await outbox.load()
    await store.load()
  }

  private static func stores(
    _ client: any APIClient, _ session: Session, _ storage: any DraftStorage, _ routes: Log<FeedRoute>
  ) -> (FeedStore, OutboxStore) {
    let store = FeedStore(
      client: client, session: session, drafts: storage, messages: .japanese, onRoute: routes.append)
    let outbox = OutboxStore(client: client, session: session, drafts: storage, messages: .japanese) { route in
      if case .posted(let post) = route { store.show(posted: post) }
    }
    return (store, outbox)
  }

  var backend: FakeBackend { preview.backend }
  var session: Session { preview.session }
  var posts: [Post] { store.state.posts }
}

/// A column of the table of states.
enum Situation: CaseIterable, Sendable {
  case idle, error, notAuthorized, loading, empty, loaded, refreshing, loadingMore

  /// Those in which no timeline is shown and nothing is in progress.
  static let withoutTimeline = [Situation.idle, .error, .notAuthorized]
}

/// A row of the table of states.
enum Action: CaseIterable, Sendable {
  case load, refresh, loadMore, select, compose

  @MainActor
  func perform(on store: FeedStore) async {
    switch self {
    case .load: await store.load()
    case .refresh: await store.refresh()
    case .loadMore: await store.loadMore()
    case .select: await store.select(timeline: .list("swift"))
    case .compose: store.compose(replyTo: "5")
    }
  }
}

extension Post {
  /// A post whose identifier and date are its number.
  static func sample(_ number: Int, replyTo: Int? = nil) -> Post {
    Post(
      id: "\(number)", author: Author(id: "author-1", name: "花子", screenName: "hanako"), text: "Text \(number)",
      createdAt: Date(timeIntervalSince1970: Double(number)), inReplyTo: replyTo.map(String.init))
  }
}

extension FeedPage {
  static func sample(_ numbers: [Int], next: Int? = nil) -> FeedPage {
    FeedPage(posts: numbers.map { .sample($0) }, nextCursor: next.map(String.init))
  }
}

extension FeedState {
  static let empty = FeedState.empty(FeedContent(.sample([])))
  static let offline = FeedState.error(CommonMessages.japanese.noNetwork)

  static func loaded(
    _ numbers: [Int], next: Int? = nil, _ reading: FeedReading = .idle
  ) -> FeedState {
    .loaded(FeedContent(.sample(numbers, next: next), reading: reading))
  }

  /// The state of ``Situation/loaded``.
  static func loaded(_ reading: FeedReading = .idle) -> FeedState {
    .loaded([5, 4, 3], next: 3, reading)
  }

  var posts: [Post] { content.map { Array($0.posts) } ?? [] }
}

extension Notice {
  static func readFailed(_ text: String = CommonMessages.japanese.noNetwork) -> Notice {
    Notice(title: "取得失敗", text: text, button: "OK")
  }

  static func postFailed(
    _ text: String = CommonMessages.japanese.noNetwork, kind: Notice.Kind = .failure
  ) -> Notice {
    Notice(title: "投稿失敗", text: text, button: "OK", kind: kind)
  }
}
