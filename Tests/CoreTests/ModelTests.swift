import Core
import Foundation
import Testing

private func post(_ id: String, at seconds: TimeInterval = 0) -> Post {
  Post(
    id: id, author: Author(id: "a", name: "a", screenName: "a"), text: id,
    createdAt: Date(timeIntervalSince1970: seconds))
}

@Suite("The models")
struct ModelTests {
  @Test func `posts stand by date, then by the length and the text of their identifiers, newest first`() {
    let ordered = [
      post("1", at: 2), post("9", at: 1), post("100"), post("99"), post("10"), post("b"), post("a"), post("9"),
      post("8"), post("100", at: -1),
    ]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      #expect(ordered.shuffled(using: &random).sorted(by: Post.newestFirst).map(\.id) == ordered.map(\.id))
    }
  }

  @Test func `a post is not newer than itself`() {
    #expect(!Post.newestFirst(post("1"), post("1")))
  }

  @Test func `posts that differ in any way are not equal`() {
    let author = Author(id: "a", name: "a", screenName: "a")
    let date = Date(timeIntervalSince1970: 0)
    let first = Post(id: "1", author: author, text: "x", createdAt: date)
    #expect(first != Post(id: "1", author: author, text: "y", createdAt: date))
    #expect(first != Post(id: "1", author: author, text: "x", createdAt: date, inReplyTo: "0"))
    #expect(first != Post(id: "1", author: Author(id: "a", name: "b", screenName: "a"), text: "x", createdAt: date))
  }

  @Test func `a gender has the article's number`() {
    #expect(Gender.allCases.map(\.rawValue) == [1, 2, 3])
    #expect([-1, 0, 4].map(Gender.init(rawValue:)) == [nil, nil, nil])
  }

  @Test(arguments: [
    ("taro@example.com", "taro@example.com"), (" taro@example.com\n", "taro@example.com"),
    ("太郎@例え.日本", "太郎@例え.日本"), ("a+b@c.d.e", "a+b@c.d.e"),
  ])
  func `an address is something, an at sign and a domain`(typed: String, expected: String) {
    #expect(EmailAddress(typed)?.text == expected)
  }

  @Test(arguments: [
    "", " ", "taro", "@example.com", "taro@", "taro@example", "taro@.com", "taro@example.", "a@b@c.d",
    "ta ro@example.com",
    "taro@exam ple.com", "taro@a..b",
  ])
  func `anything else is no address`(typed: String) {
    #expect(EmailAddress(typed) == nil)
  }

  @Test(arguments: [
    ("", ""), (" \n\t\u{3000}", ""), ("\u{3000} 太郎 さん\r\n", "太郎 さん"), ("a", "a"), (" 👨‍👩‍👧‍👦 ", "👨‍👩‍👧‍👦"),
  ])
  func `white space of any script is trimmed, inside it stays`(text: String, expected: String) {
    #expect(text.trimmingWhitespace == expected)
  }

  @Test func `the latest wish is the one that began last`() {
    var wishes = LatestWish()
    let first = wishes.begin()
    #expect(wishes.isLatest(first))
    let second = wishes.begin()
    #expect(!wishes.isLatest(first))
    #expect(wishes.isLatest(second))
  }

  @Test func `a notice has OK on its button`() {
    #expect(Notice(title: "登録完了", text: "登録しました") == Notice(title: "登録完了", text: "登録しました", button: "OK"))
  }
}
