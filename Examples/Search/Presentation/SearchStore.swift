import Core
import Observation

/// Observable search for repositories and its actions.
///
/// The last search wins. It stops the transfer of the one before it, so this Store owns the task of a search.
@MainActor
@Observable
public final class SearchStore: SearchActions {
  /// The state of the screen.
  public private(set) var state = SearchState.idle(SearchContent())
  /// A message to show once.
  public private(set) var notice: Notice?
  /// The strings of the screen.
  public let messages: SearchMessages

  private let useCase: SearchUseCase
  private let onRoute: @MainActor (SearchRoute) -> Void
  @ObservationIgnored private var generation = Generation()
  @ObservationIgnored private var searching: Task<Result<[SearchRow], SearchError>, Never>?

  /// Creates a Store; `onRoute` navigates.
  public init(
    useCase: SearchUseCase, messages: SearchMessages = SearchMessages(language: .preferred),
    onRoute: @escaping @MainActor (SearchRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.onRoute = onRoute
  }

  public func load() async {
    let rows = await useCase.recommend.execute().map(SearchRow.init)
    if rows != state.content.recommended { state.content.recommended = rows }
  }

  public func search(text: String) async {
    let text = text.trimmedInput ?? text
    let current = generation.next()
    searching?.cancel()
    searching = nil
    guard !text.isEmpty else {
      state = .idle(SearchContent(recommended: state.content.recommended))
      return
    }
    state = .searching(state.content)
    let result = await rows(for: text)
    guard generation == current else { return }
    searching = nil
    end(text, result)
  }

  public func select(_ id: SearchRow.ID) {
    let rows = state.content.recommended + (state.content.results?.rows ?? [])
    guard let row = rows.first(where: { $0.id == id }) else { return }
    onRoute(.page(row.htmlURL))
  }

  public func dismissNotice() {
    notice = nil
  }

  /// Searches in a task that the next search can cancel, and the caller too.
  private func rows(for text: String) async -> Result<[SearchRow], SearchError> {
    let task = Task { [useCase] () async -> Result<[SearchRow], SearchError> in
      do throws(SearchError) {
        try await useCase.waitForPause.execute()
        let repositories = try await useCase.search.execute(text)
        return .success(await useCase.sort.execute(repositories).map(SearchRow.init))
      } catch {
        return .failure(error)
      }
    }
    searching = task
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func end(_ text: String, _ result: Result<[SearchRow], SearchError>) {
    var content = state.content
    switch result {
    case .success(let rows):
      content.results = SearchResults(text: text, rows: rows)
    case .failure(.cancelled):
      break
    case .failure(let error):
      notice = Notice(
        title: messages.failedTitle, text: messages.search(failedWith: error), button: messages.common.dismiss)
    }
    state = content.results == nil ? .idle(content) : .found(content)
  }
}
