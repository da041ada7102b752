import Authentication
import Core
import StoreTesting
import Testing

/// Row 3 of the table: how a sign-up ends, each outcome of the article with its text.
@MainActor
struct SignUpTests {
  @Test(arguments: [
    ("jiro", "secret-of-jiro", "メールアドレスの形式が間違っています"),
    ("jiro@example", "secret-of-jiro", "メールアドレスの形式が間違っています"),
    ("", "", "メールアドレスの形式が間違っています"),
    ("jiro@example.com", "12345", "パスワードは6文字以上で入力して下さい"),
  ])
  func `what is typed wrong is told without asking the server`(
    _ email: String, _ pass: String, _ text: String
  ) async {
    let fixture = AuthFixture()
    await expectStates(of: fixture.store, \.state, [.signedOut, .loading, .error(text)], and: \.notice, [nil]) {
      await fixture.store.signUp(email: email, pass: pass)
    }
    #expect(fixture.sent == [])
  }

  @Test func `an address that has an account is told`() async {
    let fixture = AuthFixture()
    await expectStates(
      of: fixture.store, \.state, [.signedOut, .loading, .error("このメールアドレスは既に登録されています")], and: \.notice, [nil]
    ) {
      await fixture.store.signUp(email: "taro@example.com", pass: "password123")
    }
  }

  @Test(arguments: [
    (FakeOutcome.fail(.offline), "登録に失敗しました。通信状態が良好な環境で再度お試しください"),
    (.fail(.timedOut), "登録に失敗しました。通信状態が良好な環境で再度お試しください"),
    (.status(500), "入力内容が正しくありません"),
    (.status(401), "入力内容が正しくありません"),
    (.malformed, "入力内容が正しくありません"),
    (.status(429), "試行回数が多すぎます。時間をおいて再試行してください。"),
  ])
  func `a sign-up that fails on its way has its own texts`(_ outcome: FakeOutcome, _ text: String) async throws {
    let fixture = AuthFixture()
    try fixture.backend.fail(.post, "/v1/signup", with: outcome)
    await expectStates(of: fixture.store, \.state, [.signedOut, .loading, .error(text)], and: \.notice, [nil]) {
      await Opening.signUp.perform(on: fixture.store)
    }
  }

  @Test func `whoever signed up can log in`() async {
    let fixture = AuthFixture()
    await Opening.signUp.perform(on: fixture.store)
    await fixture.store.logout()
    await fixture.store.login(email: "jiro@example.com", pass: "secret-of-jiro")
    #expect(fixture.store.state == Opening.signUp.signedIn)
  }
}
