import Authentication
import Core
import StoreExploring
import StoreTesting
import TestSupport
import Testing

@MainActor
struct SignInTests {
  @Test(arguments: SignIn.allCases, AuthState.outside)
  func `A sign-in opens a session`(_ signIn: SignIn, _ start: AuthState) async throws {
    let harness = await AuthHarness(in: start)
    await expectStates(
      of: harness.store, \.state, [start, .loading, signIn.signedIn], and: \.notice, signIn.notices
    ) {
      await signIn.perform(on: harness.store)
    }
    #expect(harness.routes == [.signedIn])
    #expect(harness.sent == ["POST \(signIn.path)"])
    #expect(harness.backend.requests.map { String(decoding: $0.body, as: UTF8.self) } == [signIn.body])
    #expect(harness.session.current != nil)
    #expect(try await harness.storage.load() == harness.session.current)
  }

  @Test(arguments: [
    (SignIn.login, FakeOutcome.fail(.offline), AuthState.offline), (.login, .status(500), .serverError),
    (.provider, .fail(.offline), .offline), (.provider, .status(500), .serverError),
    (.signUp, .fail(.offline), .error("登録に失敗しました。通信状態が良好な環境で再度お試しください")),
    (.signUp, .status(500), .error("入力内容が正しくありません")),
  ])
  func `A sign-in that fails shows why and opens nothing`(
    _ signIn: SignIn, _ outcome: FakeOutcome, _ expected: AuthState
  ) async throws {
    let harness = AuthHarness()
    try harness.backend.fail(.post, signIn.path, with: outcome)
    await expectStates(of: harness.store, \.state, [.signedOut, .loading, expected], and: \.notice, [nil]) {
      await signIn.perform(on: harness.store)
    }
    #expect(harness.routes == [])
    #expect(harness.session.current == nil)
    #expect(harness.failures.count == 1)
  }

  @Test(arguments: [
    ("taro@example.com", "wrong", AuthState.wrongPassword), ("nobody@example.com", "password123", .wrongPassword),
    ("taro@example.com", "", .wrongPassword), (" \n", "password123", .invalidEmail),
  ])
  func `A login with wrong input shows what is wrong`(_ email: String, _ pass: String, _ expected: AuthState) async {
    let harness = AuthHarness()
    await harness.store.login(email: email, pass: pass)
    #expect(harness.store.state == expected)
  }

  @Test(arguments: [
    ("jiro@example", "secret-of-jiro", "メールアドレスの形式が間違っています"),
    ("jiro@example.com", "12345", "パスワードは6文字以上で入力して下さい"),
    ("taro@example.com", "password123", "このメールアドレスは既に登録されています"),
  ])
  func `A sign-up with wrong input shows what is wrong`(_ email: String, _ pass: String, _ text: String) async {
    let harness = AuthHarness()
    await harness.store.signUp(email: email, pass: pass)
    #expect(harness.store.state == .error(text))
    #expect(harness.store.notice == nil)
  }

  @Test(arguments: [
    (IdentityProvider.google { () throws(AuthError) in throw .notAuthorized }, "認証が許可されませんでした。"),
    (.google { AccessToken("forged") }, "認証が許可されませんでした。"),
    (.google { AccessToken("google-nobody") }, "このアカウントは登録されていません。"),
    (.facebook { () throws(AuthError) in throw .noNetwork }, "ネットワーク接続を確認してください。"),
  ])
  func `A denial by the provider differs from a missing account`(_ provider: IdentityProvider, _ text: String) async {
    let harness = AuthHarness()
    await harness.store.login(with: provider)
    #expect(harness.store.state == .error(text))
  }

  @Test(arguments: AuthState.outside)
  func `A user who backs out at the provider sees the state from before`(_ start: AuthState) async {
    let harness = await AuthHarness(in: start)
    let provider = IdentityProvider.google { () throws(AuthError) in throw .cancelled }
    await expectStates(of: harness.store, \.state, [start, .loading, start], and: \.notice, [nil]) {
      await harness.store.login(with: provider)
    }
    #expect(harness.sent == [])
  }

  @Test func `The fifth wrong password shows for how long the account is locked`() async {
    let harness = AuthHarness()
    for _ in 1...5 { await harness.store.login(email: "taro@example.com", pass: "wrong") }
    #expect(harness.store.state == .error("試行回数が多すぎます。30秒後に再試行してください。"))
  }

  @Test(arguments: SignIn.allCases, SignIn.allCases)
  func `While a sign-in is loading, nothing else begins`(_ running: SignIn, _ second: SignIn) async throws {
    let harness = AuthHarness(holdsRequests: true)
    let first = harness.start(running)
    await expectStates(of: harness.store, \.state, [.loading], and: \.notice, [nil]) {
      await second.perform(on: harness.store)
      await harness.store.restore()
      harness.store.sessionEnded()
    }
    #expect(harness.held.calls == ["POST \(running.path)"])
    try harness.held.release()
    try await first.finish()
    #expect(harness.store.state == running.signedIn)
    #expect(harness.routes == [.signedIn])
  }

  @Test func `While a user is signed in, no other sign-in begins`() async {
    let harness = await AuthHarness(in: .taro)
    await expectStates(of: harness.store, \.state, [.taro], and: \.notice, [nil]) {
      for signIn in SignIn.allCases { await signIn.perform(on: harness.store) }
      await harness.store.restore()
    }
    #expect(harness.sent == ["POST /v1/login"])
    #expect(harness.routes == [.signedIn])
  }

  @Test func `The state changes before the route, and the provider is asked while loading`() async {
    let trace = Log<String>()
    let recorder = StoreRecorder()
    let store = AuthStore(
      client: FakeAPIClient(backend: .sample()), session: Session(storage: InMemorySessionStorage())
    ) {
      recorder.flush()
      trace.append("route \($0)")
    }
    recorder.record(store, \.state) { trace.append("state \(StateName.ofCase($0.to))") }
    await store.login(
      with: .facebook {
        await recorder.flush()
        trace.append("provider")
        return AccessToken("facebook-taro")
      })
    #expect(trace.values == ["state loading", "provider", "state signedIn", "route signedIn"])
  }
}
