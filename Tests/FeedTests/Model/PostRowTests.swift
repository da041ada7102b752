import Core
import Feed
import Foundation
import Testing

struct PostRowTests {
  @Test(arguments: [
    (FeedMessages.japanese, "1970年1月1日 09:00", "@hanako さんへの返信", "返信"),
    (.english, "January 1, 1970, 09:00", "Replying to @hanako", "Reply"),
  ])
  func `A row has the author, the text, the date and the author replied to`(
    messages: FeedMessages, date: String, replyTo: String, reply: String
  ) throws {
    let messages = messages.dates(in: try #require(TimeZone(identifier: "Asia/Tokyo")))
    let row = PostRow(.sample(2), parent: .sample(1), messages: messages)
    #expect([row.id, row.authorName, row.handle, row.text, row.date] == ["2", "花子", "@hanako", "Text 2", date])
    #expect(row.replyLine == nil)
    #expect(PostRow(.sample(2, replyTo: 1), parent: .sample(1), messages: messages).replyLine == replyTo)
    #expect(PostRow(.sample(2, replyTo: 1), parent: nil, messages: messages).replyLine == reply)
  }

  @Test(arguments: [(1, "Replying to @hanako"), (199, "Replying to @hanako"), (200, "Reply")])
  func `A reply finds its parent among the next 200 posts`(distance: Int, line: String) {
    let posts = [Post.sample(501), .sample(500, replyTo: 500 - distance)] + (1..<300).map { .sample(500 - $0) }
    let content = FeedContent(FeedPage(posts: posts, nextCursor: nil))
    #expect(content.row(at: 1, messages: .english).replyLine == line)
    #expect(content.row(at: 0, messages: .english).id == "501")
  }
}
