import Core
import CoreTesting
import Foundation
import Placeholder
import StoreExploring
import StoreTesting
import Testing

@MainActor
struct PlaceholderStoreTests {
  private struct HeldRepository: PlaceholderRepository {
    let reading: any UseCase<Void, [PlaceholderItem], PlaceholderError>
    func items() async throws(PlaceholderError) -> [PlaceholderItem] { try await reading.execute() }
  }

  private let reading = HoldingUseCase<Void, [PlaceholderItem], PlaceholderError>("read", whenCancelled: .cancelled)
  private let items = [PlaceholderItem(id: "1", title: "One"), PlaceholderItem(id: "2", title: "Two")]

  private func load(_ store: PlaceholderStore, _ answer: Result<[PlaceholderItem], PlaceholderError>) async throws {
    let action = StartedAction("load") { await store.load() }
    try reading.answer(answer)
    try await action.finish()
  }

  @Test func `A first failure is shown in place of the items, a later one as a notice`() async throws {
    let useCase = PlaceholderUseCase(repository: HeldRepository(reading: reading))
    let store = PlaceholderStore(useCase: useCase, messages: .english)
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

  @Test func `No order of actions, responses and cancellations breaks an invariant`() async {
    let explorer = StoreExplorer(
      state: \PlaceholderStore.state, actions: [StoreAction("load", canBeCancelled: true) { await $0.load() }],
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
      fingerprint: { StateFingerprint($0.memory.withoutGenerations, identifiers: [$0.memory.generation]) },
      make: { dependencies in
        let read = dependencies.useCase("read", whenCancelled: PlaceholderError.cancelled) { (_: Void) in
          [.success("items", items), .success("none", []), .failure("offline", .noNetwork)]
        }
        return PlaceholderStore(useCase: PlaceholderUseCase(repository: HeldRepository(reading: read)))
      })
    await expectComplete(explorer)
  }
}

/// The live Store at a server in memory.
@MainActor
struct PlaceholderServerTests {
  private let user = User(id: "1", name: "Hanako", email: "hanako@example.com", lastLoginDate: .distantPast)

  private func store(
    _ outcome: FakeOutcome, _ session: Session = Session(storage: InMemorySessionStorage()),
    onRoute: @escaping @MainActor (PlaceholderRoute) -> Void = { _ in }
  ) -> PlaceholderStore {
    let backend = FakeBackend { request in
      request.method == .get && request.path == "/v1/placeholder" ? outcome : .answer
    }
    return PlaceholderStore(
      client: FakeAPIClient(backend: backend), session: session, messages: .english, onRoute: onRoute)
  }

  @Test func `The response becomes items`() async {
    let body = #"{"items":[{"id":"1","title":"One"}]}"#
    let response = HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    let store = store(.respond(response))
    await store.load()
    #expect(store.state == .loaded([PlaceholderItem(id: "1", title: "One")]))
  }

  @Test(arguments: [
    (FakeOutcome.fail(.offline), "Check your network connection."), (.status(401), "Sign in to continue."),
    (.status(429), "Too many requests. Try again later."),
    (.malformed, "Something went wrong on the server. Try again later."),
  ])
  func `Each failure has its message`(_ outcome: FakeOutcome, _ message: String) async {
    let store = store(outcome)
    await store.load()
    #expect(store.state == .error(message))
  }

  @Test func `An item and a missing sign-in leave as routes`() async {
    var routes: [PlaceholderRoute] = []
    let store = store(.status(401)) { routes.append($0) }
    store.select("1")
    await store.load()
    #expect(routes == [.item("1"), .signIn])
  }

  @Test func `A Store starts afresh when another user signs in`() async throws {
    let session = Session(storage: InMemorySessionStorage(StoredSession(user: user, accessToken: nil)))
    let store = store(.fail(.offline), session)
    await store.load()
    _ = try await session.restore()
    #expect(store.state == .idle)
  }
}
