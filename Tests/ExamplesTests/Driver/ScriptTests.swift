import Testing

@testable import Driver

@MainActor
struct ScriptTests {
  let driver = PlayedDriver()

  @Test(arguments: [
    (#"feed post "two words" --reply-to 7"#, ["feed", "post", "two words", "--reply-to", "7"]),
    (#"a 'b "c"' "d \"e\" \\ 'f'" g\ h"#, ["a", #"b "c""#, #"d "e" \ 'f'"#, "g h"]),
    (#"save "" 1"#, ["save", "", "1"]),
    ("  tabs\tand  spaces ", ["tabs", "and", "spaces"]),
    ("feed load # and more", ["feed", "load"]),
    ("a#b", ["a#b"]),
    ("# a comment", []),
    ("", []),
    (#"mypage save "👨‍👩‍👧‍👦" 3"#, ["mypage", "save", "👨‍👩‍👧‍👦", "3"]),
  ])
  func `a line is split as a shell splits it`(line: String, words: [String]) throws {
    #expect(try ShellWords.split(line) == words)
  }

  @Test(arguments: [
    (
      "lgoin taro@example.com password123",
      "“lgoin” is no action. There is login, signup, login-with, restore, logout, dismiss, feed, mypage, open, fail, expect."
    ),
    ("feed lod", "“lod” is no action of feed. There is load, refresh, more, timeline, post, compose, dismiss."),
    ("mypage", "“mypage” needs one more word: load, save, delete, dismiss."),
    (#"feed post "half a line"#, "the quote \" at column 11 is not closed"),
    ("feed load now", "Unexpected argument 'now'. Write: feed load"),
    ("mypage save 太郎 male", "The value 'male' is invalid for '<gender>'. Write: mypage save \"NAME\" GENDER"),
    ("feed timeline", "Missing expected argument '<id>'. Write: feed timeline ID"),
    (
      "open focal://nowhere",
      """
      The value 'focal://nowhere' is invalid for '<link>': a link is one of focal://compose, \
      focal://compose?reply_to=ID, focal://timeline/ID, focal://mypage, focal://signin, focal://signup. \
      Write: open focal://…
      """
    ),
    (
      "fail GET v1/me offline",
      "“v1/me” is no path: it begins with /. Write: fail METHOD PATH KIND [TIMES]"
    ),
    ("fail GET /v1/me 503 1000001", "TIMES is 1 to 1000000, and not 1000001. Write: fail METHOD PATH KIND [TIMES]"),
    (
      "fail GET /v1/me banana",
      """
      The value 'banana' is invalid for '<kind>'. Please provide one of 'offline', 'timeout', 'malformed' or \
      'a status code from 200 to 599'. Write: fail METHOD PATH KIND [TIMES]
      """
    ),
    (
      "fail GOT /v1/me 503",
      """
      The value 'GOT' is invalid for '<method>'. Please provide one of 'GET', 'POST', 'PUT' or 'DELETE'. \
      Write: fail METHOD PATH KIND [TIMES]
      """
    ),
    ("login", "login got nothing. Write: login EMAIL PASSWORD"),
    ("login a b c", "login got 3 words. Write: login EMAIL PASSWORD"),
    (
      "signup --pass a b",
      "signup got an option. Write: signup EMAIL PASSWORD. A word that begins with - stands behind --."
    ),
    ("login-with gogle", "login-with got another word. Write: login-with google|facebook"),
    ("restore login a b", "restore got 3 words. Write: restore"),
    (
      #"feed post "-5°C this morning""#,
      #"feed post got an option. Write: feed post "TEXT" [--reply-to ID]. A word that begins with - stands behind --."#
    ),
    (
      "expect feed ready",
      """
      “ready” is no state of feed. There is idle, loading, loaded, empty, notAuthorized, error. \
      Write: expect STORE STATE [TEXT]
      """
    ),
  ])
  func `a line that cannot be read is named with its number and the word it stumbled on`(
    line: String, message: String
  ) async {
    let failure = await driver.play("# first\n\n\(line)\nlogout")
    #expect(failure == ScriptFailure(line: 3, error: ScriptError(message)))
  }

  @Test(arguments: ["feed lod", "login taro@example.com", "open foo"])
  func `nothing is played where a line cannot be read`(line: String) async {
    let failure = await driver.play("feed load\n\(line)")
    #expect(failure?.line == 2)
    #expect(driver.text.isEmpty)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines end as on any system`(end: String) async {
    let script = ["restore", "", "login taro@example.com password123", "expect auth signedIn 太郎", ""]
    #expect(await driver.play(script.joined(separator: end)) == nil)
  }

  @Test(arguments: ["\u{2028}", "\u{0B}", "\u{0C}", "\u{85}"])
  func `what only Unicode takes for the end of a line is part of it`(character: String) async {
    #expect(await driver.play("mypage save \"\(character)\" 1\nexpect mypage idle") == nil)
  }

  @Test func `a fault of a route that there is not is a failure`() async {
    let failure = await driver.play("fail PATCH /v1/profile 503")
    let message = """
      PATCH /v1/profile is not a route. Available: POST /v1/login, POST /v1/login/{provider}, POST /v1/signup, \
      POST /v1/logout, GET /v1/me, GET /v1/lists, GET /v1/timeline, POST /v1/posts, GET /v1/profile, \
      PUT /v1/profile, DELETE /v1/profile.
      """
    #expect(failure == ScriptFailure(line: 1, error: ScriptError(message, kind: .failed)))
  }

  @Test func `an expectation that does not hold says what was found`() async {
    let failure = await driver.play("login taro@example.com password123\nexpect auth signedIn 花子")
    let message = "expected auth signedIn 花子, found auth signedIn 太郎"
    #expect(failure == ScriptFailure(line: 2, error: ScriptError(message, kind: .failed)))
  }

  @Test func `a thousand lines are played`() async {
    #expect(await driver.play(String(repeating: "feed dismiss\n", count: 1_000)) == nil)
  }

  @Test func `a name can be an emoji and a text can go from right to left`() async {
    let failure = await driver.play(
      """
      login taro@example.com password123
      mypage load
      mypage save "👨‍👩‍👧‍👦🌸" 2
      expect mypage loaded "👨‍👩‍👧‍👦🌸"
      feed load
      feed post "שלום עולם"
      """)
    #expect(failure == nil)
  }
}
