import Core
import Foundation
import Testing

@Suite("The generated posts of the fake backend")
struct FakePostsTests {
  private func posts(_ configuration: FakeConfiguration, _ list: String = "home") async throws -> [Post] {
    let backend = FakeBackend(configuration)
    let token = try await backend.signIn()
    return try await backend.pages(list, limit: 100, token: token).flatMap(\.posts).map(\.post)
  }

  private func home(_ count: Int, seed: UInt64 = 2026) -> FakeConfiguration {
    FakeConfiguration(timelines: [FakeTimeline(id: "home", title: "ホーム", postCount: count)], seed: seed)
  }

  @Test func `are the same for the same configuration, and others for another seed or timeline`() async throws {
    let posts = try await posts(home(300))
    #expect(try await self.posts(home(300)) == posts)
    #expect(try await self.posts(home(300, seed: 1)).map(\.text) != posts.map(\.text))
    let other = FakeConfiguration(timelines: [FakeTimeline(id: "other", title: "ホーム", postCount: 300)])
    #expect(try await self.posts(other, "other").map(\.text) != posts.map(\.text))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `stand newest first, before the start, with gaps as people leave them`(seed: UInt64) async throws {
    let configuration = home(2_000, seed: seed)
    let posts = try await posts(configuration)
    #expect(posts.count == 2_000)
    #expect(posts == posts.sorted(by: Post.newestFirst))
    #expect(posts.allSatisfy { $0.createdAt < configuration.start })
    let gaps = zip(posts, posts.dropFirst()).map { $0.createdAt.timeIntervalSince($1.createdAt) }
    #expect(gaps.allSatisfy { (0..<24 * 3_600).contains($0) })
    #expect(gaps.contains { $0 < 60 })
    #expect(gaps.contains { $0 > 3_600 })
    #expect(Set(gaps).count > 500)
  }

  @Test func `have an identifier of their own, across timelines`() async throws {
    let configuration = FakeConfiguration(
      timelines: [
        FakeTimeline(id: "a", title: "a", postCount: 250), FakeTimeline(id: "b", title: "b", postCount: 0),
        FakeTimeline(id: "c", title: "c", postCount: 99),
      ])
    let ids = try await ["a", "b", "c"].asyncFlatMap { try await posts(configuration, $0).map(\.id) }
    #expect(ids.count == 349)
    #expect(Set(ids).count == 349)
  }

  @Test func `read like a timeline`() async throws {
    let posts = try await posts(home(1_000))
    let texts = posts.map(\.text)
    #expect(texts.allSatisfy { (1...280).contains($0.count) && $0 == $0.trimmingWhitespace })
    #expect(Set(posts.map(\.author)).count >= 12)
    #expect(texts.contains { $0.contains("です") })
    #expect(texts.contains { $0.contains("the ") })
    #expect(texts.contains { $0.unicodeScalars.contains { $0.properties.isEmojiPresentation } })
    #expect(texts.contains { $0.unicodeScalars.contains { ("\u{0590}"..."\u{05FF}").contains($0) } })
    #expect(texts.contains { $0.unicodeScalars.contains { ("\u{0600}"..."\u{06FF}").contains($0) } })
    #expect(texts.contains { $0.count <= 5 })
    #expect(texts.contains { $0.count >= 200 })
    #expect(texts.contains { $0.contains("\n") })
    #expect(Set(texts).count > 600)
  }

  @Test func `reply to older posts, whose authors they mention`() async throws {
    let posts = try await posts(home(1_000))
    let places = Dictionary(uniqueKeysWithValues: posts.enumerated().map { ($0.element.id, $0.offset) })
    let replies = posts.enumerated().filter { $0.element.inReplyTo != nil }
    #expect((150...350).contains(replies.count))
    for (place, reply) in replies {
      let answered = try #require(reply.inReplyTo.flatMap { places[$0] })
      #expect(answered > place)
      #expect(reply.text.hasPrefix("@\(posts[answered].author.screenName) "))
    }
  }

  @Test func `are read from the far end of ten million as from the top`() async throws {
    let backend = FakeBackend(home(10_000_000))
    let token = try await backend.signIn()
    let top = try await backend.page(token: token)
    #expect(top.posts.first?.id == "10000000")
    for _ in 0..<200 {
      let end = try await backend.page(after: "21", token: token)
      #expect(end.posts.map(\.id) == (1...20).reversed().map(String.init))
      #expect(end.nextMaxID == nil)
    }
    let middle = try await backend.page(after: "5000001", limit: 100, token: token)
    #expect(middle.posts.map(\.id) == (4_999_901...5_000_000).reversed().map(String.init))
    #expect(middle.posts.map(\.post) == middle.posts.map(\.post).sorted(by: Post.newestFirst))
  }

  @Test(arguments: [(-5, 0), (0, 0), (Int.max, 10_000_000)])
  func `are as many as there may be`(asked: Int, expected: Int) {
    #expect(FakeTimeline(id: "", title: "", postCount: asked).postCount == expected)
  }
}

extension Sequence {
  fileprivate func asyncFlatMap<Part>(_ transform: (Element) async throws -> [Part]) async rethrows -> [Part] {
    var result: [Part] = []
    for element in self { result += try await transform(element) }
    return result
  }
}
