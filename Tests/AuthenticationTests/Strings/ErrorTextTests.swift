import Authentication
import Core
import StoreTesting
import Testing

/// The text of each error, and how long to wait.
@MainActor
struct ErrorTextTests {
  nonisolated static let logins: [(AuthError, KeyPath<AuthMessages, String> & Sendable)] = [
    (.invalidCredentials, \.invalidCredentials), (.noNetwork, \.noNetwork), (.invalidEmail, \.invalidEmail),
    (.weakPassword, \.weakPassword), (.emailAlreadyInUse, \.emailAlreadyInUse), (.notAuthorized, \.notAuthorized),
    (.noAccount, \.noAccount), (.rateLimited(retryAfter: nil), \.rateLimited), (.sessionEnded, \.sessionExpired),
    (.serverError(reason: "for a developer"), \.serverError), (.cancelled, \.unknownError),
  ]

  nonisolated static let signUps: [(AuthError, KeyPath<AuthMessages, String> & Sendable)] = [
    (.invalidCredentials, \.signUpFailed), (.noNetwork, \.signUpNoNetwork), (.invalidEmail, \.invalidEmail),
    (.weakPassword, \.weakPassword), (.emailAlreadyInUse, \.emailAlreadyInUse), (.notAuthorized, \.signUpFailed),
    (.noAccount, \.signUpFailed), (.rateLimited(retryAfter: nil), \.rateLimited), (.sessionEnded, \.signUpFailed),
    (.serverError(reason: "for a developer"), \.signUpFailed), (.cancelled, \.signUpFailed),
  ]

  @Test(arguments: logins)
  func `a login that failed`(_ error: AuthError, _ text: KeyPath<AuthMessages, String> & Sendable) {
    for messages in [AuthMessages.japanese, .english] {
      #expect(messages.login(failedWith: error) == messages[keyPath: text])
    }
  }

  @Test(arguments: signUps)
  func `a sign-up that failed`(_ error: AuthError, _ text: KeyPath<AuthMessages, String> & Sendable) {
    for messages in [AuthMessages.japanese, .english] {
      #expect(messages.signUp(failedWith: error) == messages[keyPath: text])
    }
  }

  @Test(arguments: [(Duration.seconds(30), 30), (.milliseconds(1_001), 2), (.zero, 0), (.seconds(86_400), 86_400)])
  func `a rate limit says how many seconds to wait, rounded up`(_ duration: Duration, _ seconds: Int) {
    let error = AuthError.rateLimited(retryAfter: duration)
    #expect(AuthMessages.japanese.login(failedWith: error) == "試行回数が多すぎます。\(seconds)秒後に再試行してください。")
    #expect(AuthMessages.japanese.signUp(failedWith: error) == "試行回数が多すぎます。\(seconds)秒後に再試行してください。")
    #expect(AuthMessages.english.login(failedWith: error) == "Too many attempts. Try again in \(seconds) seconds.")
  }

  @Test(arguments: [Duration.seconds(1), .milliseconds(1)])
  func `a rate limit of one second is no plural`(_ duration: Duration) {
    let error = AuthError.rateLimited(retryAfter: duration)
    #expect(AuthMessages.japanese.login(failedWith: error) == "試行回数が多すぎます。1秒後に再試行してください。")
    #expect(AuthMessages.english.signUp(failedWith: error) == "Too many attempts. Try again in 1 second.")
  }

  @Test(arguments: [("Wait.", "Wait."), ("100% of %d, %s and %n, wait %@ s", "100% of %d, %s and %n, wait 30 s")])
  func `an app’s own text is no format that could go wrong`(_ text: String, _ expected: String) {
    var messages = AuthMessages.english
    messages.rateLimitedSeconds = text
    #expect(messages.login(failedWith: .rateLimited(retryAfter: .seconds(30))) == expected)
  }

  @Test func `the fifth wrong password locks the account and says for how long`() async {
    let fixture = AuthFixture()
    for _ in 1...4 { await fixture.store.login(email: "taro@example.com", pass: "wrong") }
    await expectStates(
      of: fixture.store, \.state, [.wrongPassword, .loading, .error("試行回数が多すぎます。30秒後に再試行してください。")]
    ) {
      await fixture.store.login(email: "taro@example.com", pass: "wrong")
    }
  }

  @Test func `a Store speaks the language it is given`() async {
    let fixture = AuthFixture(messages: .english)
    let texts = AuthMessages.english
    await expectStates(
      of: fixture.store, \.state,
      [.signedOut, .loading, .error(texts.invalidCredentials), .loading, .taro, .signedOut],
      and: \.notice, [nil, Notice(title: "Goodbye", text: "You’re signed out!", button: "OK")]
    ) {
      await fixture.store.login(email: "taro@example.com", pass: "wrong")
      await fixture.login()
      await fixture.store.logout()
    }
  }
}
