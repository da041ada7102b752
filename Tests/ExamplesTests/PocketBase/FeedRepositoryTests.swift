import Core
import Feed
import Foundation
import PocketBase
import Testing

@Suite("PocketBase: posts")
struct FeedRepositoryTests {
  private let draft = PostDraft(text: "Hi", replyTo: nil, idempotencyKey: "0A1B-2C")

  @Test func `A page ends where the server has no post more than it shows`() async throws {
    let posts = (1...21).map { ScriptedServer.post("\($0)", reply: $0 == 1 ? "9" : "") }
    let server = try await ScriptedServer([.records(posts), .records(Array(posts.prefix(20)))])
    let feed = server.feed
    let first = try await feed.page(FeedPageRequest())
    #expect(first.posts.map(\.id) == (1...20).map { "\($0)" })
    #expect(
      first.posts[0]
        == Post(
          id: "1", author: Author(id: "taro", name: "次郎", screenName: "jiro"), text: "Hi",
          createdAt: Date(timeIntervalSince1970: 1_772_944_371.125), inReplyTo: "9", likes: 3))
    #expect(first.posts[1].inReplyTo == nil)
    let second = try await feed.page(FeedPageRequest(timeline: .list("swift"), cursor: first.nextCursor))
    #expect(second.nextCursor == nil)
    #expect(server.lines == ["GET timeline/records", "GET timeline/records"])
    let queries = server.requests.map { Set($0.query) }
    let common = [("sort", "-created,-post"), ("perPage", "21"), ("skipTotal", "1")]
    let below = "created <= '2026-03-08 04:32:51.125Z' && (created < '2026-03-08 04:32:51.125Z' || post < '20')"
    let filters = ["list = 'home'", "list = 'swift' && \(below)"]
    #expect(
      queries
        == filters.map { filter in
          Set((common + [("filter", filter)]).map { URLQueryItem(name: $0, value: $1) })
        })
  }

  @Test(
    arguments: [
      ("quiet", ScriptedServer.Answer.ok(#"{"id":"quiet","title":"Quiet"}"#), nil),
      ("nope", .notFound, FeedError.unknownTimeline), (#"x' || '1' = '1\"#, .notFound, .unknownTimeline),
      ("quiet", .lost, .noNetwork),
    ] as [(String, ScriptedServer.Answer, FeedError?)])
  func `A timeline without posts is empty, or there is no such timeline`(
    timeline: String, answer: ScriptedServer.Answer, error: FeedError?
  ) async throws {
    let server = try await ScriptedServer([.records([]), .token(), answer, .token()])
    do throws(FeedError) {
      #expect(try await server.feed.page(FeedPageRequest(timeline: .list(timeline))).posts == [])
      #expect(error == nil)
    } catch let thrown {
      #expect(thrown == error)
    }
    let filter = server.requests[0].query.first { $0.name == "filter" }?.value
    #expect(filter == "list = '\(timeline == "nope" || timeline == "quiet" ? timeline : #"x\' || \'1\' = \'1"#)'")
  }

  @Test func `A thread is read upwards post by post, and downwards level by level`() async throws {
    func post(_ id: String, reply: String = "") -> String { ScriptedServer.post(id, reply: reply) }
    let server = try await ScriptedServer([
      .records([post("3", reply: "2")]), .records([post("2", reply: "1")]), .records([post("1")]),
      .records([post("5", reply: "3"), post("4", reply: "3")]),
      .records([post("7", reply: "5"), post("6", reply: "4")]),
      .records([]), .token(),
    ])
    let page = try await server.feed.page(FeedPageRequest(timeline: .thread(of: "3")))
    #expect(page.posts.map(\.id) == ["1", "2", "3", "4", "6", "5", "7"])
    #expect((page.order, page.nextCursor) == (.ranked, nil))
    #expect(
      server.requests.prefix(6).map { $0.query.first { $0.name == "filter" }?.value } == [
        "post = '3'", "post = '2'", "post = '1'", "reply = '3'", "reply = '5' || reply = '4'",
        "reply = '7' || reply = '6'",
      ])
  }

  @Test func `A conversation of a server without end is cut, and a post that is gone has none`() async throws {
    let loop = ScriptedServer.post("1", reply: "1")
    let server = try await ScriptedServer(Array(repeating: .records([loop]), count: 21) + [.records([]), .token()])
    let thread = FeedPageRequest(timeline: .thread(of: "1"))
    #expect(Set(try await server.feed.page(thread).posts.map(\.id)) == ["1"])
    #expect(server.requests.count == 21)
    await #expect(throws: FeedError.unknownPost) { try await server.feed.page(thread) }
  }

  @Test func `An empty home timeline is not looked up`() async throws {
    let server = try await ScriptedServer([.records([]), .token()])
    #expect(try await server.feed.page(FeedPageRequest()) == FeedPage(posts: [], nextCursor: nil))
    #expect(server.lines == ["GET timeline/records", "POST users/auth-refresh"])
  }

  @Test func `The timelines to choose are the lists but for the home timeline`() async throws {
    let server = try await ScriptedServer([
      .records([#"{"id":"home","title":"Home"}"#, #"{"id":"swift","title":"Swift"}"#])
    ])
    #expect(try await server.feed.timelines() == [Timeline(id: "swift", title: "Swift")])
  }

  @Test func `A guest reads and writes nothing, and sends nothing`() async throws {
    let server = try await ScriptedServer(token: nil, [])
    let feed = server.feed
    await #expect(throws: FeedError.notAuthorized) { try await feed.page(FeedPageRequest()) }
    await #expect(throws: FeedError.notAuthorized) { try await feed.timelines() }
    await #expect(throws: FeedError.notAuthorized) { try await feed.send(draft) }
    await #expect(throws: FeedError.notAuthorized) { try await feed.react(.like, to: "1") }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    [ScriptedServer.Answer.records([]), .refusedToken, .refusedToken],
    [.notFound, .refusedToken, .refusedToken], [.failed, .refusedToken, .refusedToken],
    [.status(403, "{}"), .refusedToken, .refusedToken], [.refusedToken, .refusedToken],
  ])
  func `An answer to a guest ends the session where the token is refused`(
    answers: [ScriptedServer.Answer]
  ) async throws {
    let server = try await ScriptedServer(answers)
    await #expect(throws: FeedError.cancelled) { try await server.feed.page(FeedPageRequest()) }
    #expect(server.session.current == nil)
    #expect(server.rest == 0)
  }

  @Test func `An answer to a guest counts for nothing while the token cannot be checked`() async throws {
    let server = try await ScriptedServer([.records([]), .lost])
    await #expect(throws: FeedError.noNetwork) { try await server.feed.page(FeedPageRequest()) }
    #expect(server.session.current != nil)
  }

  @Test(arguments: [(-60.0, true), (86_000, true), (87_000, false)])
  func `A token is exchanged on its last day`(secondsLeft: Double, isExchanged: Bool) async throws {
    let claims = Data("{\"exp\":\(Int(Date().timeIntervalSince1970 + secondsLeft)),\"id\":\"??>\"}".utf8)
    let payload = claims.base64EncodedString().replacing("=", with: "").replacing("+", with: "-").replacing(
      "/", with: "_")
    let server = try await ScriptedServer(
      token: "head.\(payload).signature", isExchanged ? [.token(), .post()] : [.post()])
    _ = try await server.feed.page(FeedPageRequest())
    #expect(server.rest == 0)
    #expect(server.requests.last?.headers["Authorization"] == (isExchanged ? "token-2" : "head.\(payload).signature"))
  }

  @Test func `A post has the key of the draft as its identifier`() async throws {
    let server = try await ScriptedServer([.ok("{}"), .post("0a1b-2c")])
    #expect(try await server.feed.send(draft).id == "0a1b-2c")
    #expect(server.lines == ["POST posts/records", "GET timeline/records"])
    let body = try JSONCoding.decode([String: String].self, from: server.requests[0].body)
    #expect(body == ["id": "0a1b-2c", "author": "taro", "list": "home", "text": "Hi", "reply": ""])
  }

  @Test(
    arguments: [
      ([.refused("id"), .token(), .post("0a1b-2c")], nil),
      ([.refused("id"), .token(), .post("0a1b-2c", author: "jiro")], FeedError.rejected(reason: "Refused.")),
      ([.refused("id"), .token(), .records([]), .token()], .rejected(reason: "Refused.")),
      ([.refused("text", "validation_required"), .token()], .rejected(reason: "Refused.")),
      // The disk of the server is full.
      ([.failed, .token()], .serverError(reason: "The server answered 400.")),
      ([.lost], .noNetwork), ([.ok("{}"), .lost], .noNetwork),
      ([.ok("{}"), .records([]), .token()], .unknownPost),
    ] as [([ScriptedServer.Answer], FeedError?)])
  func `A post that was sent before is found, and one that is refused says why`(
    answers: [ScriptedServer.Answer], error: FeedError?
  ) async throws {
    let server = try await ScriptedServer(answers)
    do throws(FeedError) {
      #expect(try await server.feed.send(draft).id == "0a1b-2c")
      #expect(error == nil)
    } catch let thrown {
      #expect(thrown == error)
    }
    #expect(server.rest == 0)
  }

  @Test(
    arguments: [
      (true, [.post(), .ok("{}"), .post(like: "l1")], ["POST likes/records"], nil),
      (false, [.post(like: "l1"), .done, .post()], ["DELETE likes/records/l1"], nil),
      (true, [.post(like: "l1")], [], nil), (false, [.post()], [], nil),
      // Another device was first.
      (true, [.post(), .refused("post"), .token(), .post(like: "l2")], ["POST likes/records"], nil),
      (false, [.post(like: "l1"), .notFound, .token(), .post()], ["DELETE likes/records/l1"], nil),
      (
        true, [.post(), .failed, .token(), .post()], ["POST likes/records"],
        FeedError.serverError(reason: "The server answered 400.")
      ),
      (true, [.post(), .lost], ["POST likes/records"], .noNetwork),
      (true, [.records([]), .token()], [], .unknownPost),
    ] as [(Bool, [ScriptedServer.Answer], [String], FeedError?)])
  func `A post is liked or unliked once, whatever other devices do`(
    isLiked: Bool, answers: [ScriptedServer.Answer], changes: [String], error: FeedError?
  ) async throws {
    let server = try await ScriptedServer(answers)
    do throws(FeedError) {
      #expect(try await server.feed.react(isLiked ? .like : .unlike, to: "1")?.isLiked == isLiked)
      #expect(error == nil)
    } catch let thrown {
      #expect(thrown == error)
    }
    #expect(server.lines.filter { $0.contains("likes") } == changes)
    #expect(server.rest == 0)
  }

  @Test(
    arguments: [
      ([.done], nil), ([.notFound, .token(), .records([]), .token()], nil),
      ([.notFound, .token(), .post()], FeedError.notTheAuthor), ([.lost], .noNetwork),
    ] as [([ScriptedServer.Answer], FeedError?)])
  func `A post that is gone is deleted, and one of another user is not`(
    answers: [ScriptedServer.Answer], error: FeedError?
  ) async throws {
    let server = try await ScriptedServer(answers)
    do throws(FeedError) {
      try await server.feed.react(.delete, to: "1/2")
      #expect(error == nil)
    } catch let thrown {
      #expect(thrown == error)
    }
    #expect(server.lines[0] == "DELETE posts/records/1%2F2")
    #expect(server.rest == 0)
  }
}
