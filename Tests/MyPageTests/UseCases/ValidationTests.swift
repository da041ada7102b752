import Core
import Foundation
import MyPage
import Testing

/// The tests of the article, without any backend, and how characters are counted.
struct ValidationTests {
  static let family = "👨‍👩‍👧‍👦"

  private func draft(_ name: String, _ gender: Int = 1) throws -> ProfileDraft {
    try DraftProfile(now: { Sample.moment }).execute(ProfileInput(name: name, gender: gender))
  }

  @Test(arguments: ["xx", "xxxxxxxxxx"])
  func `nameが2文字以上10文字以下の場合`(name: String) throws {
    #expect(try draft(name).name == name)
  }

  @Test(arguments: ["", "x"])
  func `nameが2文字未満の場合`(name: String) {
    #expect(throws: MyPageError.invalidName) { try draft(name) }
  }

  @Test func `nameが10文字超過の場合`() {
    #expect(throws: MyPageError.invalidName) { try draft("xxxxxxxxxxx") }
  }

  @Test(arguments: [1, 2, 3])
  func `genderが1から3の場合`(gender: Int) throws {
    #expect(try draft("太郎", gender).gender.rawValue == gender)
  }

  @Test(arguments: [0, 4, -1, .max, .min])
  func `genderが0の場合と範囲外の場合`(gender: Int) {
    #expect(throws: MyPageError.invalidGender) { try draft("太郎", gender) }
  }

  @Test func `the name is checked before the gender`() {
    #expect(throws: MyPageError.invalidName) { try draft("x", 0) }
  }

  @Test(arguments: [
    "がが", "か\u{3099}か\u{3099}", family + family, String(repeating: family, count: 10),
    String(repeating: "か\u{3099}", count: 10), "👋🏽🇯🇵", "太 郎",
  ])
  func `a character is what a reader takes for one`(name: String) throws {
    #expect(Array(try draft(name).name.utf8) == Array(name.utf8))
  }

  @Test(arguments: [
    "が", "か\u{3099}", family, String(repeating: family, count: 11), String(repeating: "か\u{3099}", count: 11),
  ])
  func `one character is too few and 11 are too many, however many scalars they have`(name: String) {
    #expect(throws: MyPageError.invalidName) { try draft(name) }
  }

  @Test(arguments: [(" 太郎 ", "太郎"), ("\n\t太郎\u{3000}", "太郎"), ("  xxxxxxxxxx  ", "xxxxxxxxxx")])
  func `white space around a name does not count`(typed: String, name: String) throws {
    #expect(try draft(typed) == ProfileDraft(name: name, gender: .male, createdAt: Sample.moment))
  }

  @Test(arguments: ["  ", "\u{3000}\u{3000}\u{3000}", " x ", "\n\n"])
  func `white space is no name`(typed: String) {
    #expect(throws: MyPageError.invalidName) { try draft(typed) }
  }

  @Test func `the clock stamps the draft`() throws {
    #expect(try draft("太郎").createdAt.timeIntervalSince1970 == 1_646_746_371.312_878_1)
    let before = Date()
    let stamped = try DraftProfile().execute(ProfileInput(name: "太郎", gender: 1)).createdAt
    #expect((before...Date()).contains(stamped))
  }
}
