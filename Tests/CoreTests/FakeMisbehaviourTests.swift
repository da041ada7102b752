import Core
import Foundation
import Testing

@Suite("A fake backend that misbehaves")
struct FakeMisbehaviourTests {
  private func backend(_ misbehaviour: FakeMisbehaviour, count: Int = 45) -> FakeBackend {
    let home = FakeTimeline(id: "home", title: "ホーム", postCount: count)
    return FakeBackend(FakeConfiguration(timelines: [home], misbehaviour: misbehaviour))
  }

  private func ids(_ count: Int = 45) -> [String] {
    (1...count).reversed().map(String.init)
  }

  @Test func `overlaps its pages`() async throws {
    let backend = backend(.overlappingPages)
    let token = try await backend.signIn()
    let pages = try await backend.pages(token: token).map { $0.posts.map(\.id) }
    #expect(pages == [ids()[0..<20], ids()[17..<37], ids()[34..<45]].map(Array.init))
  }

  @Test func `sends pages out of order, across their border too`() async throws {
    let backend = backend(.unorderedPages)
    let token = try await backend.signIn()
    let pages = try await backend.pages(token: token).map { $0.posts.compactMap { Int($0.id) } }
    #expect(pages.map(\.count) == [20, 20, 5])
    #expect(pages.flatMap { $0 }.sorted(by: >) == (1...45).reversed())
    #expect(pages.allSatisfy { $0 != $0.sorted(by: >) })
    #expect(try #require(pages[0].min()) < #require(pages[1].max()))
  }

  @Test func `sends short pages that are not the last`() async throws {
    let backend = backend(.shortPages)
    let token = try await backend.signIn()
    let pages = try await backend.pages(token: token)
    #expect(pages.map(\.posts.count) == [10, 10, 10, 10, 5])
    #expect(pages.flatMap(\.posts).map(\.id) == ids())
  }

  @Test(arguments: [40, 45])
  func `promises a page that is empty`(count: Int) async throws {
    let backend = backend(.emptyLastPage, count: count)
    let token = try await backend.signIn()
    let pages = try await backend.pages(token: token)
    #expect(pages.map(\.posts.count) == [20, 20] + (count == 45 ? [5] : []) + [0])
    #expect(pages.flatMap(\.posts).map(\.id) == ids(count))
  }

  @Test func `deletes the post that a page goes on from`() async throws {
    let backend = backend(.deletedPosts)
    let token = try await backend.signIn()
    let first = try await backend.pages(token: token).flatMap(\.posts).map(\.id)
    #expect(first == ids())
    let cursors = ["26", "6"]
    let second = try await backend.page(limit: 100, token: token).posts.map(\.id)
    #expect(second == ids().filter { !cursors.contains($0) })
    let reply = try await backend.call(.post, "/v1/posts", json: #"{"text":"a","in_reply_to_id":"26"}"#, token: token)
    #expect(reply.status == 422)
  }

  @Test func `has posts arrive between two pages`() async throws {
    let backend = backend(.arrivingPosts)
    let token = try await backend.signIn()
    #expect(try await backend.pages(token: token).flatMap(\.posts).map(\.id) == ids())
    let again = try await backend.page(token: token).posts.map(\.post)
    #expect(again.map(\.id) == ["47", "46"] + ids()[0..<18])
    #expect(again == again.sorted(by: Post.newestFirst))
  }

  @Test(arguments: 0..<64, [1, 2, 3, 5, 20])
  func `in any mixture sends every post and comes to an end`(bits: Int, limit: Int) async throws {
    for count in [0, 1, 8, 20, 41] {
      let backend = backend(FakeMisbehaviour(rawValue: bits), count: count)
      let token = try await backend.signIn()
      let posts = try await backend.pages(limit: limit, token: token).flatMap(\.posts)
      #expect(Set(posts.compactMap { Int($0.id) }).isSuperset(of: count == 0 ? [] : Set(1...count)))
    }
  }

  @Test(arguments: [1, 3, 20])
  func `in any mixture sends the posts of its users too`(limit: Int) async throws {
    for bits in 0..<64 {
      let backend = backend(FakeMisbehaviour(rawValue: bits), count: 10)
      let token = try await backend.signIn()
      for number in 1...6 {
        _ = try await backend.call(.post, "/v1/posts", json: #"{"text":"\#(number)"}"#, token: token)
      }
      let posts = try await backend.pages(limit: limit, token: token).flatMap(\.posts)
      #expect(Set(posts.compactMap { Int($0.id) }).isSuperset(of: 1...16))
    }
  }

  @Test func `does all of it at once`() {
    #expect(FakeMisbehaviour.all.rawValue == 63)
  }
}
