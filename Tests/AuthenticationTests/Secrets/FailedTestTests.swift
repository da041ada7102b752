import Authentication
import Core
import Observation
import StoreTesting
import Testing

/// A test that fails over a secret does not print it.
@MainActor
struct FailedTestTests {
  @MainActor @Observable
  final class Form {
    private(set) var credentials = Credentials(email: "", pass: "")

    func fill() {
      credentials = Credentials(email: "taro@example.com", pass: "password123")
    }
  }

  @Test func `the message of failed states has no password`() async {
    let form = Form()
    let wrong = [Credentials(email: "", pass: ""), Credentials(email: "taro@example.com", pass: "password124")]
    await withKnownIssue {
      await expectStates(of: form, \.credentials, wrong) { form.fill() }
    } matching: { issue in
      let message = "\(issue) \(issue.comments)"
      return message.contains("Credentials") && !message.contains("password12")
    }
  }

  @Test func `the message of a failed expectation has none either`() async {
    let fixture = AuthFixture()
    await fixture.login()
    withKnownIssue {
      #expect(fixture.session.record == StoredSession(user: .taro, token: AccessToken("token-9")))
    } matching: { issue in
      let message = "\(issue) \(issue.comments)"
      return message.contains("StoredSession") && !message.contains("token-1-user-1")
    }
  }
}
