import Core
import Placeholder
import StoreExploring
import StoreTesting
import Testing

@MainActor
struct PlaceholderStoreTests {
  private let reading = HoldingUseCase<Void, [PlaceholderItem], PlaceholderError>("read", whenCancelled: .cancelled)
  private let items = [PlaceholderItem(id: "1", title: "One"), PlaceholderItem(id: "2", title: "Two")]

  private func store(onRoute: @escaping @MainActor (PlaceholderRoute) -> Void = { _ in }) -> PlaceholderStore {
    PlaceholderStore(
      useCase: PlaceholderUseCase(readItems: AnyUseCase(reading)), messages: .english, onRoute: onRoute)
  }

  private func load(_ store: PlaceholderStore, _ answer: Result<[PlaceholderItem], PlaceholderError>) async throws {
    let action = StartedAction("load") { await store.load() }
    try reading.answer(answer)
    try await action.finish()
  }

  @Test func `A first failure is shown in place of the items, a later one as a notice`() async throws {
    let store = store()
    let text = "Check your network connection."
    let notice = Notice(title: "Loading Failed", text: text, button: "Try Again", action: .retry)
    try await expectStates(
      of: store, \.state, [.idle, .loading, .error(text), .loading, .loaded(items)], and: \.notice, [nil, notice, nil]
    ) {
      try await load(store, .failure(.noNetwork))
      try await load(store, .success(items))
      try await load(store, .failure(.noNetwork))
      store.dismissNotice()
    }
  }

  @Test func `An item and a missing sign-in leave as routes`() async throws {
    var routes: [PlaceholderRoute] = []
    let store = store { routes.append($0) }
    store.select("1")
    try await load(store, .failure(.notAuthorized))
    #expect(routes == [.item("1"), .signIn])
  }

  @Test func `No order of actions, responses and cancellations breaks an invariant`() async {
    let explorer = StoreExplorer(
      state: \PlaceholderStore.state, actions: [StoreAction("load") { await $0.load() }],
      invariants: [
        .always("one request is sent at a time") { $0.calls.count <= 1 },
        .always("the state is loading only during a request") { $0.state != .loading || $0.calls.count == 1 },
        .always("items stay until other items arrive") { $0.previousState.items == nil || $0.state.items != nil },
        .following("cancelled work restores the state", from: PlaceholderState.idle) { idle, state in
          guard state.isIdle else { return true }
          defer { idle = state.state }
          guard case .cancelled = state.lastEvents.first else { return true }
          return state.state == idle
        },
      ],
      fingerprint: { StateFingerprint($0, ignoring: ["notice"]) },
      make: { dependencies in
        let read = dependencies.useCase("read", whenCancelled: PlaceholderError.cancelled) { (_: Void) in
          [.success("items", items), .success("none", []), .failure("offline", .noNetwork)]
        }
        return PlaceholderStore(useCase: PlaceholderUseCase(readItems: read))
      })
    await expectComplete(explorer)
  }
}
