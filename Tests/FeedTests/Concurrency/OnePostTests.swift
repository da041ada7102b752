import Core
import Feed
import Foundation
import StoreExploring
import Testing

/// One wish is one post, whatever is lost on the way.
@MainActor
struct OnePostTests {
  private func sent(_ feed: ServedFeed) -> [HTTPRequest] {
    feed.backend.requests.filter { $0.path == "/v1/posts" }
  }

  @Test(arguments: [RequestFailure.timedOut, .connectionLost, .offline])
  func `a retry after a lost answer is the same post`(failure: RequestFailure) async throws {
    let feed = try await ServedFeed()
    await feed.store.load()
    try feed.backend.fail(.post, "/v1/posts", with: .answerThenFail(failure), times: 2)
    for _ in 0..<3 { await feed.store.post(text: "Hello", replyTo: nil) }
    #expect(feed.posts.filter { $0.text == "Hello" }.count == 1)
    #expect(try await feed.newestPosts().filter { $0.text == "Hello" }.count == 1)
    let keys = sent(feed).map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 3)
    #expect(Set(keys).count == 1 && keys.first != .some(nil))
    #expect(feed.store.draft == nil)
  }

  @Test func `a retry after a refresh that brought the post does not show it twice`() async throws {
    let feed = try await ServedFeed()
    await feed.store.load()
    try feed.backend.fail(.post, "/v1/posts", with: .answerThenFail(.timedOut))
    await feed.store.post(text: "Hello")
    await feed.store.refresh()
    let posts = feed.posts
    #expect(posts.first?.text == "Hello")
    await feed.store.post(text: "Hello")
    #expect(feed.posts == posts)
  }

  @Test func `a double tap sends one post`() async throws {
    let feed = try await ServedFeed()
    await feed.store.load()
    feed.hold()
    let first = feed.start { await $0.post(text: "Hello") }
    let second = feed.start { await $0.post(text: "Hello") }
    #expect(second.hasReturned)
    try feed.held.release()
    try await first.finish()
    #expect(try await feed.newestPosts().filter { $0.text == "Hello" }.count == 1)
    #expect(sent(feed).count == 1)
  }

  @Test func `a text that was posted can be posted again, and is another post`() async throws {
    let feed = try await ServedFeed()
    await feed.store.load()
    for _ in 0..<2 { await feed.store.post(text: "Hello") }
    #expect(feed.posts.filter { $0.text == "Hello" }.count == 2)
    #expect(Set(sent(feed).map { $0.headers["Idempotency-Key"] }).count == 2)
  }

  @Test func `an answer names the post that it answers`() async throws {
    let feed = try await ServedFeed()
    await feed.store.load()
    let answered = try #require(feed.posts.last)
    await feed.store.post(text: "Hello", replyTo: answered.id)
    #expect(feed.posts.first?.inReplyTo == answered.id)
    let body = try JSONCoding.decode(PostRequest.self, from: try #require(sent(feed).first).body)
    #expect(body == PostRequest(text: "Hello", inReplyTo: answered.id))
  }

  @Test func `an answer to a post that is gone is refused with a notice`() async throws {
    let feed = try await ServedFeed()
    await feed.store.load()
    await feed.store.post(text: "Hello", replyTo: "999999")
    #expect(feed.store.notice == Sample.notice("投稿失敗", "この内容は投稿できませんでした。"))
    #expect(feed.store.draft?.replyTo == "999999")
  }
}
