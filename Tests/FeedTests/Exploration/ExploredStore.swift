import Core
import Feed
import StoreExploring

/// A Store whose calls wait for the schedule, and what its server and its root have seen.
@MainActor
final class ExploredStore {
  let store: FeedStore
  let server = ExploredServer()
  /// The state in which nothing ran.
  private(set) var before = FeedState.idle
  private let recordedRoutes = Routes()
  private var runningActions = 0

  var routes: [FeedRoute] { recordedRoutes.all }

  init(_ holds: ControlledDependencies, _ answers: ExploredAnswers, isLoaded: Bool) async {
    let server = server
    let timelines = holds.useCase("timelines", whenCancelled: FeedError.cancelled) { (_: Void) in answers.timelines() }
    let page = holds.useCase("page", whenCancelled: FeedError.cancelled) { (request: FeedPageRequest) in
      answers.page(server.page(request))
    }
    let post = holds.useCase("post", whenCancelled: FeedError.cancelled) { (draft: PostDraft) in
      answers.post(server.post(draft))
    }
    var useCase = FeedUseCase(repository: Nobody())
    useCase.readTimelines = AnyUseCase { (_: Void) async throws(FeedError) -> [Timeline] in
      try await server.readTimelines(timelines)
    }
    useCase.readPage = AnyUseCase { (request: FeedPageRequest) async throws(FeedError) -> FeedPage in
      try await server.readPage(request, page)
    }
    useCase.draftPost = AnyUseCase(DraftPost { server.nextKey() })
    useCase.sendPost = AnyUseCase { (draft: PostDraft) async throws(FeedError) -> Post in
      try await server.send(draft, post)
    }
    let routes = recordedRoutes
    store = FeedStore(useCase: useCase) { routes.all.append($0) }
    if isLoaded { await store.load() }
    before = store.state
    server.isHolding = true
  }

  /// All that decides what happens next.
  var fingerprint: StateFingerprint {
    StateFingerprint(store, ignoring: ["notice", "messages"], onlyWhileRunning: ["wish"])
      .adding(server.content, onlyWhileRunning: server.outcomes)
  }

  /// What is done to a Store that shows nothing yet.
  static let firstActions: [StoreAction<ExploredStore>] = [
    StoreAction("load") { await $0.perform { await $0.load() } }, selectSwift, post,
  ]

  /// What is done to a Store that shows posts.
  static let actions: [StoreAction<ExploredStore>] = [
    StoreAction("refresh") { await $0.perform { await $0.refresh() } },
    StoreAction("loadMore") { await $0.perform { await $0.loadMore() } },
    StoreAction("select home") { await $0.select(Sample.home.id) }, selectSwift, post,
  ]

  private static let selectSwift = StoreAction<ExploredStore>("select swift") { await $0.select(Sample.swift.id) }
  private static let post = StoreAction<ExploredStore>("post") { await $0.perform { await $0.post(text: "Hello") } }

  private func perform(_ action: (FeedStore) async -> Void) async {
    if runningActions == 0 {
      before = store.state
      server.begin(showing: store.state.shownTimelines?.chosen?.id)
    }
    runningActions += 1
    await action(store)
    runningActions -= 1
  }

  private func select(_ timeline: Timeline.ID) async {
    await perform { store in
      await ExploredServer.$selection.withValue(server.select(timeline)) { await store.select(timeline: timeline) }
    }
  }
}

/// A repository that is never asked, because every use case has its place taken.
private struct Nobody: FeedRepository {
  func timelines() async throws(FeedError) -> [Timeline] { throw .cancelled }
  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { throw .cancelled }
  func send(_ draft: PostDraft) async throws(FeedError) -> Post { throw .cancelled }
}

extension FeedState {
  /// The timelines to choose from, where they are shown.
  var shownTimelines: TimelineSelection? {
    switch self {
    case .loaded(let content): content.timelines
    case .empty(let timelines): timelines
    case .idle, .loading, .notAuthorized, .error: nil
    }
  }

  /// What goes on while posts are shown.
  var shownActivity: FeedActivity? {
    guard case .loaded(let content) = self else { return nil }
    return content.activity
  }
}
