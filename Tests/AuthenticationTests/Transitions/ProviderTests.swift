import Authentication
import Core
import StoreTesting
import Testing

/// Row 2 of the table: how a sign-in on somebody else's word ends.
@MainActor
struct ProviderTests {
  @Test(arguments: Outside.allCases)
  func `a user who backs out at the provider finds everything as before`(_ start: Outside) async throws {
    let fixture = try await start.fixture()
    let sent = fixture.sent
    let provider = IdentityProvider.google { () throws(AuthError) in throw .cancelled }
    await expectStates(of: fixture.store, \.state, [start.state, .loading, start.state], and: \.notice, [nil]) {
      await fixture.store.login(with: provider)
    }
    #expect(fixture.sent == sent)
    #expect(fixture.routes == [])
  }

  @Test(arguments: [
    (IdentityProvider.google { () throws(AuthError) in throw .notAuthorized }, "認証が許可されませんでした。"),
    (IdentityProvider.google { AccessToken("forged") }, "認証が許可されませんでした。"),
    (IdentityProvider.google { AccessToken("google-nobody") }, "このアカウントは登録されていません。"),
    (IdentityProvider(id: "unknown") { AccessToken("google-taro") }, "認証が許可されませんでした。"),
    (IdentityProvider.facebook { () throws(AuthError) in throw .noNetwork }, "ネットワーク接続を確認してください。"),
  ])
  func `a denial and a missing account are told apart`(_ provider: IdentityProvider, _ text: String) async {
    let fixture = AuthFixture()
    await expectStates(of: fixture.store, \.state, [.signedOut, .loading, .error(text)], and: \.notice, [nil]) {
      await fixture.store.login(with: provider)
    }
    #expect(fixture.routes == [])
  }

  @Test func `the provider’s token goes to the provider’s path and nowhere else`() async throws {
    let fixture = AuthFixture()
    await fixture.store.login(with: IdentityProvider(id: "a/b ü") { AccessToken("google-taro") })
    let request = try #require(fixture.backend.requests.first)
    #expect(request.path == "/v1/login/a%2Fb%20%C3%BC")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"token":"google-taro"}"#)
    #expect(fixture.backend.requests.count == 1)
  }
}
