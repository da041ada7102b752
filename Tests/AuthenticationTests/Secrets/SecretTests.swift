import Authentication
import Core
import Foundation
import TemporaryFiles
import Testing

/// Nothing that is printed contains a password or a token.
@MainActor
struct SecretTests {
  /// What nobody may read anywhere.
  static let secrets = ["password123", "secret-of-hanako", "token-1-user-1", "google-taro", "facebook-taro"]

  private func expectNoSecret(in value: some Any, _ location: SourceLocation = #_sourceLocation) {
    for text in printed(value) {
      for secret in Self.secrets {
        #expect(!text.contains(secret), "\(type(of: value)) prints \(secret)", sourceLocation: location)
      }
    }
  }

  @Test func `neither credentials nor tokens print`() {
    expectNoSecret(in: Credentials(email: "taro@example.com", pass: "password123"))
    expectNoSecret(in: AccessToken("token-1-user-1"))
    expectNoSecret(in: StoredSession(user: .taro, token: AccessToken("token-1-user-1")))
    expectNoSecret(in: FakeAccount.taro)
    expectNoSecret(in: LoginRequest(email: "taro@example.com", pass: "password123"))
    expectNoSecret(in: UserResponse(.taro, accessToken: AccessToken("token-1-user-1")))
    expectNoSecret(in: IdentityTokenRequest(token: "google-taro"))
    #expect("\(Credentials(email: "taro@example.com", pass: "p"))" == "Credentials(email: taro@example.com, redacted)")
  }

  @Test func `a provider does not print the token it holds`() async throws {
    let token = AccessToken("google-taro")
    let provider = IdentityProvider.google { token }
    expectNoSecret(in: provider)
    expectNoSecret(in: try await provider.authorize.execute())
  }

  @Test func `nothing that a session leaves behind prints one`() async {
    let fixture = AuthFixture()
    await fixture.store.login(email: "taro@example.com", pass: "secret-of-hanako")
    expectNoSecret(in: fixture.store.state)
    await fixture.login()
    expectNoSecret(in: fixture.store.state)
    expectNoSecret(in: fixture.store)
    expectNoSecret(in: fixture.session)
    expectNoSecret(in: fixture.storage)
    expectNoSecret(in: fixture.session.record)
    await fixture.store.logout()
    await fixture.store.login(with: .google)
    expectNoSecret(in: fixture.store.notice)
    expectNoSecret(in: fixture.backend.requests)
    expectNoSecret(in: fixture.backend)
    expectNoSecret(in: fixture.failures)
    #expect(fixture.backend.requests.count == 4)
  }

  @Test(arguments: [
    #"{"user_id":"1","user_name":"太郎","email":"t@example.com","last_login_date":"token-1-user-1"}"#,
    #"{"user_id":"1","user_name":["token-1-user-1"]}"#, #"{"token-1-user-1"#, #"["password123"]"#,
  ])
  func `an answer that cannot be read is not quoted`(_ body: String) async {
    let backend = FakeBackend.example { _ in .respond(HTTPResponse(status: 200, body: Data(body.utf8))) }
    let client = FakeAPIClient(backend: backend)
    do throws(APIError) {
      let _: UserResponse = try await client.get(path: "/v1/me")
      Issue.record("the answer was read")
    } catch {
      expectNoSecret(in: error)
    }
    let fixture = AuthFixture(backend: backend)
    await fixture.login()
    expectNoSecret(in: fixture.failures)
    expectNoSecret(in: fixture.store.state)
  }

  @Test func `a file that cannot be read is not quoted`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "session.json")
    try Data(#"{"access_token":"token-1-user-1""#.utf8).write(to: file)
    let error = await #expect(throws: SessionStorageError.self) {
      try await FileSessionStorage(file: file).load()
    }
    expectNoSecret(in: error)
  }
}
