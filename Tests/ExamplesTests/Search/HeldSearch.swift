import Core
import Foundation
import Search
import StoreExploring
import StoreTesting
import Testing

/// A Store whose pauses and searches wait until the test ends them.
@MainActor
final class HeldSearch {
  let pause = HoldingUseCase<Void, Void, SearchError>("pause", whenCancelled: .cancelled)
  let searching: HoldingUseCase<String, [CodeRepositorySummary], SearchError>
  let store: SearchStore
  private let recorded: RecordedRoutes

  /// - Parameter whenCancelled: What a search throws that is cancelled; `nil` takes no notice of it.
  init(whenCancelled: SearchError? = .cancelled) {
    let searching = HoldingUseCase<String, [CodeRepositorySummary], SearchError>("search", whenCancelled: whenCancelled)
    self.searching = searching
    var useCase = SearchUseCase(repository: NoRepository())
    useCase.waitForPause = AnyUseCase(pause)
    useCase.search = AnyUseCase(searching)
    let recorded = RecordedRoutes()
    store = SearchStore(useCase: useCase) { recorded.all.append($0) }
    self.recorded = recorded
  }

  /// The routes that left the Store, in order.
  var routes: [SearchRoute] { recorded.all }

  /// Starts a search, and returns once it waits for the pause.
  func type(_ text: String) async -> StartedAction {
    let store = store
    let action = StartedAction("search “\(text)”") { await store.search(text: text) }
    await action.waitUntilSuspended()
    return action
  }

  /// Starts a search, and returns once it waits for its answer.
  func startSearching(_ text: String) async throws -> StartedAction {
    let action = await type(text)
    try pause.succeed()
    await action.waitUntilSuspended()
    return action
  }

  /// Searches and finds these.
  func find(_ text: String, _ result: Result<[CodeRepositorySummary], SearchError>) async throws {
    let action = try await startSearching(text)
    try searching.answer(result)
    try await action.finish()
  }

  /// Asserts every state and every notice.
  func expect(
    _ states: [SearchState], notices: [Notice?] = [nil], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    during action: () async throws -> Void
  ) async rethrows {
    try await expectStates(
      of: store, \.state, states, and: \.notice, notices, fileID: fileID, filePath: filePath, line: line,
      column: column, during: action)
  }
}

@MainActor
private final class RecordedRoutes {
  var all: [SearchRoute] = []
}

/// Stands where the held use cases need none.
private struct NoRepository: SearchRepository {
  func repositories(matching text: String) async throws(SearchError) -> [CodeRepositorySummary] {
    throw .noNetwork
  }
}

/// Repositories and states to test with.
enum SearchSample {
  static func repository(_ name: String, stars: Int? = 1) -> CodeRepositorySummary {
    CodeRepositorySummary(
      name: name, stars: stars, htmlURL: URL(filePath: "/").appending(path: name))
  }

  /// The state after a search that found these.
  static func found(_ text: String, _ names: String...) -> SearchState {
    .found(content(text, names))
  }

  /// The state in which these are shown while something else is searched for.
  static func searching(after text: String, _ names: String...) -> SearchState {
    .searching(content(text, names))
  }

  private static func content(_ text: String, _ names: [String]) -> SearchContent {
    SearchContent(results: SearchResults(text: text, rows: names.map { SearchRow(repository($0)) }))
  }

  static let idle = SearchState.idle(SearchContent())
  static let searching = SearchState.searching(SearchContent())

  static func notice(_ text: String) -> Notice {
    Notice(title: "通信エラー", text: text, button: "OK")
  }
}
