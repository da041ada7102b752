import Core
import Foundation
import MyPage
import Testing

struct DraftProfileTests {
  private func draft(
    _ name: String, _ gender: Int = 1, rules: ProfileRules = ProfileRules()
  ) throws -> ProfileDraft {
    try DraftProfile(rules: rules, now: { .article }).execute(ProfileInput(name: name, gender: gender))
  }

  @Test(arguments: [(" 太郎 ", "太郎"), ("\n\t太郎\u{3000}", "太郎"), ("  xxxxxxxxxx  ", "xxxxxxxxxx")])
  func `White space around a name is removed, and the draft has the date of the clock`(
    typed: String, name: String
  ) throws {
    #expect(try draft(typed) == ProfileDraft(name: name, gender: .male, createdAt: .article))
  }

  @Test(arguments: ["太郎" + String(repeating: " ", count: 10_240), "太郎" + String(repeating: "\u{301}", count: 5_120)])
  func `A name of more than 10 KiB is invalid, however few its characters`(typed: String) {
    #expect(throws: MyPageError.invalidName) { try draft(typed) }
  }

  @Test func `By default the date is the current one`() throws {
    let before = Date()
    let date = try DraftProfile().execute(.typed).createdAt
    #expect((before...Date()).contains(date))
  }

  @Test func `A server’s own rules replace the length of the name and the genders`() throws {
    let rules = ProfileRules(nameLength: 1...3, genders: [.female])
    #expect(try draft("x", 2, rules: rules).name == "x")
    #expect(throws: MyPageError.invalidName) { try draft("xxxx", 2, rules: rules) }
    #expect(throws: MyPageError.invalidGender) { try draft("xxx", 1, rules: rules) }
    let genderless = try draft("太郎", 1, rules: ProfileRules(genders: []))
    #expect(genderless == ProfileDraft(name: "太郎", gender: nil, createdAt: .article))
  }
}
