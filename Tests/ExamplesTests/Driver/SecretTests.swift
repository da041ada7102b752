import ArgumentParser
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
    "login,taro@example.com,s3cret", "\"login taro@example.com s3cret\"", "login\\ taro@example.com\\ s3cret",
    "taro@example.com/s3cret", "feed login:s3cret", "login s3cret", "login \"taro@example.com s3cret\"",
    "login-with google s3cret", "login-with taro@example.com s3cret", "login taro@example.com -hs3cret",
    "restore login taro@example.com s3cret", "restore\u{2028}login taro@example.com s3cret", "logout login:s3cret",
    "feed load && login taro@example.com s3cret", "feed timeline home taro@example.com s3cret",
    "open focal://signin login s3cret", "expect auth signedIn signup s3cret",
    "fail GET taro@example.com/s3cret offline",
  ])
  func `no complaint about a line repeats a password`(line: String) async throws {
    let failure = try #require(await driver.play(line))
    #expect(!failure.error.message.contains("s3cret"))
    #expect(driver.text.isEmpty)
  }

  @Test func `an action in the place of a script is refused without its password`() {
    let error = #expect(throws: (any Error).self) { try PlayCommand.parse(["login", "taro@example.com", "s3cret"]) }
    #expect(
      error.map(PlayCommand.message)
        == "play takes one script, and got 3 words. For actions, write: focal play, and type them.")
  }

  @Test(arguments: ["s3cret", "\"taro@example.com s3cret\"", "taro@example.com/s3cret", "taro@example.com:s3cret"])
  func `what stands in the place of the address is shown only where it is one`(address: String) async throws {
    let player = driver.makePlayer(.english, json: false, askPassword: { "password" })
    try await player.play("login \(address)")
    #expect(driver.text.hasPrefix("\n  › login ••••••••\n"))
    #expect(!driver.text.contains("s3cret"))
  }

  @Test(arguments: ["logout # login taro@example.com s3cret", "feed post \"# 1\"#2   #s3cret"])
  func `no transcript shows a comment, which may be a line that signs in`(line: String) async throws {
    #expect(await driver.play(line) == nil)
    #expect(!driver.text.contains("s3cret"))
    #expect(driver.text.contains(line.hasPrefix("logout") ? "› logout\n" : "› feed post \"# 1\"#2\n"))
  }

  @Test func `a password that is missing is asked for at a prompt and nowhere else`() async throws {
    let failure = await driver.play("login taro@example.com")
    #expect(failure?.error == ScriptError("login needs a password. Write: login EMAIL PASSWORD"))
    let player = driver.makePlayer(.english, json: false, askPassword: { "password123" })
    try await player.play("login taro@example.com")
    #expect(player.state(of: .auth) == StateText(name: "signedIn", text: "太郎"))
  }
}
