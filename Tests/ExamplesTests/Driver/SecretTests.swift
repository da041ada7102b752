import ExampleApp
import Testing

@testable import Driver

@MainActor
struct SecretTests {
  let driver = PlayedDriver()

  @Test(arguments: [false, true])
  func `no transcript shows a password or a token`(json: Bool) async {
    let script = """
      login taro@example.com wr0ng-s3cret
      signup hanako@example.com n3w-s3cret
      logout
      login-with google
      logout
      login taro@example.com password123
      feed load
      """
    #expect(await driver.play(script, json: json) == nil)
    for secret in ["wr0ng-s3cret", "n3w-s3cret", "password123", "google-taro", "token-"] {
      #expect(!driver.text.contains(secret))
    }
  }

  @Test(arguments: [
    "login taro@example.com s3cret and more", "login --pass s3cret taro@example.com x", "lgoin taro@example.com s3cret",
    "login \"taro@example.com s3cret", "signup taro@example.com 's3cret", "signup a b s3cret",
  ])
  func `no complaint about a line repeats a password`(line: String) async throws {
    let failure = try #require(await driver.play(line))
    #expect(!failure.error.message.contains("s3cret"))
    #expect(driver.text.isEmpty)
  }

  @Test func `a password that is missing is asked for at a prompt and nowhere else`() async throws {
    let failure = await driver.play("login taro@example.com")
    #expect(failure?.error == ScriptError("login needs a password. Write: login EMAIL PASSWORD"))
    let player = driver.makePlayer(.english, json: false, askPassword: { "password123" })
    try await player.play("login taro@example.com")
    #expect(player.state(of: .auth) == StateText(name: "signedIn", text: "太郎"))
  }

  @Test func `what would move the cursor of a terminal is shown escaped`() async throws {
    let failure = try #require(await driver.play("\u{1B}[2Jfeed"))
    #expect(failure.error.message.hasPrefix("“\\u{1B}[2Jfeed” is no action."))
  }
}
