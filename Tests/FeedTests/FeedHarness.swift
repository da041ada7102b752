import Core
import Feed
import Foundation
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// A Store whose requests wait until the test answers them.
@MainActor
final class FeedHarness {
  let lists = HoldingUseCase<Void, [Timeline], FeedError>("lists", whenCancelled: .cancelled)
  let pages = HoldingUseCase<FeedPageRequest, FeedPage, FeedError>("page", whenCancelled: .cancelled)
  let posts = HoldingUseCase<PostDraft, Post, FeedError>("post", whenCancelled: .cancelled)
  let likes = HoldingUseCase<LikeRequest, Post, FeedError>("like", whenCancelled: .cancelled)
  let deletions = HoldingUseCase<Post.ID, Void, FeedError>("delete", whenCancelled: .cancelled)
  let changes = HoldingUseCase<DraftChange, Void, FeedError>("draft")
  let storage: InMemoryDraftStorage
  let routes = Log<FeedRoute>()
  let store: FeedStore
  private var started: [StartedAction] = []

  /// Creates a Store that has no lists, or whose lists wait too, and whose drafts are saved at once, or wait too.
  init(holdsLists: Bool = false, holdsDrafts: Bool = false, stored: Drafts = Drafts()) {
    let keys = Mutex(0)
    let draftPost = DraftPost {
      keys.withLock { number in
        number += 1
        return "key-\(number)"
      }
    }
    storage = InMemoryDraftStorage(["": stored])
    let storage = storage
    let useCase = FeedUseCase(
      readPage: AnyUseCase(pages), readTimelines: holdsLists ? AnyUseCase(lists) : AnyUseCase { _ in [] },
      draftPost: AnySynchronousUseCase { (input: PostInput) throws(FeedError) in try draftPost.execute(input) },
      sendPost: AnyUseCase(posts), likePost: AnyUseCase(likes), deletePost: AnyUseCase(deletions),
      readDrafts: AnyUseCase { _ in storage.load(for: "") },
      changeDrafts: holdsDrafts ? AnyUseCase(changes) : AnyUseCase { storage.apply($0, for: "") },
      currentUser: AnySynchronousUseCase { _ in "author-1" })
    store = FeedStore(useCase: useCase, messages: .japanese, onRoute: routes.append)
  }

  /// Creates a Store in one column of the table of states; the posts that it shows are 5, 4 and 3.
  convenience init(_ situation: Situation) async throws {
    self.init()
    try await bring(to: situation)
  }

  func bring(to situation: Situation) async throws {
    switch situation {
    case .idle: break
    case .loading: start(.load)
    case .error: try await finish(start(.load), .failure(.noNetwork))
    case .notAuthorized: try await finish(start(.load), .failure(.notAuthorized))
    case .empty: try await finish(start(.load), .success(.sample([])))
    case .loaded, .refreshing, .loadingMore, .posting:
      try await finish(start(.load), .success(.sample([5, 4, 3], next: 3)))
    }
    switch situation {
    case .refreshing: start(.refresh)
    case .loadingMore: start(.loadMore)
    case .posting: start(.post)
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
  var saved: Drafts { storage.load(for: "") }

  /// The texts of the unsent posts, each with its failure.
  var unsent: [String: FeedError?] {
    Dictionary(uniqueKeysWithValues: store.outbox.unsent.map { ($0.draft.text, $0.failure) })
  }

  var last: StartedAction {
    get throws { try #require(started.last) }
  }

  /// The notice of a reaction that failed.
  func notice(_ error: FeedError) -> Notice {
    Notice(title: "変更失敗", text: store.messages.text(for: error), button: "OK")
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

/// A Store at a fake backend, with 太郎 signed in.
@MainActor
final class ServedFeed {
  let routes = Log<FeedRoute>()
  let held: HoldingAPIClient
  let storage: any DraftStorage
  private(set) var store: FeedStore
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
    store = FeedStore(
      client: isHeld ? held : preview.client, session: preview.session, drafts: storage, messages: .japanese,
      onRoute: routes.append)
  }

  func signIn() async {
    await preview.signIn()
  }

  /// Replaces the Store, as the end of the process does.
  func relaunch() {
    store = FeedStore(client: preview.client, session: preview.session, drafts: storage, messages: .japanese)
  }

  var backend: FakeBackend { preview.backend }
  var session: Session { preview.session }
  var posts: [Post] { store.state.posts }
}

/// A column of the table of states.
enum Situation: CaseIterable, Sendable {
  case idle, error, notAuthorized, loading, empty, loaded, refreshing, loadingMore, posting

  /// Those in which no timeline is shown and nothing is in progress.
  static let withoutTimeline = [Situation.idle, .error, .notAuthorized]
}

/// A row of the table of states.
enum Action: CaseIterable, Sendable {
  case load, refresh, loadMore, select, post, compose

  @MainActor
  func perform(on store: FeedStore) async {
    switch self {
    case .load: await store.load()
    case .refresh: await store.refresh()
    case .loadMore: await store.loadMore()
    case .select: await store.select(timeline: "swift")
    case .post: await store.post(text: " Text 6\n")
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
    _ numbers: [Int], next: Int? = nil, _ reading: FeedReading = .idle, isPosting: Bool = false
  ) -> FeedState {
    .loaded(FeedContent(.sample(numbers, next: next), reading: reading, isPosting: isPosting))
  }

  /// The state of ``Situation/loaded``.
  static func loaded(_ reading: FeedReading = .idle, isPosting: Bool = false) -> FeedState {
    .loaded([5, 4, 3], next: 3, reading, isPosting: isPosting)
  }

  var posts: [Post] { content.map { Array($0.posts) } ?? [] }
}

extension Notice {
  static func readFailed(_ text: String = CommonMessages.japanese.noNetwork) -> Notice {
    Notice(title: "取得失敗", text: text, button: "OK")
  }

  static func postFailed(_ text: String = CommonMessages.japanese.noNetwork) -> Notice {
    Notice(title: "投稿失敗", text: text, button: "OK")
  }
}
