import Core
import Foundation
import Observation

/// Observable search for repositories and its actions.
///
/// The last search wins. It stops the transfer of the one before it, so this Store owns the task of a search.
@MainActor
@Observable
public final class SearchStore: SearchActions {
  /// All that the Store remembers, apart from the task of a search.
  public private(set) var memory = SearchMemory()
  /// The strings of the screen.
  public let messages: SearchMessages

  private let useCase: SearchUseCase
  private let onRoute: @MainActor (SearchRoute) -> Void
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

  /// The state of the screen.
  public var state: SearchState { memory.state }
  /// A message to show once.
  public var notice: Notice? { memory.notice }

  public func load() async {
    memory.recommend(await useCase.recommend.execute().map(SearchRow.init))
  }

  public func search(text: String) async {
    let isUsable = text.utf8.count <= SearchUseCase.maximumTextSize
    let text = isUsable ? text.trimmingCharacters(in: .whitespacesAndNewlines) : text
    searching?.cancel()
    guard let attempt = memory.beginSearch(text) else { return }
    memory.endSearch(attempt, text, await rows(for: text), messages)
  }

  public func select(_ id: SearchRow.ID) {
    let rows = state.content.recommended + (state.content.results?.rows ?? [])
    guard let row = rows.first(where: { $0.id == id }) else { return }
    onRoute(.page(row.htmlURL))
  }

  public func dismissNotice() {
    memory.dismissNotice()
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
}
