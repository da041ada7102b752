import Authentication
import Core
import ExampleApp
import Feed
import Foundation
import MyPage
import Testing

@testable import Mastodon

struct MastodonRepositoryTests {
  /// A session that was signed in with a token of the app.
  private func session() async throws -> Session {
    let user = User(id: "7", name: "太郎", email: "taro@example.com")
    let stored = StoredSession(user: user, accessToken: Secret("old"), refreshToken: Secret("issued"))
    let session = Session(storage: InMemorySessionStorage(stored))
    _ = try await session.restore()
    return session
  }

  private func page(_ answer: HTTPResponse, _ request: FeedPageRequest = FeedPageRequest()) async throws -> FeedPage {
    try await CannedServer(answer).repositories(try await session()).feed.page(request)
  }

  // MARK: Posts

  @Test func `A post is read as the documentation shows it`() async throws {
    let author = Author(id: "1", name: "Noa :cat:", screenName: "noa@other.example")
    let expected = Post(
      id: "9", author: author, text: "Hello", createdAt: Date(timeIntervalSince1970: 1_772_976_771), likes: 2,
      isLiked: true)
    #expect(try await page(.json("[\(statusJSON())]")).posts == [expected])
  }

  @Test(arguments: [
    (["created_at": #""2026-03-08T13:32:51Z""#], "Hello"), (["created_at": #""2026-03-08T22:32:51+09:00""#], "Hello"),
    (["spoiler_text": #""Spider""#], "Spider\n\nHello"), (["spoiler_text": "null", "content": ""], ""),
    (
      ["media_attachments": "null", "favourited": "", "favourites_count": #""2""#, "in_reply_to_id": "", "reblog": ""],
      "Hello"
    ),
    (
      ["media_attachments": #"[{"description":"A cat","url":"https://a.example/1"},{"url":"https://a.example/2"},{}]"#],
      "Hello\n\n📎 A cat\n\n📎 https://a.example/2"
    ),
  ])
  func `A post is read from servers that differ`(_ changes: [String: String], _ text: String) async throws {
    let post = try #require(try await page(.json("[\(statusJSON("9", changes))]")).posts.first)
    #expect(post.id == "9")
    #expect(post.text == text)
    #expect(post.createdAt == Date(timeIntervalSince1970: 1_772_976_771))
  }

  @Test func `A boost stands where it was boosted and is liked as the post that it repeats`() async throws {
    let original = statusJSON(
      #""3""#,
      ["created_at": #""2020-01-01T00:00:00Z""#, "favourites_count": "-1", "favourited": "null", "in_reply_to_id": "2"])
    let json = statusJSON(#""9""#, ["reblog": original, "content": #""""#])
    let post = try #require(try await page(.json("[\(json)]")).posts.first)
    #expect(post.id == "3")
    #expect(post.inReplyTo == "2")
    #expect(post.text == "🔁 Noa :cat:\n\nHello")
    #expect(post.createdAt == Date(timeIntervalSince1970: 1_772_976_771))
    #expect(post.likes == 0)
    #expect(!post.isLiked)
  }

  @Test func `A post that cannot be read does not hide the others`() async throws {
    let posts = try await page(.json(#"[null,{"id":"1"},7,\#(statusJSON())]"#)).posts
    #expect(posts.map(\.id) == ["9"])
  }

  // MARK: Timelines and pages

  @Test func `The lists of the user come before the public timelines`() async throws {
    let server = CannedServer(.json(#"[{"id":12,"title":"Swift"},{"id":"a/b","title":"Odd"},{"id":"x"}]"#))
    let feed = server.repositories(try await session()).feed
    let timelines = try await feed.timelines()
    #expect(timelines.map(\.title) == ["Swift", "Odd", "Local", "Federated"])
    for timeline in timelines {
      await #expect(throws: FeedError.unknownTimeline) { try await feed.page(FeedPageRequest(timeline: timeline.id)) }
    }
    await #expect(throws: FeedError.unknownTimeline) { try await feed.page(FeedPageRequest()) }
    let paths = [
      "list/12?limit=20", "list/a%2Fb?limit=20", "public?local=true&limit=20", "public?limit=20", "home?limit=20",
    ]
    #expect(
      server.requests == ["GET /api/v1/lists Bearer old"] + paths.map { "GET /api/v1/timelines/\($0) Bearer old" })
  }

  @Test(
    arguments: [
      (
        #"<https://a.example/api/v1/timelines/home?limit=20&max_id=8>; rel="next", <https://a.example/?min_id=9>; rel="prev""#,
        "limit=20&max_id=8"
      ),
      ("<https://a.example/?min_id=9>; rel=prev", nil), (nil, "max_id=9"),
    ] as [(String?, String?)])
  func `The next page is where the Link header says, and where there is none, after the last post`(
    _ link: String?, _ cursor: String?
  ) async throws {
    let answer = HTTPResponse.json("[\(statusJSON())]", headers: link.map { ["Link": $0] } ?? [:])
    #expect(try await page(answer).nextCursor == cursor)
  }

  @Test func `An empty page without a Link header is the last`() async throws {
    #expect(try await page(.json("[]")) == FeedPage(posts: [], nextCursor: nil))
  }

  @Test func `A cursor adds to the query of its timeline and replaces nothing of it`() async throws {
    let server = CannedServer(.json("[]"))
    let request = FeedPageRequest(timeline: .list("public?local=true"), cursor: "local=false&limit=900&max_id=a%26b")
    _ = try await server.repositories(try await session()).feed.page(request)
    #expect(server.requests == ["GET /api/v1/timelines/public?local=true&limit=20&max_id=a%26b Bearer old"])
  }

  @Test func `A page of a server that ignores its limit is cut, and the next begins there`() async throws {
    let json = (0..<101).map { statusJSON("\(1_000 - $0)") }.joined(separator: ",")
    let page = try await page(.json("[\(json)]", headers: ["Link": #"<https://a.example/?max_id=1>; rel="next""#]))
    #expect(page.posts.count == 100)
    #expect(page.nextCursor == "max_id=901")
  }

  @Test func `A thread is the conversation around a post, in its order`() async throws {
    func statuses(_ numbers: ClosedRange<Int>) -> String { numbers.map { statusJSON("\($0)") }.joined(separator: ",") }
    let context = HTTPResponse.json(
      "{\"ancestors\":[\(statuses(1...201))],\"descendants\":[null,\(statuses(1_000...1_200))]}")
    let server = CannedServer(.post, context, .post, .json("{}"), .post)
    let feed = server.repositories(try await session()).feed
    let thread = FeedPageRequest(timeline: .thread(of: "9/"))
    let page = try await feed.page(thread)
    let numbers: [Int] = Array(2...201) + [9] + Array(1_000...1_199)
    #expect(page.posts.map(\.id) == numbers.map(String.init))
    #expect((page.order, page.nextCursor) == (.ranked, nil))
    #expect(try await feed.page(thread).posts.map(\.id) == ["9"])
    for _ in 0..<2 {
      await #expect(throws: FeedError.unknownPost) { try await feed.page(thread) }
    }
    let requests = ["", "/context"].map { "GET /api/v1/statuses/9%2F\($0) Bearer old" }
    #expect(server.requests == requests + requests + requests + requests.prefix(1))
  }

  // MARK: Writing

  @Test func `A draft is sent with its key, and a post is liked, unliked and deleted`() async throws {
    let server = CannedServer(.post, .post, .post, .post)
    let feed = server.repositories(try await session()).feed
    #expect(try await feed.send(PostDraft(text: "a&b=ä", replyTo: "3", idempotencyKey: "key")).id == "9")
    #expect(try await feed.react(.like, to: "9/")?.isLiked == true)
    _ = try await feed.react(.unlike, to: "9")
    try await feed.react(.delete, to: "9")
    #expect(
      server.requests == [
        "POST /api/v1/statuses Bearer old key in_reply_to_id=3&status=a%26b%3D%C3%A4",
        "POST /api/v1/statuses/9%2F/favourite Bearer old", "POST /api/v1/statuses/9/unfavourite Bearer old",
        "DELETE /api/v1/statuses/9 Bearer old",
      ])
  }

  @Test(arguments: [400, 422])
  func `A rejected post carries the words of the server`(_ status: Int) async throws {
    let server = CannedServer(.error(status, "テキストを入力してください"))
    let feed = server.repositories(try await session()).feed
    await #expect(throws: FeedError.rejected(reason: "テキストを入力してください")) {
      try await feed.send(PostDraft(text: "a", replyTo: nil, idempotencyKey: "key"))
    }
  }

  @Test func `A post of another user cannot be deleted, and one that is gone is deleted`() async throws {
    let session = try await session()
    let forbidden = CannedServer(.error(403, "This action is not allowed"))
    let hidden = CannedServer(.error(404, "Record not found"), .post)
    for server in [forbidden, hidden] {
      await #expect(throws: FeedError.notTheAuthor) {
        try await server.repositories(session).feed.react(.delete, to: "9")
      }
    }
    try await CannedServer().repositories(session).feed.react(.delete, to: "9")
    let failing = CannedServer(.error(404, "Record not found"), .error(500, "Down")).repositories(session).feed
    await #expect(throws: FeedError.serverError(reason: "Down")) { try await failing.react(.delete, to: "9") }
    await #expect(throws: FeedError.unknownPost) {
      try await CannedServer().repositories(session).feed.react(.like, to: "9")
    }
  }

  // MARK: Errors

  @Test(
    arguments: [
      (429, ["Retry-After": "7", "X-RateLimit-Reset": "1"], .rateLimited(retryAfter: .seconds(7))),
      (429, [:], .rateLimited(retryAfter: nil)), (429, ["X-RateLimit-Reset": "soon"], .rateLimited(retryAfter: nil)),
      (429, ["X-RateLimit-Reset": "2020-03-08T13:32:51.000Z"], .rateLimited(retryAfter: .zero)),
      (429, ["X-RateLimit-Reset": "1000.5"], .rateLimited(retryAfter: .zero)),
      (429, ["X-RateLimit-Reset": "nan"], .rateLimited(retryAfter: .zero)),
      (429, ["X-RateLimit-Reset": "9e99"], .rateLimited(retryAfter: .seconds(86_400))),
      (503, ["X-RateLimit-Remaining": "0"], .rateLimited(retryAfter: nil)),
      (503, ["X-RateLimit-Remaining": "1"], .serverError(reason: "Oh")),
      (500, ["X-RateLimit-Remaining": "0"], .serverError(reason: "Oh")),
    ] as [(Int, HTTPHeaders, FeedError)])
  func `An answer is a rate limit by its status or its header fields`(
    _ status: Int, _ headers: HTTPHeaders, _ error: FeedError
  ) async throws {
    await #expect(throws: error) { try await page(.error(status, "Oh", headers: headers)) }
  }

  @Test func `The explanation of an error comes before its code`() async throws {
    let answer = HTTPResponse.json(#"{"error":"invalid","error_description":"Why","details":3}"#, status: 403)
    await #expect(throws: FeedError.serverError(reason: "Why")) { try await page(answer) }
    await #expect(throws: FeedError.serverError(reason: "The server answered 502.")) {
      try await page(.json("<html>", status: 502))
    }
  }

  @Test func `Signed out, the home timeline is not authorized`() async throws {
    let feed = CannedServer(.error(401, "This method requires an authenticated user")).repositories().feed
    await #expect(throws: FeedError.notAuthorized) { try await feed.page(FeedPageRequest()) }
  }

  @Test func `A 401 of a token that the server still accepts is repeated once, and ends no session`() async throws {
    let server = CannedServer(.error(401, "Proxy"), .taro, .json("[]"))
    let session = try await session()
    _ = try await server.repositories(session).feed.page(FeedPageRequest())
    #expect(session.current?.accessToken == Secret("old"))
    #expect(MastodonServer.isRefresh(path: "/api/v1/accounts/verify_credentials"))
    #expect(
      server.requests.map { $0.prefix(25) } == [
        "GET /api/v1/timelines/hom", "GET /api/v1/accounts/veri", "GET /api/v1/timelines/hom",
      ])
  }

  @Test func `A session ends where the server refuses its token, not where it fails`() async throws {
    let session = try await session()
    let failing = CannedServer(.error(401, "Proxy"), .error(500, "Down")).repositories(session).feed
    await #expect(throws: FeedError.serverError(reason: "Down")) { try await failing.page(FeedPageRequest()) }
    #expect(session.current != nil)
    let refusing = CannedServer(.error(401, "The access token was revoked"), .error(401, "Again")).repositories(session)
      .feed
    await #expect(throws: FeedError.cancelled) { try await refusing.page(FeedPageRequest()) }
    #expect(session.current == nil)
  }

  // MARK: Profile

  @Test func `The profile is the display name`() async throws {
    let nameless = HTTPResponse.json(#"{"id":"7","acct":"taro","display_name":""}"#)
    let server = CannedServer(.taro, .taro, nameless, nameless, nameless, .error(422, "Too long"))
    let profiles = server.repositories(try await session()).profile
    let expected = Profile(
      userID: "7", name: "太郎", gender: nil, createdAt: Date(timeIntervalSince1970: 1_583_625_600))
    #expect(try await profiles.profile() == expected)
    let draft = ProfileDraft(name: "太郎", gender: .male, createdAt: Date())
    #expect(try await profiles.save(draft) == expected)
    try await profiles.deleteProfile()
    #expect(try await profiles.profile() == nil)
    await #expect(throws: MyPageError.serverError(reason: "The name was not saved.")) { try await profiles.save(draft) }
    await #expect(throws: MyPageError.rejected(reason: "Too long")) { try await profiles.save(draft) }
    let update = "PATCH /api/v1/accounts/update_credentials Bearer old display_name="
    #expect(server.requests[1].hasSuffix(update + "%E5%A4%AA%E9%83%8E"))
    #expect(server.requests[2].hasSuffix(update))
  }
}
