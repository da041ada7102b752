import Core
import Placeholder
import StoreExploring
import StoreTesting
import Testing

/// What the Store passes through, recorded, while the test answers its calls.
@MainActor
struct PlaceholderStoreTests {
  private let reading: HoldingUseCase<Void, [PlaceholderItem], PlaceholderError>
  private let store: PlaceholderStore
  private let routes: Routes

  init() {
    let repository = HeldPlaceholderRepository()
    let routes = Routes()
    reading = repository.reading
    store = PlaceholderStore(useCase: PlaceholderUseCase(repository: repository)) { routes.all.append($0) }
    self.routes = routes
  }

  @Test func `the items are shown once they were read`() async throws {
    try await expectStates(of: store, \.state, [.idle, .loading, .loaded(.sample)]) {
      try await load(.success(PlaceholderContent.sample.items))
    }
  }

  @Test func `a failure is an error first, and a notice once there are items`() async throws {
    let offline = Notice(title: "取得失敗", text: "ネットワーク接続を確認してください。", button: "OK")
    try await expectStates(
      of: store, \.state, [.idle, .loading, .error(offline.text), .loading, .loaded(.sample)],
      and: \.notice, [nil, offline]
    ) {
      try await load(.failure(.noNetwork))
      try await load(.success(PlaceholderContent.sample.items))
      try await load(.failure(.noNetwork))
    }
  }

  @Test func `a double tap is one request, and a cancelled one leaves no trace`() async throws {
    try await expectStates(of: store, \.state, [.idle, .loading, .idle], and: \.notice, [nil]) {
      let loading = StartedAction { await store.load() }
      await store.load()
      #expect(reading.calls.count == 1)
      loading.cancel()
      try await loading.finish()
    }
  }

  @Test func `a chosen item leaves as a route`() {
    store.select("1")
    #expect(routes.all == [.item("1")])
  }

  /// Loads, and answers the call that waits.
  private func load(_ answer: Result<[PlaceholderItem], PlaceholderError>) async throws {
    let loading = StartedAction { await store.load() }
    try reading.answer(answer)
    try await loading.finish()
  }
}

extension PlaceholderContent {
  /// Two items.
  static let sample = PlaceholderContent(items: [
    PlaceholderItem(id: "1", title: "One"), PlaceholderItem(id: "2", title: "Two"),
  ])
}

/// A repository whose calls wait until the test answers them.
private struct HeldPlaceholderRepository: PlaceholderRepository {
  let reading = HoldingUseCase<Void, [PlaceholderItem], PlaceholderError>("items", whenCancelled: .cancelled)

  func items() async throws(PlaceholderError) -> [PlaceholderItem] {
    try await reading.execute()
  }
}

/// The routes that left the Store, in order.
@MainActor
private final class Routes {
  var all: [PlaceholderRoute] = []
}
