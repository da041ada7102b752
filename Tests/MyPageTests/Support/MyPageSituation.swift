import MyPage
import StoreExploring

/// The columns of the table: the states, and what can go on in them.
enum MyPageSituation: CaseIterable, Sendable {
  case idle, error, loading, unsaved, saved, fetching, saving, deleting
}

/// The rows of the table.
enum MyPageAction: CaseIterable, Sendable {
  case load, save, delete

  static let input = ProfileInput(name: " 太郎\u{3000}", gender: 1)

  @MainActor
  func perform(on store: MyPageStore) async {
    switch self {
    case .load: await store.load()
    case .save: await store.save(name: Self.input.name, gender: Self.input.gender)
    case .delete: await store.deleteProfile()
    }
  }
}

extension HeldMyPage {
  /// A Store in a situation.
  convenience init(_ situation: MyPageSituation) async throws {
    self.init()
    switch situation {
    case .idle: return
    case .error: try await fail(start(.load), with: .noNetwork)
    case .loading: start(.load)
    case .unsaved: try await load(Sample.none)
    case .saved: try await load(Sample.saved)
    case .fetching:
      try await load(Sample.saved)
      start(.load)
    case .saving:
      try await load(Sample.none)
      start(.save)
    case .deleting:
      try await load(Sample.saved)
      start(.delete)
    }
  }

  private func load(_ stored: StoredProfile) async throws {
    let action = start(.load)
    try reading.succeed(with: stored)
    try await action.finish()
  }
}
