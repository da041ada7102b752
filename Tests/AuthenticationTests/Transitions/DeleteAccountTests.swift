import Authentication
import Core
import StoreExploring
import StoreTesting
import TestSupport
import Testing

@MainActor
struct DeleteAccountTests {
  @Test func `A deletion signs out, removes the data of the user, and leaves no account`() async throws {
    let harness = await AuthHarness(in: .taro)
    await expectStates(of: harness.store, \.state, [.taro, .loading, .signedOut], and: \.notice, [nil, .deleted]) {
      await harness.store.deleteAccount(pass: "password123")
    }
    #expect(!harness.store.isDeletingAccount)
    #expect(harness.sent == ["POST /v1/login", "DELETE /v1/me (token 1)"])
    #expect(harness.routes == [.signedIn, .signedOut])
    #expect(harness.session.current == nil)
    #expect(try await harness.storage.load() == nil)
    #expect(harness.removed == ["user-1"])
    await harness.login()
    #expect(harness.store.state == .wrongPassword)
  }

  @Test(arguments: [
    ("wrong", FakeOutcome.answer, Notice.notDeleted("パスワードが間違っています。")),
    ("", .answer, .notDeleted("パスワードが間違っています。")),
    ("password123", .fail(.offline), .notDeleted("ネットワーク接続を確認してください。")),
    ("password123", .status(403), .notDeleted("サーバーで問題が発生しました。時間をおいて再試行してください。")),
  ])
  func `A deletion that fails leaves the user signed in, with the reason`(
    _ pass: String, _ outcome: FakeOutcome, _ notice: Notice
  ) async throws {
    let harness = await AuthHarness(in: .taro)
    try harness.backend.fail(.delete, "/v1/me", with: outcome)
    await expectStates(of: harness.store, \.state, [.taro, .loading, .taro], and: \.notice, [nil, notice]) {
      await harness.store.deleteAccount(pass: pass)
    }
    #expect(!harness.store.isDeletingAccount)
    #expect(harness.routes == [.signedIn])
    #expect(harness.session.current?.user == .taro)
    #expect(harness.removed == [])
    #expect(harness.sent.count == (pass.isEmpty ? 1 : 2))
  }

  @Test(arguments: AuthState.outside)
  func `A deletion is ignored while signed out and while another one runs`(_ start: AuthState) async throws {
    let outside = await AuthHarness(in: start)
    await outside.store.deleteAccount(pass: "password123")
    #expect(outside.store.state == start)
    #expect(outside.sent == [])
    let harness = await AuthHarness(in: .taro, holdsRequests: true)
    let deletion = StartedAction { await harness.store.deleteAccount(pass: "password123") }
    #expect(harness.store.isDeletingAccount)
    await harness.store.deleteAccount(pass: "password123")
    await harness.login(.hanako)
    #expect(harness.held.calls == ["DELETE /v1/me"])
    deletion.cancel()
    try await deletion.finish()
    #expect(harness.store.state == .taro)
    #expect(harness.store.notice == nil)
  }

  @Test func `A sign-out during a deletion wins`() async throws {
    let harness = await AuthHarness(in: .taro, holdsRequests: true)
    let deletion = StartedAction { await harness.store.deleteAccount(pass: "password123") }
    let logout = StartedAction { await harness.store.logout() }
    #expect(harness.store.state == .signedOut)
    #expect(!harness.store.isDeletingAccount)
    #expect(harness.routes == [.signedIn, .signedOut])
    try harness.held.release(call: 1)
    try await logout.finish()
    try harness.held.release()
    try await deletion.finish()
    #expect(harness.store.state == .signedOut)
    #expect(harness.store.notice == .signedOut)
    #expect(harness.routes == [.signedIn, .signedOut])
  }

  @Test func `A session that the server ends during a deletion shows why`() async throws {
    let harness = await AuthHarness(in: .taro)
    harness.backend.endSessions()
    await expectStates(of: harness.store, \.state, [.taro, .loading, .expired], and: \.notice, [nil]) {
      await harness.store.deleteAccount(pass: "password123")
    }
    #expect(!harness.store.isDeletingAccount)
    #expect(harness.routes == [.signedIn, .signedOut])
    #expect(harness.removed == [])
  }

  @Test func `A user whom another process signs in during a deletion stays`() async throws {
    let harness = await AuthHarness(in: .taro, holdsRequests: true)
    let deletion = StartedAction { await harness.store.deleteAccount(pass: "password123") }
    await harness.session.begin(.hanako)
    #expect(harness.store.state == .hanako)
    #expect(!harness.store.isDeletingAccount)
    try harness.held.release()
    try await deletion.finish()
    #expect(harness.store.state == .hanako)
    #expect(harness.session.current == .hanako)
    #expect(harness.store.notice == nil)
  }
}

/// What the storage and other processes do, as the Store shows it.
@MainActor
struct StoredSessionTests {
  @Test func `A sign-in and a sign-out that cannot be recorded are each told in place of their success`() async throws {
    for signIn in SignIn.allCases {
      let harness = AuthHarness(storage: FullStorage())
      await signIn.perform(on: harness.store)
      #expect(harness.store.state == signIn.expected.state)
      #expect(harness.store.notice == .signInNotSaved)
      for outcome in [FakeOutcome.answer, .fail(.offline)] {
        try harness.backend.fail(.post, "/v1/logout", with: outcome)
        await harness.store.logout()
        #expect(harness.store.state == .signedOut)
        #expect(harness.store.notice == .signOutNotSaved)
        await harness.login()
      }
      await harness.store.deleteAccount(pass: "password123")
      #expect(harness.store.notice == .signOutNotSaved)
    }
  }

  @Test(arguments: [nil, StoredSession.taro, .hanako])
  func `The Store follows what another process has saved when its own session is refused`(
    _ other: StoredSession?
  ) async throws {
    let harness = await AuthHarness(in: .taro)
    harness.backend.endSessions()
    try await harness.storage.update { _ in other }
    let client = AuthorizedAPIClient(wrapping: FakeAPIClient(backend: harness.backend), session: harness.session)
    let _: ListsResponse? = try? await client.get(path: "/v1/lists")
    switch other {
    case nil: #expect(harness.store.state == .expired)
    case .hanako?:
      #expect(harness.store.state == .hanako)
      #expect(harness.routes == [.signedIn, .signedIn])
    default: #expect(harness.store.state == .taro)
    }
  }
}
