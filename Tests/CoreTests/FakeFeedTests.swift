import Core
import Foundation
import Testing

@Suite("The timelines of the fake backend")
struct FakeFeedTests {
  private let backend = FakeBackend()

  @Test func `are three to choose from`() async throws {
    let token = try await backend.signIn()
    let lists = try await backend.call(.get, "/v1/lists", token: token).decoded(as: ListsResponse.self)
    #expect(
      lists.timelines == [
        Timeline(id: "home", title: "ホーム"), Timeline(id: "swift", title: "Swift"),
        Timeline(id: "quiet", title: "静かなリスト"),
      ])
  }

  @Test func `come in pages of 20 to the end, without a gap or a repetition`() async throws {
    let token = try await backend.signIn()
    let pages = try await backend.pages(token: token)
    #expect(pages.map(\.posts.count) == [20, 20, 5])
    #expect(pages.map(\.nextMaxID) == [pages[0].posts[19].id, pages[1].posts[19].id, nil])
    let posts = pages.flatMap(\.posts).map(\.post)
    #expect(Set(posts.map(\.id)).count == 45)
    #expect(posts == posts.sorted(by: Post.newestFirst))
    #expect(try await backend.page("quiet", token: token) == TimelineResponse([], nextMaxID: nil))
  }

  @Test func `have no next page key at the end, on the wire`() async throws {
    let token = try await backend.signIn()
    let last = try await backend.call(.get, "/v1/timeline", query: ["list": "quiet"], token: token)
    #expect(last.text == #"{"posts":[]}"#)
  }

  @Test(arguments: [1, 2, 5, 9, 15, 44, 45, 46, 100])
  func `are the same whatever the size of a page`(limit: Int) async throws {
    let token = try await backend.signIn()
    let whole = try await backend.page(limit: 100, token: token)
    let pages = try await backend.pages(limit: limit, token: token)
    #expect(pages.flatMap(\.posts) == whole.posts)
    #expect(pages.count == (45 + limit - 1) / limit)
  }

  @Test func `go on after any number, whether a post has it or not`() async throws {
    let token = try await backend.signIn()
    let all = try await backend.page(limit: 100, token: token).posts
    for maxID in 1...140 {
      let expected = all.filter { Int($0.id) ?? 0 < maxID }
      #expect(try await backend.page(after: "\(maxID)", limit: 100, token: token).posts == expected)
    }
    #expect(try await backend.page(after: "\(Int.max)", limit: 100, token: token).posts == all)
  }

  @Test(arguments: [
    ([:], "list"), (["list": ""], "list"), (["list": "home", "max_id": ""], "max_id"),
    (["list": "home", "max_id": "x"], "max_id"), (["list": "home", "max_id": "0"], "max_id"),
    (["list": "home", "max_id": "-1"], "max_id"), (["list": "home", "max_id": "9223372036854775808"], "max_id"),
    (["list": "home", "max_id": "007"], "max_id"), (["list": "home", "limit": "+5"], "limit"),
    (["list": "home", "limit": "0"], "limit"), (["list": "home", "limit": "101"], "limit"),
    (["list": "home", "limit": "ten"], "limit"), (["list": "home", "limit": ""], "limit"),
  ])
  func `refuse a query that makes no sense`(query: [String: String], field: String) async throws {
    let token = try await backend.signIn()
    let response = try await backend.call(.get, "/v1/timeline", query: query, token: token)
    #expect(response.problem == ProblemDetails(status: 400, code: "invalid_\(field)", field: field))
  }

  @Test func `are not found where there are none`() async throws {
    let token = try await backend.signIn()
    let response = try await backend.call(.get, "/v1/timeline", query: ["list": "nowhere"], token: token)
    #expect(response.problem == ProblemDetails(status: 404, code: "unknown_timeline", field: "list"))
  }

  @Test func `need not be there at all`() async throws {
    let backend = FakeBackend(FakeConfiguration(timelines: []))
    let token = try await backend.signIn()
    #expect(try await backend.call(.get, "/v1/lists", token: token).text == #"{"lists":[]}"#)
    #expect(try await backend.call(.get, "/v1/timeline", query: ["list": "home"], token: token).status == 404)
    #expect(try await backend.call(.post, "/v1/posts", json: #"{"text":"a"}"#, token: token).status == 201)
  }
}
