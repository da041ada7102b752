import Core
import Feed
import Foundation
import Testing

/// Order, and no post twice, whatever a page holds.
struct FeedContentTests {
  private func content(_ posts: [Post]) -> FeedContent {
    FeedContent(FeedPage(posts: posts, nextMaxID: nil), timelines: Sample.timelines())
  }

  private func post(_ id: String, at seconds: Double) -> Post {
    Post(id: id, author: Sample.author, text: id, createdAt: Date(timeIntervalSince1970: seconds))
  }

  @Test func `later dates come first, then longer identifiers, then greater ones`() {
    let ordered = [post("1", at: 9), post("10", at: 5), post("9", at: 5), post("8", at: 5), post("99", at: 1)]
    #expect(Array(content(ordered.reversed()).posts) == ordered)
    #expect(Array(content([2, 0, 4, 1, 3].map { ordered[$0] }).posts) == ordered)
  }

  @Test func `a page in any order and with repetitions shows each post once, in order`() {
    var random = SeededGenerator(state: 5)
    let ordered = (0..<200).map { Sample.post(200 - $0) }
    for _ in 0..<20 {
      #expect(Array(content((ordered + ordered.prefix(50)).shuffled(using: &random)).posts) == ordered)
    }
  }

  @Test func `a post that is repeated with another text or another date is not there twice`() {
    let repeated = [post("3", at: 3), post("2", at: 2), post("3", at: 1), post("2", at: 9)]
    #expect(Array(content(repeated).posts) == Array(repeated.prefix(2)))
  }

  @Test func `there is more while a cursor says so`() {
    let page = FeedPage(posts: [], nextMaxID: "7")
    #expect(FeedContent(page, timelines: Sample.timelines()).hasMore)
    #expect(!content([Sample.post(1)]).hasMore)
  }
}
