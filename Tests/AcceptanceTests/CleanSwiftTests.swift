import Authentication
import Core
import Foundation
import StoreTesting
import Testing

private struct DummyRepository: AuthRepository {
  static let user = User(id: "2", name: "花子", email: "", lastLoginDate: .distantPast)

  func login(email: String, pass: String) -> User { Self.user }
  func login(provider: String, token: Secret) -> User { Self.user }
  func logout() {}
}

/// “RxSwift? いやClean Swiftっしょ”: VIP, with a login by Facebook.
@MainActor
struct CleanSwiftTests {
  private let app = SampleApp()

  private func provider(_ id: String, token: String) -> IdentityProvider {
    let authorize: @Sendable () async throws(AuthError) -> Secret = { [trace = app.trace] in
      trace.append("authorize")
      return Secret(token)
    }
    return id == "facebook" ? .facebook(authorize: authorize) : .google(authorize: authorize)
  }

  @Test func `The button is labeled as in Clean Swift`() {
    expectBytes([(AuthMessages.japanese.login(with: provider("facebook", token: "")), "Facebook Login")])
  }

  @Test(arguments: ["facebook", "google"])
  func `A login by a provider takes each step once, in one direction, and dismisses the screen once`(
    id: String
  ) async {
    await expectStates(of: app.auth, \.state, [.signedOut, .loading, .taro], and: \.notice, [nil]) {
      await app.auth.login(with: provider(id, token: "\(id)-taro"))
    }
    #expect(app.trace.values == ["authorize", "POST /v1/login/\(id)", "route signedIn"])
    #expect(app.bodies == [#"{"token":"\#(id)-taro"}"#])
  }

  @Test func `A denied login, one without an account and one while signed in are each visible`() async {
    let denied = IdentityProvider.facebook { () async throws(AuthError) in throw .notAuthorized }
    let messages = AuthMessages.japanese
    await app.auth.login(with: denied)
    #expect(app.auth.state == .error(messages.notAuthorized))
    await app.auth.login(with: provider("google", token: "google-nobody"))
    #expect(app.auth.state == .error(messages.noAccount))
    #expect(app.failures.values == [.notAuthorized, .noAccount])
    await app.signIn()
    let trace = app.trace.values
    await expectStates(of: app.auth, \.state, [.taro]) {
      await app.auth.login(with: provider("facebook", token: "facebook-taro"))
    }
    #expect(app.trace.values == trace)
  }

  @Test func `Each screen is pushed, and the sign-in screen dismissed, by a route; a link clears an error`() async {
    for show in [AuthStore.showSignUp, AuthStore.showSignIn] {
      await app.auth.login(email: "", pass: "")
      for _ in 1...2 {
        show(app.auth)()
        #expect(app.auth.state == .signedOut)
      }
    }
    await app.signIn()
    app.auth.showSignUp()
    #expect(app.auth.state == .taro)
    await app.auth.logout()
    let links = ["signUp", "signUp", "signIn", "signIn"].map { "route \($0)" }
    let routes = ["POST /v1/login", "route signedIn", "route signUp", "route signedOut", "POST /v1/logout"]
    #expect(app.trace.values == links + routes)
  }

  @Test func `Each stage works alone, with a dummy behind it`() async throws {
    let provider = provider("facebook", token: "facebook-taro")
    let repository = RemoteAuthRepository(client: FakeAPIClient(backend: app.backend), session: app.session)
    #expect(try await repository.login(provider: provider.id, token: provider.authorize()).name == "太郎")
    let useCase = AuthUseCase(repository: DummyRepository())
    #expect(try await useCase.login(with: provider) == DummyRepository.user)
    let store = AuthStore(useCase: useCase)
    await store.login(with: provider)
    #expect(store.state == .signedIn(user: AuthenticatedUser(name: "花子")))
  }

  @Test func `One call wires a Store, which nothing retains afterwards`() async {
    weak var released: AuthStore?
    do {
      let store = AuthStore(client: FakeAPIClient(backend: app.backend), session: app.session)
      released = store
      await store.login(email: "taro@example.com", pass: "password123")
      #expect(store.state == .taro)
    }
    #expect(released == nil)
    #expect(app.session.current?.user.name == "太郎")
  }
}
