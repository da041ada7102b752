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
    ("feed load now", "Unexpected argument 'now' Write: feed load"),
    ("mypage save 太郎 male", "The value 'male' is invalid for '<gender>' Write: mypage save \"NAME\" GENDER"),
    ("feed timeline", "Missing expected argument '<id>' Write: feed timeline ID"),
    (
      "open focal://nowhere",
      """
      “focal://nowhere” leads nowhere. A link is one of focal://compose, focal://compose?reply_to=ID, \
      focal://timeline/ID, focal://mypage, focal://signin, focal://signup.
      """
    ),
    (
      "fail GET v1/me offline",
      "“v1/me” is no path: it begins with /. Write: fail METHOD PATH KIND [TIMES]"
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

  @Test func `nothing is played where a line cannot be read`() async {
    _ = await driver.play("feed load\nfeed lod")
    #expect(driver.text.isEmpty)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines end as on any system`(end: String) async {
    let script = ["restore", "", "login taro@example.com password123", "expect auth signedIn 太郎", ""]
    #expect(await driver.play(script.joined(separator: end)) == nil)
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
