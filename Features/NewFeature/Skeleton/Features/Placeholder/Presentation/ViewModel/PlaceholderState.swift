/// All that a view needs to know of Placeholder.
public enum PlaceholderState: Sendable, Equatable {
  /// Nothing was asked for: the first state.
  case idle
  /// The items were asked for and are not there yet.
  case loading
  /// The items are there.
  case loaded(PlaceholderContent)
  /// The items could not be read, and this text says why.
  case error(String)
}

extension PlaceholderState {
  /// The items, where they are there.
  var content: PlaceholderContent? {
    guard case .loaded(let content) = self else { return nil }
    return content
  }
}
