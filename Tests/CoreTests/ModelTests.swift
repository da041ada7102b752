import Foundation
import Testing

@testable import Core

struct ModelTests {
  private func post(_ id: String, at seconds: TimeInterval = 0) -> Post {
    Post(
      id: id, author: Author(id: "a", name: "a", screenName: "a"), text: id,
      createdAt: Date(timeIntervalSince1970: seconds))
  }

  @Test func `Posts are ordered by date, then by the length and the text of their identifiers, newest first`() {
    let ordered = [
      post("1", at: 2), post("9", at: 1), post("100"), post("99"), post("10"), post("b"), post("a"), post("9"),
      post("8"), post("100", at: -1),
    ]
    for (index, first) in ordered.enumerated() {
      for (otherIndex, second) in ordered.enumerated() {
        #expect(Post.newestFirst(first, second) == (index < otherIndex), "\(first.id) and \(second.id)")
      }
    }
  }

  @Test(
    arguments: [
      ("taro@example.com", "taro@example.com"), (" taro@example.com\n", "taro@example.com"),
      ("太郎@例え.日本", "太郎@例え.日本"), ("a+b@c.d.e", "a+b@c.d.e"), ("", nil), ("taro", nil), ("@example.com", nil),
      ("taro@", nil), ("taro@example", nil), ("taro@.com", nil), ("taro@example.", nil), ("a@b@c.d", nil),
      ("ta ro@example.com", nil), ("taro@exam ple.com", nil), ("taro@a..b", nil),
    ] as [(String, String?)])
  func `An email address is a local part, an at sign and a domain`(_ typed: String, _ expected: String?) {
    #expect(EmailAddress(typed)?.text == expected)
  }

  @Test func `A generation makes every earlier one stale`() {
    var generation = Generation()
    let generations = [generation, generation.next(), generation.next()]
    #expect(generation == generations[2])
    #expect(Set(generations).count == 3)
  }

  @Test(arguments: [
    (["ja-JP", "en-US"], Language.japanese), (["en-US", "ja-JP"], .english), (["fr"], .english), ([], .english),
  ])
  func `The preferred language is Japanese only where it comes first`(_ preferred: [String], _ expected: Language) {
    #expect(Language(preferredLanguages: preferred) == expected)
  }

  @Test func `Every shared string but OK has an English translation`() {
    let pairs = zip(
      Mirror(reflecting: CommonMessages.japanese).children, Mirror(reflecting: CommonMessages.english).children)
    let untranslated = pairs.filter { $0.value as? String == $1.value as? String }
    #expect(untranslated.map(\.0.label) == ["dismiss"])
  }
}
