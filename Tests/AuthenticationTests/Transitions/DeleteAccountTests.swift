import Authentication
import Core
import CoreTesting
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
    ("wrong", FakeOutcome.answer, Notice.notDeleted("パスワードが間違っています。", kind: .invalidInput(field: "password"))),
    ("", .answer, .notDeleted("パスワードが間違っています。", kind: .invalidInput(field: "password"))),
    ("password123", .fail(.offline), .notDeleted(AuthMessages.japanese.common.noNetwork)),
    ("password123", .status(403), .notDeleted(AuthMessages.japanese.common.serverError)),
  ])
  func `A deletion that fails leaves the user signed in, with the reason, at its field where the password is wrong`(
    _ pass: String, _ outcome: FakeOutcome, _ notice: Notice
  ) async throws {
    let harness = await AuthHarness(in: .taro)
    try harness.backend.fail(.delete, "/v1/me", with: outcome)
    await expectStates(of: harness.store, \.state, [.taro, .loading, .taro], and: \.notice, [nil, notice]) {
      await harness.store.deleteAccount(pass: pass)
    }
    #expect(!harness.store.isDeletingAccount)
    #expect(harness.store.passwordRefusal == (notice.kind == .failure ? nil : notice))
    #expect(harness.routes == [.signedIn])
    #expect(harness.session.current?.user == .taro)
    #expect(harness.removed == [])
    #expect(harness.sent.count == (pass.isEmpty ? 1 : 2))
    // The next attempt begins without it.
    await expectStates(
      of: harness.store, \.state, [.taro, .loading, .signedOut], and: \.notice, [notice, nil, .deleted]
    ) {
      await harness.store.deleteAccount(pass: "password123")
    }
  }

  @Test func `The notice of a failed deletion goes with the next attempt, and with the user`() async throws {
    let harness = await AuthHarness(in: .taro, holdsRequests: true)
    func deleteInVain() async throws {
      let deletion = StartedAction { await harness.store.deleteAccount(pass: "wrong") }
      try harness.held.release()
      try await deletion.finish()
      #expect(harness.store.passwordRefusal != nil)
    }
    try await deleteInVain()
    let deletion = StartedAction { await harness.store.deleteAccount(pass: "password123") }
    #expect(harness.store.notice == nil)
    deletion.cancel()
    try await deletion.finish()
    try await deleteInVain()
    let logout = StartedAction { await harness.store.logout() }
    #expect((harness.store.state, harness.store.notice) == (.signedOut, nil))
    try harness.held.release()
    try await logout.finish()
    #expect(harness.store.notice == .signedOut)
  }

  enum NextRequest: CaseIterable {
    case deletion, ofAnotherFeature, launch, signOut
  }

  @Test(arguments: NextRequest.allCases)
  func `A deletion whose response is lost ends with the next request, and so does the session`(
    _ next: NextRequest
  ) async throws {
    let first = await AuthHarness(in: .taro)
    try first.backend.fail(.delete, "/v1/me", with: .answerThenFail(.connectionLost))
    await first.store.deleteAccount(pass: "password123")
    #expect(first.store.state == .taro)
    #expect(first.store.notice == .notDeleted(AuthMessages.japanese.common.noNetwork))
    #expect(first.removed == [])
    var harness = first
    switch next {
    case .deletion: await harness.store.deleteAccount(pass: "password123")
    case .ofAnotherFeature: await harness.readLists()
    case .launch:
      harness = AuthHarness(backend: first.backend, storage: first.storage)
      await harness.store.restore()
    case .signOut: await harness.store.logout()
    }
    #expect(harness.store.state == .signedOut)
    #expect(harness.store.notice == (next == .signOut ? .signedOut : .deleted))
    #expect(harness.routes == [.signedIn, .signedOut])
    #expect(harness.removed == ["user-1"])
    #expect(harness.session.current == nil)
    #expect(try await harness.storage.load() == nil)
  }

  @Test func `A late word of a deleted account leaves another user signed in, and what is in progress`() async throws {
    let harness = await AuthHarness(in: .taro, holdsRequests: true)
    await harness.session.begin(.hanako)
    let deletion = StartedAction { await harness.store.deleteAccount(pass: "secret-of-hanako") }
    await harness.session.end(deleted: .taro)
    #expect(harness.store.isDeletingAccount)
    #expect(harness.store.notice == nil)
    #expect(harness.removed == ["user-1"])
    deletion.cancel()
    try await deletion.finish()
    #expect(harness.store.state == .hanako)
  }

  @Test func `Data that cannot be removed is told, and removed at the next launch`() async throws {
    let first = AuthHarness(canRemoveUserData: false)
    await first.login()
    await expectStates(
      of: first.store, \.state, [.taro, .loading, .signedOut], and: \.notice, [nil, .userDataNotRemoved]
    ) {
      await first.store.deleteAccount(pass: "password123")
    }
    #expect(first.failures == [.userDataNotRemoved(reason: "user-1")])
    #expect(first.session.current == nil)
    let next = AuthHarness(backend: first.backend, storage: first.storage)
    await expectStates(of: next.store, \.state, [.signedOut, .taro, .signedOut], and: \.notice, [nil, .deleted]) {
      await next.store.restore()
    }
    #expect(next.removed == ["user-1"])
    #expect(try await next.storage.load() == nil)
  }

  @Test(arguments: AuthState.outside)
  func `A deletion is ignored while signed out`(_ start: AuthState) async {
    let harness = await AuthHarness(in: start)
    await harness.store.deleteAccount(pass: "password123")
    #expect(harness.store.state == start)
    #expect(harness.sent == [])
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

  @Test func `A user who is renamed during a deletion is removed under the new identifier`() async throws {
    let harness = await AuthHarness(in: .taro, holdsRequests: true)
    let deletion = StartedAction { await harness.store.deleteAccount(pass: "password123") }
    let renamed = StoredSession(user: User(id: "jiro", name: "次郎", email: User.taro.email), accessToken: nil)
    _ = try await harness.session.renew({ () async throws(AuthError) in renamed }) { $0.email == $1.email }
    try harness.held.release()
    try await deletion.finish()
    #expect(harness.removed == ["jiro"])
    #expect(try await harness.storage.load() == nil)
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

  @Test func `A sign-up that can be saved again tells its success`() async {
    let storage = FullStorage()
    let harness = AuthHarness(storage: storage)
    await harness.login()
    await harness.store.logout()
    #expect(harness.store.notice == .signOutNotSaved)
    storage.free()
    await SignIn.signUp.perform(on: harness.store)
    #expect(harness.store.notice == .signedUp)
  }

  @Test(arguments: [nil, StoredSession.taro, .hanako])
  func `The Store follows what another process has saved when its own session is refused`(
    _ other: StoredSession?
  ) async throws {
    let harness = await AuthHarness(in: .taro)
    harness.backend.endSessions()
    if other == .taro {
      await AuthHarness(backend: harness.backend, storage: harness.storage).login()
    } else {
      try await harness.storage.update { _ in other }
    }
    await harness.readLists()
    switch other {
    case nil: #expect(harness.store.state == .expired)
    case .hanako?:
      #expect(harness.store.state == .hanako)
      #expect(harness.routes == [.signedIn, .signedIn])
    default: #expect(harness.store.state == .taro)
    }
  }
}
