import Core

/// All that a ``SearchStore`` remembers, apart from the task of a search.
public struct SearchMemory: Sendable, Hashable {
  private var content = SearchContent()
  private var isSearching = false
  /// A message to show once.
  public private(set) var notice: Notice?
  /// The latest search; the answer to an earlier one is ignored.
  public private(set) var generation = Generation()

  /// The state of the screen.
  public var state: SearchState {
    if isSearching { return .searching(content) }
    return content.results == nil ? .idle(content) : .found(content)
  }

  /// The same memory with the first generation: what an exploration compares, which names generations by itself.
  public var withoutGenerations: SearchMemory {
    var memory = self
    memory.generation = Generation()
    return memory
  }

  mutating func recommend(_ rows: [SearchRow]) {
    content.recommended = rows
  }

  /// Begins a search, which makes the one before it stale; `nil` for an empty text, which removes the results.
  mutating func beginSearch(_ text: String) -> Generation? {
    generation.next()
    isSearching = !text.isEmpty
    if !isSearching { content.results = nil }
    return isSearching ? generation : nil
  }

  /// Shows the results, or the reason why there are none.
  mutating func endSearch(
    _ attempt: Generation, _ text: String, _ result: Result<[SearchRow], SearchError>, _ messages: SearchMessages
  ) {
    guard attempt == generation else { return }
    isSearching = false
    switch result {
    case .success(let rows): content.results = SearchResults(text: text, rows: rows)
    case .failure(.cancelled): break
    case .failure(let error): notice = messages.notice(for: error, doing: .search)
    }
  }

  mutating func dismissNotice() {
    notice = nil
  }
}
