import Core
import Foundation
import MyPage
import Testing

struct DraftProfileTests {
  private static let family = "👨‍👩‍👧‍👦"

  private func draft(
    _ name: String, _ gender: Int = 1, rules: ProfileRules = ProfileRules()
  ) throws -> ProfileDraft {
    try DraftProfile(rules: rules, now: { .article }).execute(ProfileInput(name: name, gender: gender))
  }

  @Test(arguments: [
    "xx", "xxxxxxxxxx", "が太", "か\u{3099}か\u{3099}", family + family, String(repeating: family, count: 10), "👋🏽🇯🇵",
    "太 郎",
  ])
  func `nameが2文字以上10文字以下の場合`(name: String) throws {
    #expect(Array(try draft(name).name.utf8) == Array(name.utf8))
  }

  @Test(arguments: ["", "x", "か\u{3099}", family, "  ", "\u{3000}\u{3000}\u{3000}", " x ", "\n\n"])
  func `nameが2文字未満の場合`(name: String) {
    #expect(throws: MyPageError.invalidName) { try draft(name) }
  }

  @Test(arguments: ["xxxxxxxxxxx", String(repeating: family, count: 11)])
  func `nameが10文字超過の場合`(name: String) {
    #expect(throws: MyPageError.invalidName) { try draft(name) }
  }

  @Test(arguments: [1, 2, 3])
  func `genderが1から3の場合`(gender: Int) throws {
    #expect(try draft("太郎", gender).gender?.rawValue == gender)
  }

  @Test(arguments: [0, 4, -1, .max, .min])
  func `genderが0の場合と範囲外の場合`(gender: Int) {
    #expect(throws: MyPageError.invalidGender) { try draft("太郎", gender) }
    #expect(throws: MyPageError.invalidName) { try draft("太", gender) }
  }

  @Test(arguments: [(" 太郎 ", "太郎"), ("\n\t太郎\u{3000}", "太郎"), ("  xxxxxxxxxx  ", "xxxxxxxxxx")])
  func `White space around a name is removed, and the draft has the date of the clock`(
    typed: String, name: String
  ) throws {
    #expect(try draft(typed) == ProfileDraft(name: name, gender: .male, createdAt: .article))
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
