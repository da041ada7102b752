import Authentication
import Core
import Observation
import StoreExploring
import TestSupport
import Testing

@MainActor
struct CancellationTests {
  @Test(arguments: SignIn.allCases, AuthState.outside)
  func `A cancelled sign-in puts back the state from before, and the next one works`(
    _ signIn: SignIn, _ start: AuthState
  ) async throws {
    let harness = await AuthHarness(in: start, holdsRequests: true)
    let states = StoreRecorder().record(harness.store, \.state)
    let cancelled = harness.start(signIn)
    cancelled.cancel()
    try await cancelled.finish()
    #expect(states.values == [start, .loading, start])
    #expect(harness.store.notice == nil)
    #expect(harness.session.current == nil)
    #expect(harness.sent == [])
    let next = harness.start(signIn)
    try harness.held.release()
    try await next.finish()
    #expect(harness.store.state == signIn.signedIn)
    #expect(harness.routes == [.signedIn])
  }

  @Test func `A restore that is cancelled while it is confirmed leaves the user signed in`() async throws {
    let harness = await AuthHarness.relaunched(holdsRequests: true)
    let restore = StartedAction { await harness.store.restore() }
    restore.cancel()
    try await restore.finish()
    #expect(harness.store.state == .taro)
    #expect(harness.session.current?.user == .taro)
  }

  @Test func `Every request is sent on the main actor`() async {
    let log = Log<String>()
    let backend = FakeBackend.sample { request in
      log.append("\(request.path) \(#isolation === MainActor.shared)")
      return .answer
    }
    let harness = AuthHarness(backend: backend)
    for signIn in SignIn.allCases {
      await signIn.perform(on: harness.store)
      await harness.store.logout()
    }
    await harness.login()
    await harness.relaunched().store.restore()
    #expect(log.values.count == 8)
    #expect(log.values.filter { !$0.hasSuffix("true") } == [])
  }

  @Test func `A Store is released although its session lives on`() async {
    let session = Session(storage: InMemorySessionStorage())
    weak var released: AuthStore?
    do {
      let store = AuthStore(client: FakeAPIClient(backend: .sample()), session: session)
      released = store
      await store.login(email: "taro@example.com", pass: "password123")
    }
    #expect(released == nil)
    #expect(session.current?.user == .taro)
  }
}
