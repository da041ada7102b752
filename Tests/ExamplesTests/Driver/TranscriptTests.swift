import ExampleApp
import Testing

@testable import Driver

@MainActor
struct TranscriptTests {
  let driver = PlayedDriver()

  @Test func `JSON is one object a transition and one a notice, and nothing else`() async {
    let script = """
      login taro@example.com password123
      mypage load
      mypage save x 1
      feed timeline quiet
      """
    #expect(await driver.play(script, language: .japanese, json: true) == nil)
    #expect(
      driver.text == """
        {"store":"auth","action":"login","from":"signedOut","to":"loading"}
        {"store":"auth","action":"login","from":"loading","to":"signedIn","text":"太郎"}
        {"store":"mypage","action":"load","from":"idle","to":"loading"}
        {"store":"mypage","action":"load","from":"loading","to":"loaded","text":"未登録"}
        {"store":"mypage","action":"save","from":"loaded","to":"loaded","text":"未登録"}
        {"store":"mypage","action":"save","notice":{"title":"登録失敗","text":"2文字以上10文字以下で登録してください"}}
        {"store":"feed","action":"timeline","from":"idle","to":"loading"}
        {"store":"feed","action":"timeline","from":"loading","to":"empty","text":"静かなリスト"}

        """)
  }

  @Test func `what would move the cursor of a terminal is shown escaped`() async {
    let failure = await driver.play(
      """
      signup "\u{1B}[31mhanako@example.com" 123456
      mypage save "\u{1B}[31mx" 1
      feed compose --reply-to "\u{1B}[31m"
      expect auth signedIn "\u{1B}[31mx"
      """)
    let message = #"expected auth signedIn \u{1B}[31mx, found auth signedIn \u{1B}[31mhanako"#
    #expect(failure == ScriptFailure(line: 4, error: ScriptError(message, kind: .failed)))
    #expect(
      driver.text == #"""
            screen                FOCAL Architecture Demo  [Email] [Password] (Sign Up)

          › signup •••••••• ••••••••
            auth    signedOut     → loading
            auth    loading       → signedIn       \u{1B}[31mhanako
            screen                Welcome, \u{1B}[31mhanako  (Log Out)  My Page
            auth    notice        ! Welcome You’re signed up! [OK]

          › mypage save "\u{1B}[31mx" 1

          › feed compose --reply-to "\u{1B}[31m"
            screen                Welcome, \u{1B}[31mhanako  (Log Out)  Reply #\u{1B}[31m

          › expect auth signedIn "\u{1B}[31mx"

        """#)
  }

  @Test func `text stands in columns, and colours only where they can be seen`() {
    let coloured = TextTranscript(isColoured: true, write: { self.driver.append($0) })
    coloured.transition("auth", action: "login", from: "loading", to: "error", text: "No.")
    let plain = TextTranscript(isColoured: false, write: { self.driver.append($0) })
    plain.transition("auth", action: "login", from: "loading", to: "error", text: "No.")
    #expect(
      driver.text == """
            \u{1B}[2mauth    loading       → \u{1B}[0m\u{1B}[31merror          \u{1B}[0mNo.
            auth    loading       → error          No.

        """)
  }
}
