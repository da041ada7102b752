/// All that a view needs to know of Search.
public enum SearchState: Sendable, Equatable {
  /// Nothing is searched for: the first state.
  case idle(SearchContent)
  /// A search is waiting for a pause or for its answer; what was found before stays until then.
  case searching(SearchContent)
  /// A search is over, and this was found: nothing, perhaps.
  case found(SearchContent)
}

extension SearchState {
  /// What is shown.
  public internal(set) var content: SearchContent {
    get {
      switch self {
      case .idle(let content), .searching(let content), .found(let content): content
      }
    }
    set {
      switch self {
      case .idle: self = .idle(newValue)
      case .searching: self = .searching(newValue)
      case .found: self = .found(newValue)
      }
    }
  }

  /// The state in which nothing goes on.
  static func atRest(_ content: SearchContent) -> SearchState {
    content.results == nil ? .idle(content) : .found(content)
  }
}
