import Feed
import Foundation
import Testing

/// Both languages say everything.
struct FeedMessagesTests {
  /// The texts by their names.
  private func texts(_ messages: FeedMessages) -> [String: String] {
    var texts: [String: String] = [:]
    for child in Mirror(reflecting: messages).children {
      guard let label = child.label, let text = child.value as? String else { continue }
      texts[label] = text
    }
    return texts
  }

  @Test func `no text is missing in either language`() {
    let (japanese, english) = (texts(.japanese), texts(.english))
    #expect(japanese["title"] == "タイムライン")
    #expect(Set(japanese.keys) == Set(english.keys))
    #expect((Array(japanese.values) + english.values).allSatisfy { $0.contains { !$0.isWhitespace } })
  }

  @Test func `every text is translated but the one that is the same in both`() {
    let (japanese, english) = (texts(.japanese), texts(.english))
    let same = japanese.keys.filter { japanese[$0] == english[$0] }
    #expect(same == ["dismiss"])
    #expect(english.values.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value < 0x3000 } })
  }

  @Test func `the reply line has room for a name in both languages`() {
    for messages in [FeedMessages.japanese, .english] {
      #expect(messages.replyTo.components(separatedBy: "%@").count == 2)
    }
  }
}
