import Core
import Observation

/// The search for repositories, as a view observes it, and what a user can do about it.
///
/// The latest wish wins. A new search stops the transfer of the old one, which is why this Store owns the task that a
/// search runs in.
@MainActor
@Observable
public final class SearchStore: SearchActions {
  /// All that a view needs to know.
  public private(set) var state = SearchState.idle(SearchContent())
  /// What the user is told once.
  public private(set) var notice: Notice?

  private let useCase: SearchUseCase
  private let messages: SearchMessages
  private let route: @MainActor (SearchRoute) -> Void
  @ObservationIgnored private var wish = LatestWish()
  @ObservationIgnored private var searching: Task<Result<[SearchRow], SearchError>, Never>?

  /// Makes a Store.
  ///
  /// - Parameters:
  ///   - useCase: What it can do.
  ///   - messages: The texts.
  ///   - route: Performs a route.
  public init(
    useCase: SearchUseCase, messages: SearchMessages = .japanese,
    route: @escaping @MainActor (SearchRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.route = route
  }

  /// Shows the recommended repositories.
  public func load() async {
    let rows = await useCase.recommend.execute().map(SearchRow.init)
    if rows != state.content.recommended { state.content.recommended = rows }
  }

  /// Searches once nobody has typed for a moment.
  ///
  /// - Parameter text: The text, as it was typed.
  public func search(text: String) async {
    let text = text.trimmingWhitespace
    let ticket = wish.begin()
    searching?.cancel()
    searching = nil
    var content = state.content
    guard !text.isEmpty else {
      content.results = nil
      state = .idle(content)
      return
    }
    state = .searching(content)
    let result = await rows(for: text)
    guard wish.isLatest(ticket) else { return }
    searching = nil
    end(text, result)
  }

  /// Asks for the page of a repository.
  ///
  /// - Parameter id: The repository.
  public func select(_ id: SearchRow.ID) {
    let rows = state.content.recommended + (state.content.results?.rows ?? [])
    guard let row = rows.first(where: { $0.id == id }) else { return }
    route(.page(row.htmlURL))
  }

  /// Clears the notice.
  public func dismissNotice() {
    notice = nil
  }

  /// Searches in a task that a later search can cancel, and so can whoever cancels the action.
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
      notice = Notice(title: messages.failedTitle, text: messages.text(for: error), button: messages.dismiss)
    }
    state = .atRest(content)
  }
}
