#if Network
  import Core
  import ExampleApp
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import NIOEmbedded
  import Synchronization
  import Testing

  @testable import Web

  @MainActor
  @Suite("Web security", .timeLimit(.minutes(10)))
  struct WebSecurityTests {
    @Test func `A cookie cannot be guessed, read by a script or sent by another site, and changes with a sign-in`()
      async throws
    {
      let visit = WebVisit(try WebSite())
      let first = try await visit.send(.get, "/signin")
      let parts = Set(try #require(first.headers[.setCookie]).split(separator: "; ").map(String.init).dropFirst())
      #expect(parts == ["HttpOnly", "Path=/", "SameSite=Lax"])
      let before = try #require(visit.cookie)
      #expect(before.wholeMatch(of: /focal-8081=[0-9a-f]{32}/) != nil)
      try await visit.signIn()
      #expect(visit.cookie != before)
      visit.cookie = before
      try await visit.open("/mypage")
      #expect(!visit.page.body.contains("太郎"))
    }

    @Test func `A request that was sent before a sign-in with the cookie from before it opens no session`() async throws
    {
      let clock = TestInstant()
      var configuration = WebConfiguration.patient
      configuration.tokenGrace = .seconds(5)
      configuration.now = { clock.now }
      let site = try WebSite(configuration)
      let visit = WebVisit(site)
      try await visit.open("/signin")
      let (before, form) = (visit.cookie, visit.formFields())
      try await visit.signIn()
      let after = visit.cookie
      visit.cookie = before
      for answer in [
        try await visit.send(.get, "/timeline"), try await visit.send(.post, "/signout", fields: form),
      ] {
        #expect(answer.headers[.setCookie] == nil && !answer.body.contains("太郎"))
        #expect(answer.status == (answer.headers[.refresh] == "1" ? 503 : 403))
      }
      #expect(site.sessions.count == 1)
      clock.advance(by: .seconds(5))
      try await visit.open("/timeline")
      #expect(visit.path == "/signin" && visit.cookie != before)
      visit.cookie = after
      try await visit.open("/mypage")
      #expect(visit.page.body.contains("Welcome, 太郎"))
    }

    @Test func `A sign-in changes the token of the forms, and what was opened before it shows nothing`() async throws {
      var configuration = WebConfiguration.patient
      configuration.inspects = true
      let site = try WebSite(configuration)
      let visit = WebVisit(site)
      try await visit.open("/signin")
      let form = visit.formFields()
      let attacker = WebVisit(site)
      attacker.cookie = visit.cookie
      let log = BodyLog()
      let stream = try await attacker.respond(.get, "/events?at=/inspect")
      let writer = Task { try await stream.body.write(log) }
      #expect(await log.next() == ":\n\n")
      try await visit.signIn()
      while let event = await log.next(), event != PageEvents.gone {
        try #require(!event.contains("signedIn") && !event.contains("太郎"))
      }
      #expect(try await visit.send(.post, "/signout", fields: form).status == 403)
      // What the user does next ends it.
      try await visit.open("/mypage")
      try await visit.submit("/signout")
      try await writer.value
      #expect(log.text.hasSuffix(PageEvents.gone))
    }

    /// A site whose backend announces each sign-in, and responds once `held` is finished.
    private func siteHoldingSignIns(
      _ configuration: WebConfiguration = .patient
    ) throws -> (site: WebSite, arrivals: AsyncStream<Void>, held: AsyncStream<Never>.Continuation) {
      let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
      let held = AsyncStream<Never>.makeStream()
      let site = try WebSite(configuration) { request in
        guard request.path == "/v1/login" else { return .answer }
        arrival.yield()
        for await _ in held.stream {}
        return .answer
      }
      return (site, arrivals, held.continuation)
    }

    @Test func `A sign-in that takes long gives its token to its own browser only`() async throws {
      var configuration = WebConfiguration.patient
      configuration.patience = .zero
      let (site, arrivals, held) = try siteHoldingSignIns(configuration)
      let (visit, attacker) = (WebVisit(site), WebVisit(site))
      try await visit.open("/signin")
      attacker.cookie = visit.cookie
      try await visit.signIn()
      for await _ in arrivals { break }
      #expect(visit.cookie != attacker.cookie && visit.page.body.contains("is-loading"))
      let session = try #require(site.sessions.session(visit.id))
      let changes = session.openStream().signals
      held.finish()
      for await _ in changes where session.isSignedIn && session.hasTokensOfUser { break }
      #expect(try await attacker.send(.get, "/mypage").status == 503)
      try await visit.open("/mypage")
      #expect(visit.page.body.contains("Welcome, 太郎"))
    }

    @Test func `A form that is sent while another one signs in does not get its token`() async throws {
      let (site, arrivals, held) = try siteHoldingSignIns()
      let (visit, attacker) = (WebVisit(site), WebVisit(site))
      try await visit.open("/signin")
      attacker.cookie = visit.cookie
      try await attacker.open("/signin")
      let account = FakeAccount.taro
      let signIn = Task {
        try await visit.submit(
          "/signin", ["email": account.email, "pass": account.password.rawValue, "key": visit.hidden("key")])
      }
      for await _ in arrivals { break }
      let fields = attacker.formFields(["email": "x@example.com", "pass": "guess", "key": attacker.hidden("key")])
      #expect(try await attacker.send(.post, "/signin", fields: fields).headers[.setCookie] == nil)
      held.finish()
      try await signIn.value
      #expect(try await attacker.send(.post, "/signin", fields: fields).status == 403)
      try await visit.open("/mypage")
      #expect(visit.page.body.contains("Welcome, 太郎"))
    }

    @Test func `Two pages on one host keep the cookie of each other`() async throws {
      let visit = WebVisit(try WebSite())
      let answers = [
        try await visit.send(.get, "/signin", host: "localhost:8081"),
        try await visit.send(.get, "/signin", host: "localhost:8082"),
        try await visit.send(.get, "/signin", host: "localhost"),
      ]
      let names = answers.map { $0.headers[.setCookie]?.prefix { $0 != "=" } }
      #expect(names == ["focal-8081", "focal-8082", "focal"])
    }

    @Test func `A request with two hosts is refused`() async throws {
      let visit = WebVisit(try WebSite())
      let name = try #require(HTTPField.Name("Host"))
      #expect(try await visit.send(.get, "/signin", headers: [name: "evil.example"]).status == 400)
    }

    @Test func `A cookie of a site with TLS stays on it`() async throws {
      let origin = try #require(WebOrigin("https://Focal.example:443"))
      let visit = WebVisit(try WebSite(WebConfiguration(origin: origin)))
      let answer = try await visit.send(.get, "/signin", host: "focal.example")
      #expect(answer.headers[.setCookie]?.hasPrefix("__Host-focal=") == true)
      #expect(answer.headers[.setCookie]?.contains("; Secure") == true)
      #expect(answer.headers[.strictTransportSecurity] != nil)
      #expect(try await visit.send(.get, "/signin").status == 421)
    }

    @Test(arguments: [
      ("localhost:8081", 200), ("127.0.0.1", 200), ("[::1]:80", 200), ("192.168.1.5:8081", 200), ("evil.example", 421),
      ("localhost.evil.example:8081", 421), ("", 421), ("localhost/evil", 421),
    ])
    func `A request for another host is refused`(_ host: String, _ status: Int) async throws {
      let visit = WebVisit(try WebSite(WebConfiguration(host: "192.168.1.5")))
      #expect(try await visit.send(.get, "/signin", host: host).status == status)
    }

    @Test func `A page loads nothing of others, and is not kept, framed or sniffed`() async throws {
      let visit = WebVisit(try WebSite())
      for answer in [try await visit.send(.get, "/signin"), try await visit.send(.get, "/unknown")] {
        let policy = try #require(answer.headers[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(answer.headers[.cacheControl] == "no-store")
      }
    }

    @Test(
      arguments: [
        ([:], ["token": "0123456789abcdef0123456789abcdef"]), ([:], ["token": ""]),
        ([.cookie: "focal-8081=guess"], [:]),
        ([.origin: "http://evil.example"], [:]), ([.origin: "null"], [:]), ([.origin: "https://localhost:8081"], [:]),
        ([.origin: "http://localhost:8082"], [:]), ([.secFetchSite: "cross-site"], [:]),
        ([.secFetchSite: "same-site"], [:]),
      ] as [(HTTPFields, [String: String])])
    func `A forged form is refused and changes nothing`(_ headers: HTTPFields, _ fields: [String: String]) async throws
    {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      let cookie = visit.cookie
      if let forged = headers[.cookie] { visit.cookie = forged }
      let answer = try await visit.send(
        .post, "/signout", headers: headers, fields: visit.formFields(fields))
      #expect(answer.status == 403)
      visit.cookie = cookie
      try await visit.open("/mypage")
      #expect(visit.path == "/mypage")
    }

    @Test func `A form of the page itself is accepted with what a browser adds`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      let headers: HTTPFields = [.origin: "http://localhost:8081", .secFetchSite: "same-origin"]
      #expect(try await visit.send(.post, "/signout", headers: headers, fields: visit.formFields()).status == 303)
    }

    @Test func `What is no page or form, or is too large, is refused`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.open("/signin")
      #expect(try await visit.send(.get, "/../etc/passwd").status == 404)
      #expect(try await visit.send(.post, "/unknown", fields: visit.formFields()).status == 404)
      let delete = try await visit.send(.delete, "/signin")
      #expect(delete.status == 405)
      #expect(delete.headers[.allow] == "GET, HEAD, POST")
      let large = try await visit.send(.post, "/signin", body: String(repeating: "x", count: 64 * 1024 + 1))
      #expect(large.status == 413)
    }

    @Test(
      arguments: [
        (.get, [.contentLength: "5"]), (.post, [.contentLength: "5"]), (.put, [.transferEncoding: "chunked"]),
      ]
        as [(HTTPTypes.HTTPRequest.Method, HTTPFields)])
    func `A refused request cannot keep its connection by never ending`(
      _ method: HTTPTypes.HTTPRequest.Method, _ headers: HTTPFields
    ) async throws {
      let visit = WebVisit(try WebSite())
      let channel = NIOAsyncTestingChannel()
      let response = try await visit.respond(method, "/signin", headers: headers, channel: channel)
      #expect(response.headers[.connection] == "close")
      await channel.testingEventLoop.advanceTime(by: .seconds(15))
      try await channel.closeFuture.get()
      #expect(try await visit.send(method, "/signin", headers: [.contentLength: "0"]).headers[.connection] == nil)
    }

    @Test func `A probe opens no session and gets no body`() async throws {
      let site = try WebSite()
      let visit = WebVisit(site)
      let answer = try await visit.send(.head, "/signin")
      #expect((answer.status, answer.body, site.sessions.count) == (200, "", 0))
    }

    @Test func `Files may be kept by the browser, because their paths change with them`() async throws {
      let visit = WebVisit(try WebSite())
      let page = try await visit.send(.get, "/signin").body
      for asset in Asset.all {
        #expect(page.contains("\"\(asset.path)\""))
        let answer = try await visit.send(.get, asset.path)
        #expect(answer.headers[.cacheControl]?.hasSuffix("immutable") == true)
        #expect(answer.headers[.contentType] == asset.contentType)
        #expect(answer.body == String(decoding: asset.bytes, as: UTF8.self))
      }
      #expect(Asset.script.bytes.split(separator: UInt8(ascii: "\n")).count <= 310)
    }

    // MARK: Limits

    @Test func `Visitors with streams and buttons never take the place of a user, nor that of a newcomer`() async throws
    {
      let clock = TestInstant()
      var configuration = WebConfiguration.patient
      configuration.maximumSessions = 10
      configuration.now = { clock.now }
      let site = try WebSite(configuration)
      let user = WebVisit(site)
      try await user.signIn()
      var streams: [WebSession.Stream] = []
      for _ in 0..<30 {
        clock.advance(by: .seconds(1))
        let guest = WebVisit(site)
        try await guest.open("/signin")
        #expect(guest.page.status == 200)
        try await guest.submit("/signin", ["email": "", "pass": ""])
        let session = try #require(site.sessions.session(guest.id))
        streams.append(try #require(site.sessions.openStream(of: session)))
      }
      #expect(site.sessions.count == 10)
      try await user.open("/mypage")
      try #require(user.page.body.contains("Welcome, 太郎"))
      // Of the guests, the one that was idle for longest made room each time.
      for stream in streams.prefix(21) { for await _ in stream.signals {} }
      let newcomer = WebVisit(site)
      try await newcomer.signIn()
      try await newcomer.open("/mypage")
      #expect(newcomer.page.body.contains("Welcome, 太郎"))
    }

    @Test func `Users make room for users, those without a stream first, and leave some for newcomers`() async throws {
      let clock = TestInstant()
      var configuration = WebConfiguration.patient
      configuration.maximumSessions = 10
      configuration.now = { clock.now }
      let site = try WebSite(configuration)
      var users: [WebVisit] = []
      var watching: WebSession.Stream?
      for _ in 0..<12 {
        clock.advance(by: .seconds(1))
        let user = WebVisit(site)
        try await user.signIn()
        users.append(user)
        if users.count == 1 {
          let session = try #require(site.sessions.session(user.id))
          watching = site.sessions.openStream(of: session)
        }
      }
      #expect(watching != nil)
      let isThere = users.map { site.sessions.session($0.id) != nil }
      #expect(isThere == [true, false, false, false] + Array(repeating: true, count: 8))
      let newcomer = WebVisit(site)
      try await newcomer.open("/signin")
      #expect(newcomer.page.status == 200)
    }

    @Test func `A newcomer waits where every session without a user is at work`() async throws {
      var configuration = WebConfiguration.patient
      configuration.maximumSessions = 1
      configuration.patience = .zero
      let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
      let held = AsyncStream<Never>.makeStream()
      let site = try WebSite(configuration) { _ in
        arrival.yield()
        for await _ in held.stream {}
        return .answer
      }
      let visit = WebVisit(site)
      try await visit.open("/signin")
      _ = try await visit.send(.post, "/signin/google", fields: visit.formFields())
      for await _ in arrivals { break }
      #expect(try await WebVisit(site).send(.get, "/signin").status == 503)
      held.continuation.finish()
    }

    @Test func `A session that is idle for too long is dropped, unless a tab shows it`() async throws {
      let clock = TestInstant()
      var configuration = WebConfiguration.patient
      configuration.sessionTimeout = .seconds(60)
      configuration.now = { clock.now }
      let site = try WebSite(configuration)
      let visit = WebVisit(site)
      try await visit.signIn()
      let id = visit.id
      let session = try #require(site.sessions.session(id))
      let stream = try #require(site.sessions.openStream(of: session))
      clock.advance(by: .seconds(61))
      site.sessions.dropIdle()
      #expect(site.sessions.session(id) === session)
      site.sessions.closeStream(stream, of: session)
      clock.advance(by: .seconds(60))
      site.sessions.dropIdle()
      #expect(site.sessions.count == 1)
      clock.advance(by: .seconds(1))
      #expect(site.sessions.session(id) == nil)
      #expect(site.sessions.count == 0)
    }

    @Test(arguments: [false, true])
    func `Nothing remains of a session that is dropped`(inspects: Bool) async throws {
      let clock = TestInstant()
      var configuration = WebConfiguration.patient
      configuration.inspects = inspects
      configuration.tokenGrace = .seconds(5)
      configuration.now = { clock.now }
      let site = try WebSite(configuration)
      let visit = WebVisit(site)
      try await visit.signIn()
      try await visit.open("/timeline")
      weak let session = site.sessions.session(visit.id)
      weak let root = session?.root
      #expect(root != nil)
      clock.advance(by: configuration.sessionTimeout + .seconds(1))
      site.sessions.dropIdle()
      #expect(session == nil && root == nil)
    }

    @Test func `Requests that come too fast are refused for a while`() async throws {
      let clock = TestInstant()
      var configuration = WebConfiguration.patient
      configuration.requestRate = (burst: 3, perSecond: 2)
      configuration.now = { clock.now }
      let visit = WebVisit(try WebSite(configuration))
      try await visit.open("/signin")
      func statuses(_ count: Int) async throws -> [Int] {
        var statuses: [Int] = []
        for _ in 0..<count {
          statuses.append(try await visit.send(.post, "/notices/auth", fields: visit.formFields()).status)
        }
        return statuses
      }
      #expect(try await statuses(4) == [303, 303, 303, 429])
      clock.advance(by: .seconds(1))
      #expect(try await statuses(3) == [303, 303, 429])
      #expect(try await visit.send(.get, "/signin").status == 429)
      #expect(try await visit.respond(.get, "/events?at=/signin").status.code == 503)
      clock.advance(by: .seconds(100))
      #expect(try await statuses(4) == [303, 303, 303, 429])
    }

    @Test func `A session with as much text as it may hold posts nothing before some of it is gone`() async throws {
      var configuration = WebConfiguration.patient
      configuration.maximumDraftSize = 1_000
      let visit = WebVisit(try WebSite(configuration))
      try await visit.signIn()
      // Too long for a post, so that it stays in the composer.
      try await visit.submit("/posts", ["text": String(repeating: "x", count: 999)])
      #expect(
        try await visit.send(.post, "/posts", fields: visit.formFields(["text": "yy", "reply_to": "132"])).status == 429
      )
      #expect(try await visit.send(.post, "/posts", fields: visit.formFields(["text": "shorter"])).status == 303)
    }

    @Test func `A session with as many drafts as it may hold posts nothing before one of them is gone`() async throws {
      var configuration = WebConfiguration.patient
      configuration.maximumDrafts = 1
      let site = try WebSite(configuration)
      let visit = WebVisit(site)
      try await visit.signIn()
      try site.backend.fail(.post, "/v1/posts", with: .fail(.offline))
      try await visit.submit("/posts", ["text": "unsent"])
      try await visit.open("/timeline")
      for path in ["/posts", "/%70osts"] {
        #expect(try await visit.send(.post, path, fields: visit.formFields(["text": "another"])).status == 429)
      }
      let retry = try #require(visit.page.body.firstMatch(of: /\/drafts\/[^\/]+\/retry/))
      try await visit.submit(String(retry.output))
      #expect(try await visit.send(.post, "/posts", fields: visit.formFields(["text": "another"])).status == 303)
    }

    @Test(arguments: [
      ("http://localhost:8081", "http://localhost:8081"), ("HTTPS://Focal.Example:443", "https://focal.example"),
      ("http://a:80", "http://a"), ("http://a:443", "http://a:443"), ("ftp://a", nil), ("http://a/path", nil),
      ("http://user@a", nil), ("http://a?b", nil), ("a", nil), ("http://", nil),
    ])
    func `An origin is a scheme, a host and a port`(_ text: String, _ origin: String?) {
      #expect(WebOrigin(text)?.description == origin)
    }

    @Test func `A form is read as browsers write it`() {
      let form = FormFields("a=1+2%2B&b=%E2%9C%93&a=3&=x&c&d=%0D%0A&e=%zz")
      #expect(["a", "b", "c", "d", "e"].map { form[$0] } == ["1 2+", "✓", "", "\n", ""])
    }
  }

  /// A clock that the test advances.
  final class TestInstant: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) {
      instant.withLock { $0 += duration }
    }
  }
#endif
