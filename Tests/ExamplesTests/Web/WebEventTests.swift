#if Network
  import Core
  import ExampleApp
  import HTTPTypes
  import Hummingbird
  import NIOEmbedded
  import Synchronization
  import Testing

  @testable import Web

  @MainActor
  @Suite("Web events", .timeLimit(.minutes(10)))
  struct WebEventTests {
    /// An open stream of a tab.
    private struct Tab {
      let channel = NIOAsyncTestingChannel()
      let log = BodyLog()

      func listen(_ visit: WebVisit, at path: String, digest: String = "") async throws -> Task<Void, any Error> {
        let response = try await visit.respond(
          .get, "/events?at=\(path.urlEncoded)&digest=\(digest)", channel: channel)
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/event-stream")
        let log = log
        return Task { try await response.body.write(log) }
      }
    }

    @Test func `Every tab of a session shows what one of them does`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      try await visit.open("/timeline")
      let (first, second) = (Tab(), Tab())
      let writers = [
        try await first.listen(visit, at: "/timeline"), try await second.listen(visit, at: "/mypage"),
      ]
      for tab in [first, second] {
        #expect(await tab.log.next() == ":\n\n")
        #expect(await tab.log.next()?.contains(#""html":[["header""#) == true)
      }
      try await visit.submit("/posts", ["text": "for every tab"])
      let posted = try #require(await first.log.next())
      #expect(posted.hasPrefix("data: {"))
      #expect(posted.contains("for every tab"))
      #expect(!posted.contains("post-135\\\""))
      try await visit.submit("/signout")
      for tab in [first, second] {
        while let event = await tab.log.next(), !event.contains(#""path":"\/signin""#) {}
        try await tab.channel.close()
      }
      for writer in writers { try await writer.value }
    }

    @Test func `A timeline that one tab opens leaves the timeline of another, whose next action goes back to it`()
      async throws
    {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      try await visit.open("/timeline")
      try await visit.submit("/timeline/more")
      let (tab, other) = (Tab(), WebVisit(visit))
      let writer = try await tab.listen(visit, at: "/timeline")
      #expect(await tab.log.next() == ":\n\n")
      #expect(await tab.log.next()?.contains(#""html":[["header""#) == true)
      try await other.open("/post/132")
      try await other.submit("/posts/132/like")
      #expect(other.path == "/post/132")
      #expect(other.page.body.contains("/posts/132/unlike"))
      #expect(await tab.log.next() == ":\n\n")
      try await visit.submit("/posts/135/like")
      #expect(visit.path == "/timeline")
      while let event = await tab.log.next(), !event.contains(#"135\/unlike"#) {
        #expect(!event.contains(#""path":"\/post"#))
      }
      #expect(visit.page.body.contains("/posts/132/unlike"))
      #expect(visit.page.body.split(separator: "<article").count == 41)
      try await other.submit("/posts/132/unlike")
      #expect(other.path == "/post/132")
      #expect(other.page.body.contains("/posts/132/like"))
      try await tab.channel.close()
      try await writer.value
    }

    @Test func `What needs no timeline does not read that of its tab`() async throws {
      let paths = Mutex<[String]>([])
      let visit = WebVisit(
        try WebSite { request in
          paths.withLock { $0.append(request.path) }
          return .answer
        })
      try await visit.signIn()
      try await visit.open("/post/132")
      try await WebVisit(visit).open("/timeline")
      paths.withLock { $0 = [] }
      try await visit.submit("/signout")
      #expect(visit.path == "/signin")
      #expect(paths.withLock { $0 } == ["/v1/logout"])
    }

    @Test func `A tab stays at its timeline where another one is opened before its action is done`() async throws {
      let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
      let held = AsyncStream<Never>.makeStream()
      let visit = WebVisit(
        try WebSite { request in
          guard request.path == "/v1/posts/135/like" else { return .answer }
          arrival.yield()
          for await _ in held.stream {}
          return .answer
        })
      try await visit.signIn()
      try await visit.open("/timeline")
      let like = Task { try await visit.submit("/posts/135/like") }
      for await _ in arrivals { break }
      try await WebVisit(visit).open("/post/132")
      held.continuation.finish()
      try await like.value
      #expect(visit.path == "/timeline")
      #expect(visit.page.body.contains("/posts/135/unlike"))
    }

    @Test func `A timeline above its limit is read anew, once for each length where that fails`() async throws {
      var configuration = WebConfiguration.patient
      configuration.maximumPosts = 20
      let site = try WebSite(configuration)
      let visit = WebVisit(site)
      try await visit.signIn()
      try await visit.open("/timeline")
      #expect(!visit.page.body.contains("/timeline/more"))
      let tab = Tab()
      let writer = try await tab.listen(visit, at: "/timeline")
      try site.backend.fail(.get, "/v1/timeline", with: .status(503))
      try await visit.submit("/posts", ["text": "one too many"])
      while let event = await tab.log.next(), !event.contains("Couldn’t Load") {}
      try await visit.open("/timeline")
      #expect(visit.page.body.split(separator: "<article").count == 22)
      try await visit.submit("/posts", ["text": "two too many"])
      while let event = await tab.log.next(), !event.contains(#""post-84","end"]"#) {}
      try await visit.open("/timeline")
      #expect(visit.page.body.split(separator: "<article").count == 21)
      try await tab.channel.close()
      try await writer.value
    }

    @Test func `A stream begins with nothing where the browser shows the page already`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.open("/signin")
      let digest = try #require(visit.page.body.firstMatch(of: /data-digest="(\w+)"/)?.output.1)
      let tab = Tab()
      let writer = try await tab.listen(visit, at: "/signin", digest: String(digest))
      #expect(await tab.log.next() == ":\n\n")
      try await visit.submit("/signin", ["email": "x", "pass": "y"])
      #expect(await tab.log.next()?.contains(#"role=\"alert\""#) == true)
      try await tab.channel.close()
      try await writer.value
    }

    @Test func `A stream that was opened before a sign-in shows nothing of the user`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.open("/signin")
      let tab = Tab()
      let writer = try await tab.listen(visit, at: "/signin")
      try await visit.signIn()
      while let event = await tab.log.next(), event != PageEvents.gone { #expect(!event.contains("/signout")) }
      try await tab.channel.close()
      try await writer.value
    }

    @Test func `A stream shows signs of life`() async throws {
      var configuration = WebConfiguration.patient
      configuration.heartbeat = .milliseconds(1)
      let visit = WebVisit(try WebSite(configuration))
      try await visit.open("/signin")
      let tab = Tab()
      let writer = try await tab.listen(visit, at: "/signin")
      #expect(await tab.log.next() == ":\n\n")
      #expect(await tab.log.next()?.hasPrefix("data: ") == true)
      #expect(await tab.log.next() == ":\n\n")
      try await tab.channel.close()
      try await writer.value
    }

    @Test func `A closed tab leaves nothing behind, and too many are refused`() async throws {
      var configuration = WebConfiguration.patient
      configuration.maximumStreams = (total: 3, each: 2)
      let site = try WebSite(configuration)
      let (visit, other) = (WebVisit(site), WebVisit(site))
      try await visit.open("/signin")
      try await other.open("/signin")
      let tabs = [Tab(), Tab(), Tab()]
      var writers = [
        try await tabs[0].listen(visit, at: "/signin"), try await tabs[1].listen(visit, at: "/signin"),
      ]
      #expect(try await visit.send(.get, "/events?at=/signin").status == 503)
      writers.append(try await tabs[2].listen(other, at: "/signin"))
      #expect(try await other.send(.get, "/events?at=/signin").status == 503)
      for tab in tabs { try await tab.channel.close() }
      for writer in writers { try await writer.value }
      let session = try #require(site.sessions.session(visit.id))
      #expect(session.streamCount == 0)
      let again = Tab()
      let writer = try await again.listen(visit, at: "/signin")
      try await again.channel.close()
      try await writer.value
    }

    @Test func `A stream whose tab is gone before it begins is closed`() async throws {
      let site = try WebSite()
      let visit = WebVisit(site)
      try await visit.open("/signin")
      let session = try #require(site.sessions.session(visit.id))
      #expect(try await visit.send(.head, "/events?at=/signin").status == 200)
      #expect(session.streamCount == 0)
      let channel = NIOAsyncTestingChannel()
      _ = try await visit.respond(.get, "/events?at=/signin", channel: channel)
      #expect(session.streamCount == 1)
      try await channel.close()
      // After what the end of the connection has started.
      await Task {}.value
      #expect(session.streamCount == 0)
    }

    @Test func `A stream of an unknown session tells the script to open the page again`() async throws {
      let visit = WebVisit(try WebSite())
      #expect(try await visit.send(.get, "/events?at=/signin").body == "event: gone\ndata:\n\n")
      #expect(try await visit.send(.get, "/events?at=/unknown").status == 404)
      let foreign = try await visit.send(.get, "/events?at=/signin", headers: [.secFetchSite: "same-site"])
      #expect(foreign.status == 403)
    }
  }
#endif
