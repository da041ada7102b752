/// All that a view needs to know of MyPage.
public enum MyPageState: Sendable, Equatable {
  /// Nothing was asked for: the first state.
  case idle
  /// The profile was asked for and is not there yet.
  case loading
  /// The profile is known, or it is known that there is none.
  case loaded(MyPageContent)
  /// The profile could not be read, and this text says why.
  case error(String)
}

extension MyPageState {
  /// The profile, where it is known.
  var content: MyPageContent? {
    guard case .loaded(let content) = self else { return nil }
    return content
  }

  /// Changes what is shown where it lies.
  mutating func change(_ body: (inout MyPageContent) -> Void) {
    guard case .loaded(var content) = self else { return }
    body(&content)
    self = .loaded(content)
  }
}
