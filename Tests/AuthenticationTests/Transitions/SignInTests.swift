import Authentication
import Core
import CoreTesting
import Foundation
import StoreExploring
import StoreTesting
import TestSupport
import Testing

@MainActor
struct SignInTests {
  @Test func `The state changes before the route, and the provider is asked while loading`() async {
    let (stores, trace) = (Log<AuthStore>(), Log<AuthState?>())
    let session = Session(storage: InMemorySessionStorage())
    let store = AuthStore(client: FakeAPIClient(backend: .sample()), session: session) { _ in
      trace.append(stores.values.first?.state)
    }
    stores.append(store)
    await store.login(
      with: .facebook {
        trace.append(await store.state)
        return Secret("facebook-taro")
      })
    await store.logout()
    #expect(trace.values == [.loading, .taro, .signedOut])
  }

  @Test(arguments: [
    (SignIn.login, FakeOutcome.status(401), true), (.signUp, .problem(field: "pass"), true),
    (.login, .fail(.offline), false), (.login, .status(500), false), (.provider, .status(401), false),
    (.signUp, .problem(field: "email"), false), (.signUp, .problem(field: "name"), false),
  ])
  func `Only an error about the password has the user enter it again`(
    _ signIn: SignIn, _ outcome: FakeOutcome, _ isRefused: Bool
  ) async throws {
    let harness = AuthHarness()
    try harness.backend.fail(.post, signIn.expected.path, with: outcome)
    await signIn.perform(on: harness.store)
    #expect(harness.store.isPasswordRefused == isRefused)
    harness.store.showSignIn()
    #expect(!harness.store.isPasswordRefused)
  }

  @Test func `A renamed user is shown under the new name, also while the account is being deleted`() async throws {
    let harness = await AuthHarness(in: .taro, holdsRequests: true)
    let generation = harness.session.generation
    func rename(to name: String) async throws {
      let renamed = StoredSession(user: User(id: name, name: name, email: User.taro.email), accessToken: nil)
      _ = try await harness.session.renew({ () async throws(AuthError) in renamed }) { $0.email == $1.email }
    }
    try await rename(to: "jiro")
    #expect(harness.store.state == .signedIn(user: AuthenticatedUser(name: "jiro")))
    let deletion = StartedAction("delete") { await harness.store.deleteAccount(pass: "wrong") }
    try await rename(to: "saburo")
    #expect(harness.store.state == .loading)
    try await harness.release(of: deletion)
    #expect(harness.store.state == .signedIn(user: AuthenticatedUser(name: "saburo")))
    #expect(harness.routes == [.signedIn])
    #expect(harness.session.generation == generation)
  }

  @Test func `What a server says about a sign-up is shown under its title`() async throws {
    let harness = AuthHarness()
    try harness.backend.fail(.post, "/v1/signup", with: .problem(field: "name"))
    await SignIn.signUp.perform(on: harness.store)
    #expect(harness.store.state == .error("The name is taken."))
    #expect(harness.store.errorTitle == "登録失敗")
  }
}

extension FakeOutcome {
  /// A 422 about a field.
  fileprivate static func problem(field: String) -> FakeOutcome {
    let json = #"{"detail": "The name is taken.", "field": "\#(field)"}"#
    let headers: HTTPHeaders = ["Content-Type": "application/problem+json"]
    return .respond(HTTPResponse(status: 422, headers: headers, body: Data(json.utf8)))
  }
}

@MainActor
struct RestoreTests {
  private nonisolated static let failures: [Result<StoredSession?, SessionStorageError>] = [
    .failure(.damaged(reason: "")), .failure(.unavailable(reason: "")), .failure(.notWritten(reason: "")),
  ]

  @Test(arguments: AuthState.outside, [Result<StoredSession?, SessionStorageError>.success(nil)] + failures)
  func `A storage without a readable session changes no state and is read again by the next restore`(
    _ start: AuthState, _ stored: Result<StoredSession?, SessionStorageError>
  ) async throws {
    let storage = HeldStorage()
    let harness = AuthHarness(storage: storage, holdsRequests: true)
    if start != .signedOut { await harness.store.login(email: "", pass: "") }
    let notices = stored == Self.failures[0] ? [nil, .damaged, nil] : [Notice?.none]
    try await expectStates(of: harness.store, \.state, [start], and: \.notice, notices) {
      let restore = StartedAction { await harness.store.restore() }
      try await StartedAction { await harness.store.restore() }.finish()
      #expect(storage.reading.calls.count == 1)
      try storage.reading.answer(stored)
      try await restore.finish()
      harness.store.dismissNotice()
    }
    #expect(harness.held.calls == [])
    #expect(harness.routes == [])
    let restore = StartedAction { await harness.store.restore() }
    try storage.reading.succeed(with: .taro)
    await restore.waitUntilSuspended()
    #expect(harness.store.state == .taro)
    restore.cancel()
    try await restore.finish()
  }

  @Test func `The notice of a damaged session goes when a session is restored`() async throws {
    let storage = HeldStorage()
    let harness = AuthHarness(storage: storage, holdsRequests: true)
    for (stored, notice) in [(Self.failures[0], Notice.damaged), (.success(nil), .damaged), (.success(.taro), nil)] {
      let restore = StartedAction { await harness.store.restore() }
      try storage.reading.answer(stored)
      restore.cancel()
      try await restore.finish()
      #expect(harness.store.notice == notice)
    }
    #expect(harness.store.state == .taro)
  }

  @Test func `What a storage has denied at the launch is restored when the app becomes active`() async throws {
    let (storage, name) = (InMemorySessionStorage(), Notification.Name(UUID().uuidString))
    let session = Session(storage: storage, activations: [name])
    let (routes, route) = AsyncStream.makeStream(of: AuthRoute.self)
    let backend = FakeBackend(FakeConfiguration(sessions: [.taro], now: { .sample }))
    let store = AuthStore(client: FakeAPIClient(backend: backend), session: session) { route.yield($0) }
    // An app that has not asked for an earlier session does not get one.
    NotificationCenter.default.post(name: name, object: nil)
    await store.restore()
    #expect(store.state == .signedOut)
    storage.update { _ in .taro }
    NotificationCenter.default.post(name: name, object: nil)
    var iterator = routes.makeAsyncIterator()
    #expect(await iterator.next() == .signedIn)
    #expect(store.state == .taro)
  }

  @Test func `A restored user is signed in as stored, then as the server says`() async throws {
    let harness = await AuthHarness.relaunched(holdsRequests: true)
    let before = User(id: User.taro.id, name: "before", email: User.taro.email, lastLoginDate: .sample)
    let stored = try await harness.storage.load()
    try await harness.storage.update { stored in
      StoredSession(user: before, accessToken: stored?.accessToken, refreshToken: stored?.refreshToken)
    }
    let states = StoreRecorder().record(harness.store, \.state)
    let restore = StartedAction { await harness.store.restore() }
    await restore.waitUntilSuspended()
    #expect(harness.store.state == .signedIn(user: AuthenticatedUser(name: "before")))
    #expect(harness.routes == [.signedIn])
    try harness.held.release()
    try await restore.finish()
    #expect(states.values == [.signedOut, .signedIn(user: AuthenticatedUser(name: "before")), .taro])
    #expect(harness.sent == ["GET /v1/me (token 1)"])
    #expect(harness.session.current == stored)
    #expect(try await harness.storage.load() == harness.session.current)
    #expect(harness.routes == [.signedIn])
    #expect(harness.store.notice == nil)
  }

  @Test(arguments: [
    (FakeOutcome.status(401), FakeOutcome.status(401)), (.status(401), .answer), (.status(401), .status(403)),
    (.status(401), .fail(.offline)), (.status(403), .answer), (.fail(.offline), .answer), (.malformed, .answer),
  ])
  func `Only a refusal by the server ends a restored session`(
    _ outcome: FakeOutcome, _ refresh: FakeOutcome
  ) async throws {
    let harness = await AuthHarness.relaunched()
    try harness.backend.fail(.get, "/v1/me", with: outcome)
    try harness.backend.fail(.post, "/v1/refresh", with: refresh)
    let isRefused = refresh == .status(401)
    let states = [AuthState.signedOut, .taro] + (isRefused ? [.expired] : [])
    await expectStates(of: harness.store, \.state, states, and: \.notice, [nil]) { await harness.store.restore() }
    #expect(harness.routes == [.signedIn] + (isRefused ? [.signedOut] : []))
    #expect((harness.session.current == nil) == isRefused)
    #expect(try await harness.storage.load() == harness.session.current)
  }
}
