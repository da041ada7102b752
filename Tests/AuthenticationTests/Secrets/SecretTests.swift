import Authentication
import Core
import TestSupport
import Testing

@MainActor
struct SecretTests {
  private func expectNoSecret<Value>(
    in value: Value, token: String = "google-taro", _ location: SourceLocation = #_sourceLocation
  ) {
    var dumped = ""
    dump(value, to: &dumped)
    let secrets = ["password123", "secret-of-hanako", "google-taro", token]
    for text in ["\(value)", String(reflecting: Optional(value)), dumped, String(reflecting: ["key": value])] {
      #expect(secrets.filter(text.contains) == [], "\(type(of: value))", sourceLocation: location)
    }
  }

  @Test func `Credentials and providers print no secret`() {
    let credentials = Credentials(email: "taro@example.com", pass: "password123")
    expectNoSecret(in: credentials)
    #expect("\(credentials)" == "Credentials(email: taro@example.com, redacted)")
    expectNoSecret(in: Password("password123"))
    let token = AccessToken("google-taro")
    expectNoSecret(in: IdentityProvider.google { token })
  }

  @Test func `A Store prints no secret`() async throws {
    let harness = AuthHarness()
    await harness.store.login(email: "taro@example.com", pass: "secret-of-hanako")
    await harness.login()
    let token = try #require(harness.session.current?.accessToken?.rawValue)
    expectNoSecret(in: harness.store, token: token)
    expectNoSecret(in: harness.failures, token: token)
  }
}
