import Authentication
import Core
import StoreExploring
import StoreTesting
import Testing

/// The login of the article "Clean Swift", 1.1 to 1.8.
@MainActor
struct CleanSwiftTests {
  @Test func `a login goes one way through its stages, and skips none`() async {
    let trace = Log<String>()
    let recorder = StoreRecorder()
    let backend = FakeBackend.example { request in
      await recorder.flush()
      trace.append("server: \(request.path)")
      return .answer
    }
    let store = AuthStore(
      client: FakeAPIClient(backend: backend),
      route: { route in
        recorder.flush()
        trace.append("route: \(route)")
      })
    recorder.record(store, \.state) { change in
      trace.append(change.to == .taro ? "state: signedIn" : "state: \(change.to)")
    }
    await store.login(
      with: .facebook {
        await recorder.flush()
        trace.append("provider")
        return AccessToken("facebook-taro")
      })
    #expect(
      trace.values == [
        "state: loading", "provider", "server: /v1/login/facebook", "state: signedIn", "route: signedIn",
      ])
  }

  @Test(arguments: [
    IdentityProvider.facebook { AccessToken("facebook-taro") }, .google { AccessToken("google-taro") },
  ])
  func `either provider ends in signedIn and one dismissal`(_ provider: IdentityProvider) async {
    let fixture = AuthFixture()
    await expectStates(of: fixture.store, \.state, [.signedOut, .loading, .taro], and: \.notice, [nil]) {
      await fixture.store.login(with: provider)
    }
    #expect(fixture.routes == [.signedIn])
    #expect(fixture.sent == ["POST /v1/login/\(provider.id)"])
  }

  @Test func `whoever has signed in already is seen, and is not asked again`() async {
    let fixture = await AuthFixture.signedInBefore().relaunched()
    await fixture.store.restore()
    #expect(fixture.store.state == .taro)
    await expectStates(of: fixture.store, \.state, [.taro]) { await fixture.store.login(with: .google) }
    #expect(fixture.sent == ["GET /v1/me (token-1-user-1)"])
  }

  @Test func `one call makes a wired Store`() async {
    let store = AuthStore(client: FakeAPIClient())
    await store.login(email: "taro@example.com", pass: "password123")
    #expect(store.state == .taro)
  }

  @Test func `a Store goes when nobody needs it any more`() async {
    weak var gone: AuthStore?
    do {
      let fixture = AuthFixture()
      gone = fixture.store
      await fixture.login()
      await fixture.store.logout()
      #expect(gone != nil)
    }
    #expect(gone == nil)
  }

  @Test func `each stage can be tested alone`() async throws {
    let provider = IdentityProvider.facebook { AccessToken("facebook-taro") }
    #expect(try await provider.authorize.execute() == AccessToken("facebook-taro"))
    #expect(try await LoginWithProvider(repository: RecordedRepository()).execute(provider) == .taro)
    let repository = RemoteAuthRepository(client: FakeAPIClient(backend: .example()), session: Session())
    #expect(try await repository.login(provider: "facebook", token: AccessToken("facebook-taro")) == .taro)
    var useCase = AuthUseCase(repository: RecordedRepository())
    useCase.loginWithProvider = AnyUseCase { _ in .hanako }
    let store = AuthStore(useCase: useCase)
    await store.login(with: provider)
    #expect(store.state == .hanako)
  }
}
