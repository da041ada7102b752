import Core
import Feed
import Foundation
import Testing

/// Posts ready to show.
struct PostRowTests {
  private let tokyo: TimeZone
  private let date = Date(timeIntervalSince1970: 1_646_746_371.31)

  init() throws {
    tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
  }

  private func post(_ id: String, replyTo: String? = nil, by name: String = "hanako") -> Post {
    Post(
      id: id, author: Author(id: name, name: "花子", screenName: name), text: "こんにちは 👋", createdAt: date,
      inReplyTo: replyTo)
  }

  @Test func `a post is shown with its author, its text and its date`() {
    let shown = PostRow(post("1"), parent: nil, messages: .japanese.dates(in: tokyo))
    #expect(shown.id == "1")
    #expect(shown.authorName == "花子")
    #expect(shown.handle == "@hanako")
    #expect(shown.text == "こんにちは 👋")
    #expect(shown.date == "2022年3月8日 22:32")
    #expect(shown.replyLine == nil)
  }

  @Test func `dates are written by language and in the user's time zone`() throws {
    let newYork = try #require(TimeZone(identifier: "America/New_York"))
    #expect(date.formatted(FeedMessages.japanese.dates(in: newYork).date) == "2022年3月8日 08:32")
    #expect(date.formatted(FeedMessages.english.dates(in: tokyo).date) == "March 8, 2022, 22:32")
    #expect(date.formatted(FeedMessages.english.dates(in: newYork).date) == "March 8, 2022, 08:32")
    #expect(FeedMessages.japanese.date.timeZone == .autoupdatingCurrent)
  }

  @Test func `midnight is 00`() {
    let midnight = Date(timeIntervalSince1970: 1_646_751_600)
    #expect(midnight.formatted(FeedMessages.japanese.dates(in: tokyo).date) == "2022年3月9日 00:00")
    #expect(midnight.formatted(FeedMessages.english.dates(in: tokyo).date) == "March 9, 2022, 00:00")
  }

  @Test func `the calendar is fixed, whichever the system has`() {
    for messages in [FeedMessages.japanese, .english] {
      #expect(messages.date.calendar.identifier == .gregorian)
    }
    // What the system's own calendar would have written where it is the Japanese one.
    var imperial = FeedMessages.japanese.dates(in: tokyo)
    imperial.date.calendar = Calendar(identifier: .japanese)
    #expect(date.formatted(imperial.date) == "4年3月8日 22:32")
  }

  @Test(arguments: [
    (FeedMessages.japanese, "@taro さんへの返信", "返信"), (.english, "Replying to @taro", "Reply"),
  ])
  func `an answer says whom it answers where that is known`(messages: FeedMessages, to: String, reply: String) {
    #expect(PostRow(post("2", replyTo: "1"), parent: post("1", by: "taro"), messages: messages).replyLine == to)
    #expect(PostRow(post("2", replyTo: "1"), parent: nil, messages: messages).replyLine == reply)
    #expect(PostRow(post("2"), parent: post("1", by: "taro"), messages: messages).replyLine == nil)
  }

  @Test func `the content finds the answered post among the 200 from the answer on`() {
    for (distance, line) in [(1, "Replying to @hanako"), (199, "Replying to @hanako"), (200, "Reply")] {
      let posts = [Sample.post(500, replyTo: 500 - distance)] + (1..<300).map { Sample.post(500 - $0) }
      let content = FeedContent(FeedPage(posts: posts, nextMaxID: nil), timelines: Sample.timelines())
      #expect(content.row(at: 0, messages: .english).replyLine == line)
    }
  }
}
