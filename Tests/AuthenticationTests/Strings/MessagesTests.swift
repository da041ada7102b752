import Authentication
import Core
import Testing

struct MessagesTests {
  @Test func `Every string but three is translated, and none is used for two things`() {
    let (japanese, english) = (strings(.japanese), strings(.english))
    let untranslated = zip(japanese, english).filter { $0.string == $1.string }
    #expect(untranslated.map(\.0.name) == ["title", "email", "password"])
    for strings in [japanese, english] {
      #expect(Set(strings.map(\.string)).count == strings.count)
    }
    #expect(english.filter { $0.string.isEmpty || $0.string.unicodeScalars.contains { $0.value >= 0x3000 } }.isEmpty)
    #expect(AuthMessages.english.common == .english)
    #expect(AuthMessages(language: .japanese) == .japanese)
    #expect(AuthMessages(language: .english) == .english)
  }

  private func strings(_ messages: AuthMessages) -> [(name: String, string: String)] {
    Mirror(reflecting: messages).children.compactMap { child in
      (child.value as? String).map { (child.label ?? "", $0) }
    }
  }

  @Test(arguments: [
    ("apple", "Appleでサインイン", "Sign in with Apple"), ("facebook", "Facebook Login", "Sign in with Facebook"),
    ("google", "Google Login", "Sign in with Google"),
    ("github", "Github Login", "Sign in with Github"),
  ])
  func `The button of a provider names it`(_ id: String, _ japanese: String, _ english: String) {
    let provider = IdentityProvider(id: id) { Secret("token") }
    #expect(AuthMessages.japanese.login(with: provider) == japanese)
    #expect(AuthMessages.english.login(with: provider) == english)
  }

  @Test(
    arguments: [
      (.invalidCredentials, \.invalidCredentials, \.signUpFailed), (.noNetwork, \.common.noNetwork, \.signUpNoNetwork),
      (.invalidEmail, \.invalidEmail, \.invalidEmail), (.weakPassword, \.weakPassword, \.weakPassword),
      (.emailAlreadyInUse, \.emailAlreadyInUse, \.emailAlreadyInUse), (.notAuthorized, \.notAuthorized, \.signUpFailed),
      (.noAccount, \.noAccount, \.signUpFailed), (.rateLimited(retryAfter: nil), \.rateLimited, \.rateLimited),
      (.sessionEnded, \.sessionExpired, \.signUpFailed),
      (.userDataNotRemoved(reason: "for a developer"), \.userDataNotRemoved, \.signUpFailed),
      (.rejected(reason: nil), \.common.serverError, \.signUpFailed),
      (.serverError(reason: "for a developer"), \.common.serverError, \.signUpFailed),
      (.cancelled, \.common.unknownError, \.signUpFailed),
    ] as [(AuthError, KeyPath<AuthMessages, String> & Sendable, KeyPath<AuthMessages, String> & Sendable)])
  func `Each error has its string, after each operation`(
    _ error: AuthError, _ login: KeyPath<AuthMessages, String> & Sendable,
    _ signUp: KeyPath<AuthMessages, String> & Sendable
  ) {
    let messages = AuthMessages.english
    let signIn = messages[keyPath: login]
    let deletion = error == .invalidCredentials ? messages.wrongPassword : signIn
    for (operation, title, text) in [
      (AuthOperation.signIn, messages.login, signIn),
      (.signUp, messages.signUpFailedTitle, messages[keyPath: signUp]),
      (.signOut, messages.logoutFailedTitle, messages.logoutFailed),
      (.deleteAccount, messages.deleteAccountFailedTitle, deletion),
      (.removeUserData, messages.deleteAccountDoneTitle, deletion),
    ] {
      #expect(messages.text(for: error, doing: operation) == text)
      let isWrongPassword = error == .invalidCredentials && operation == .deleteAccount
      let kind = isWrongPassword ? Notice.Kind.invalidInput(field: "password") : .failure
      let notice = Notice(title: title, text: text, button: "OK", kind: kind)
      #expect(messages.notice(for: error, doing: operation) == notice)
    }
  }

  @Test(arguments: [AuthOperation.signIn, .signUp, .deleteAccount])
  func `What the server says to the user is shown as it is`(_ operation: AuthOperation) {
    let error = AuthError.rejected(reason: "The user name is taken.")
    #expect(AuthMessages.japanese.text(for: error, doing: operation) == "The user name is taken.")
  }

  @Test(arguments: [
    (Duration.seconds(30), "30 seconds"), (.milliseconds(1_001), "2 seconds"), (.zero, "0 seconds"),
    (.seconds(1), "1 second"), (.milliseconds(1), "1 second"),
  ])
  func `A rate limit names the seconds to wait, rounded up`(_ duration: Duration, _ seconds: String) {
    let error = AuthError.rateLimited(retryAfter: duration)
    let number = seconds.prefix { $0 != " " }
    #expect(AuthMessages.english.text(for: error, doing: .signIn) == "Too many attempts. Try again in \(seconds).")
    #expect(AuthMessages.japanese.text(for: error, doing: .signUp) == "試行回数が多すぎます。\(number)秒後に再試行してください。")
    var own = AuthMessages.english
    (own.rateLimitedSecond, own.rateLimitedSeconds) = ("1", "%d or %@")
    let text = own.text(for: error, doing: .deleteAccount)
    #expect(text == (number == "1" ? "1" : "%d or \(number)"), "It is not read as a format.")
  }
}
