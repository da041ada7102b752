import Authentication
import Core
import CustomDump
import Foundation
import Observation
import StoreTesting
import TestSupport
import Testing

@MainActor
struct SecretTests {
  @MainActor @Observable
  final class Form {
    var credentials = Credentials(email: "", pass: "")
  }

  private let secrets = ["password123", "secret-of-hanako", "token-1-user-1", "google-taro"]

  private func expectNoSecret<Value>(
    in value: Value, token: String = "token-1-user-1", _ location: SourceLocation = #_sourceLocation
  ) {
    var dumped = ""
    dump(value, to: &dumped)
    for text in ["\(value)", String(reflecting: Optional(value)), dumped, String(customDumping: ["key": value])] {
      #expect((secrets + [token]).filter(text.contains) == [], "\(type(of: value))", sourceLocation: location)
    }
  }

  @Test func `Credentials and providers print no secret`() {
    let credentials = Credentials(email: "taro@example.com", pass: "password123")
    expectNoSecret(in: credentials)
    #expect("\(credentials)" == "Credentials(email: taro@example.com, redacted)")
    let token = AccessToken("google-taro")
    expectNoSecret(in: IdentityProvider.google { token })
  }

  @Test func `Nothing that a session leaves behind prints a secret`() async {
    let harness = AuthHarness()
    await harness.store.login(email: "taro@example.com", pass: "secret-of-hanako")
    await harness.login()
    let token = harness.session.current?.accessToken?.rawValue ?? ""
    #expect(!token.isEmpty)
    expectNoSecret(in: harness.store, token: token)
    expectNoSecret(in: harness.store.state, token: token)
    expectNoSecret(in: harness.session, token: token)
    expectNoSecret(in: harness.storage, token: token)
    await harness.store.logout()
    await harness.store.login(with: .google)
    expectNoSecret(in: harness.store.notice)
    expectNoSecret(in: harness.backend, token: token)
    expectNoSecret(in: harness.backend.requests, token: token)
    expectNoSecret(in: harness.failures, token: token)
    #expect(harness.backend.requests.count == 4)
  }

  @Test(arguments: [
    #"{"user_id":"1","user_name":"太郎","email":"t@example.com","last_login_date":"token-1-user-1"}"#,
    #"{"user_id":"1","user_name":["token-1-user-1"]}"#, #"{"token-1-user-1"#,
  ])
  func `A response that cannot be decoded is not quoted`(_ body: String) async {
    let harness = AuthHarness(
      backend: .sample { _ in .respond(HTTPResponse(status: 200, body: Data(body.utf8))) })
    await harness.login()
    #expect(harness.store.state == .serverError)
    #expect(harness.failures.count == 1)
    expectNoSecret(in: harness.failures)
  }

  @Test func `A failed test does not print a password`() async {
    let form = Form()
    let filled = Credentials(email: "taro@example.com", pass: "password123")
    await withKnownIssue {
      await expectStates(of: form, \.credentials, [Credentials(email: "", pass: "password124")]) {
        form.credentials = filled
      }
    } matching: { issue in
      let message = "\(issue) \(issue.comments)"
      return message.contains("Credentials") && !message.contains("password12")
    }
  }
}
