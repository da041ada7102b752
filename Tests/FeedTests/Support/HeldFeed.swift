import Core
import Feed
import StoreExploring
import StoreTesting
import Synchronization
import Testing

/// A Store whose calls wait until the test answers them.
@MainActor
final class HeldFeed {
  /// A repository of held calls.
  struct Repository: FeedRepository {
    let reading = HoldingUseCase<Void, [Timeline], FeedError>("timelines", whenCancelled: .cancelled)
    let paging = HoldingUseCase<FeedPageRequest, FeedPage, FeedError>("page", whenCancelled: .cancelled)
    let sending = HoldingUseCase<PostDraft, Post, FeedError>("post", whenCancelled: .cancelled)

    func timelines() async throws(FeedError) -> [Timeline] { try await reading.execute() }
    func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { try await paging.execute(request) }
    func send(_ draft: PostDraft) async throws(FeedError) -> Post { try await sending.execute(draft) }
  }

  let repository = Repository()
  let store: FeedStore
  private let recordedRoutes: Routes
  private var started: [StartedAction] = []

  init() {
    let routes = Routes()
    var useCase = FeedUseCase(repository: repository)
    let keys = Mutex(0)
    useCase.draftPost = AnyUseCase(
      DraftPost {
        keys.withLock { number in
          number += 1
          return "key-\(number)"
        }
      })
    recordedRoutes = routes
    store = FeedStore(useCase: useCase) { routes.all.append($0) }
  }

  var paging: HoldingUseCase<FeedPageRequest, FeedPage, FeedError> { repository.paging }
  var sending: HoldingUseCase<PostDraft, Post, FeedError> { repository.sending }
  var reading: HoldingUseCase<Void, [Timeline], FeedError> { repository.reading }
  var routes: [FeedRoute] { recordedRoutes.all }

  /// The action that was started last: the one that goes on in the situation that the Store was made in.
  var pending: StartedAction {
    get throws { try #require(started.last) }
  }

  /// How many calls wait.
  var waiting: Int { reading.calls.count + paging.calls.count + sending.calls.count }

  /// Starts an action, and returns once it stands at a call or has returned.
  @discardableResult
  func start(_ action: FeedAction) -> StartedAction {
    start("\(action)") { await action.perform(on: $0) }
  }

  func startSelecting(_ timeline: Timeline.ID) -> StartedAction {
    start("select \(timeline)") { await $0.select(timeline: timeline) }
  }

  func start(_ name: String, _ action: @escaping @MainActor (FeedStore) async -> Void) -> StartedAction {
    let store = store
    let result = StartedAction(name) { await action(store) }
    started.append(result)
    return result
  }

  /// Answers an action that reads: the timelines where they are asked for, and a page.
  func answer(_ action: StartedAction, _ page: Result<FeedPage, FeedError>) async throws {
    if !reading.calls.isEmpty {
      try reading.succeed(with: [Sample.home, Sample.swift])
      await action.waitUntilSuspended()
    }
    try paging.answer(page)
    try await action.finish()
  }

  /// Cancels what still waits.
  func end() async throws {
    for action in started { action.cancel() }
    for action in started { try await action.finish() }
  }

  /// Asserts all that comes of an action: every state, every notice and every route.
  func expect(
    _ states: [FeedState], notices: [Notice?] = [nil], routes expectedRoutes: [FeedRoute] = [],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    during action: () async throws -> Void
  ) async rethrows {
    let before = routes.count
    try await expectStates(
      of: store, \.state, states, and: \.notice, notices, fileID: fileID, filePath: filePath, line: line,
      column: column, during: action)
    let location = SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    #expect(Array(routes.dropFirst(before)) == expectedRoutes, sourceLocation: location)
  }
}

/// The routes that left a Store, in order.
@MainActor
final class Routes {
  var all: [FeedRoute] = []
}
