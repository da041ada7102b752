#if Network
  import Core
  import CoreTesting
  import ExampleApp
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import NIOCore
  import NIOEmbedded
  import StoreExploring
  import TestSupport
  import Testing

  @testable import Driver
  @testable import Web

  @MainActor
  @Suite("Inspector", .timeLimit(.minutes(10)))
  struct InspectorTests {
    private static let configuration: WebConfiguration = {
      var configuration = WebConfiguration.patient
      configuration.inspects = true
      return configuration
    }()

    private func visit(_ site: WebSite? = nil) throws -> WebVisit {
      WebVisit(try site ?? WebSite(Self.configuration))
    }

    private func inspection(of visit: WebVisit, _ site: WebSite) throws -> Inspection {
      try #require(site.sessions.session(visit.id)?.inspection)
    }

    /// A session with a failure of each kind, a launch and a sign-out, as a user would have it.
    private func record(_ visit: WebVisit) async throws {
      try await visit.open("/signin")
      try await visit.submit("/signin", ["email": "taro@example.com", "pass": "not the password"])
      try await visit.signIn()
      for (condition, path) in [
        ("failing", "/timeline"), ("wrong", "/timeline/swift"), ("offline", "/timeline/quiet"),
      ] {
        try await visit.submit("/inspect/backend/\(condition)")
        try await visit.open(path)
      }
      try await visit.submit("/inspect/line", ["line": "feed refresh"])
      try await visit.submit("/inspect/backend/normal")
      try await visit.open("/timeline")
      try await visit.submit("/timeline/load")
      try await visit.submit("/timeline/more")
      try await visit.open("/compose?reply_to=132")
      try await visit.submit("/posts", ["text": "two\r\nlines, \"quoted\"", "reply_to": "132"])
      try await visit.submit("/posts/132/like")
      try await visit.submit("/inspect/fail", ["route": "POST /v1/posts", "kind": "offline"])
      try await visit.open("/compose")
      try await visit.submit("/posts", ["text": "-5 °C"])
      try await visit.submit("/inspect/line", ["line": "relaunch"])
      try await visit.open("/timeline")
      let draft = try #require(visit.page.body.firstMatch(of: /\/drafts\/([^\/]+)\/retry/)).output.1
      try await visit.submit("/drafts/\(draft)/retry")
      try await visit.submit("/drafts/\(draft)/discard")
      try await visit.submit("/inspect/fail", ["route": "GET /v1/profile", "kind": "401"])
      try await visit.submit("/inspect/fail", ["route": "GET /v1/profile", "kind": "offline"])
      try await visit.open("/mypage")
      try await visit.submit("/notices/mypage-retry")
      try await visit.submit("/mypage/save", ["name": "太郎", "gender": "3"])
      try await visit.submit("/notices/mypage")
      try await visit.submit("/signout")
      try await visit.submit("/signin/google")
      try await visit.submit("/account/delete", ["pass": "password123"])
      try await visit.submit("/inspect/line", ["line": "relaunch"])
    }

    @Test func `Without the option there is no route, no file and no markup of it`() async throws {
      let visit = WebVisit(try WebSite())
      try await visit.signIn()
      #expect(!visit.page.body.contains("nspect"))
      for path in Inspection.paths + [Asset.inspectorStyles.path, "/events?at=/inspect"] {
        #expect(try await visit.send(.get, path).status == 404)
      }
      #expect(try await visit.send(.post, "/inspect/line", fields: visit.formFields()).status == 404)
    }

    @Test func `The recording of a session leads to the same states in a terminal`() async throws {
      let site = try WebSite(Self.configuration, timeZone: try #require(TimeZone(identifier: "Asia/Tokyo")))
      let visit = try visit(site)
      try await record(visit)
      let app = try inspection(of: visit, site).app
      let json = try await visit.send(.get, "/inspect/recording").body
      let recording = try Recording(json: Data(json.utf8))
      let other = await ScheduledApp(now: { recording.start }, ScheduledApp.example(.english))
      try await other.play(recording)
      #expect(other.steps.map(\.changes) == app.steps.map(\.changes))
      #expect(app.steps.count > 60)
      let lines = app.steps.map(\.line)
      for line in [
        "login taro@example.com PASSWORD", "login taro@example.com password123", "answer \"GET /v1/timeline\" 503",
        "answer \"GET /v1/timeline\" malformed", "relaunch", #"feed post -- "-5 °C""#,
        #"feed draft --reply-to 132 $'two\nlines, "quoted"'"#,
      ] { #expect(lines.contains(line), "\(line)") }
    }

    @Test func `No password of a user is shown or copied`() async throws {
      let visit = try visit()
      try await visit.open("/signup")
      try await visit.submit("/signup", ["email": "hanako@example.com", "pass": "s3cret-a"])
      try await visit.submit("/account/delete", ["pass": "password123"])
      try await visit.submit("/signout")
      for line in [
        "login taro@example.com s3cret-b", "login --pass s3cret-c", "lgoin taro@example.com s3cret-d", "login s3cret-e",
      ] {
        try await visit.submit("/inspect/line", ["line": line])
        #expect(!visit.page.body.contains("s3cret"))
        if line.hasPrefix("lgoin") { #expect(visit.page.body.contains("Unknown action “lgoin”")) }
      }
      #expect(visit.page.body.contains("Missing password."))
      for path in Inspection.paths {
        let text = try await visit.send(.get, path).body
        #expect(!text.contains("s3cret") && !text.contains("password123"))
        #expect(path == "/inspect" || text.split(separator: "PASSWORD").count == 4)
      }
    }

    @Test func `A line that fails is shown with its reason and is not in the script`() async throws {
      let visit = try visit()
      try await visit.open("/inspect")
      for (line, reason) in [
        ("expect auth error", "Expected auth error; found auth signedOut."),
        ("feed retry 7", "There is no unsent post 7."), ("nonsense", "Unknown action “nonsense”."), ("", ""),
        ("feed dismiss", ""), ("answer 1", "No such call is open: 1. Open: none."),
      ] {
        try await visit.submit("/inspect/line", ["line": line])
        #expect(visit.path == "/inspect" && (reason.isEmpty || visit.page.body.contains(reason)))
        #expect(visit.page.body.contains("<p class=\"error\" role=\"alert\">") == !reason.isEmpty)
      }
      let script = try await visit.send(.get, "/inspect/script").body
      #expect(!script.contains("\nexpect") && !script.contains("\nfeed retry") && script.hasSuffix("\nfeed dismiss\n"))
    }

    @Test func `A line break in the field stays in the comment of its line`() async throws {
      let visit = try visit()
      try await visit.open("/inspect")
      for lineBreak in ["\n", "\r", "\r\n", "\u{2028}"] {
        try await visit.submit("/inspect/line", ["line": "nonsense\(lineBreak)feed post injected"])
        try await visit.submit(
          "/inspect/line", ["line": "expect auth signedIn \"x\(lineBreak)feed post injected\""])
      }
      let script = try await visit.send(.get, "/inspect/script").body
      #expect(script.contains("feed post injected"))
      for line in script.split(whereSeparator: \.isNewline) { #expect(line.hasPrefix("#")) }
    }

    @Test func `Another user who signs in sees nothing of what the one before did`() async throws {
      let visit = try visit()
      try await visit.signIn()
      try await visit.submit("/posts", ["text": "a secret of taro"])
      try await visit.submit("/signout")
      try await visit.signIn()
      #expect(try await visit.send(.get, "/inspect/script").body.contains("a secret"))
      try await visit.submit("/signout")
      try await visit.open("/signup")
      try await visit.submit("/signup", ["email": "hanako@example.com", "pass": "password123"])
      try await visit.open("/inspect")
      #expect(!visit.page.body.contains("a secret") && visit.page.body.contains("several users"))
      for export in Inspection.Export.allCases { #expect(try await visit.send(.get, export.path).status == 404) }
      try await visit.submit("/inspect/look", ["step": "1"])
      #expect(visit.page.body.contains("There is no step 1."))
    }

    @Test func `The answers of a server of others are held and replaced, and it is not made to fail`() async throws {
      let visit = try visit(WebSite(Self.configuration, server: OtherServer(client: FakeAPIClient())))
      try await visit.signIn()
      try await visit.open("/inspect")
      #expect(!visit.page.body.contains("action=\"/inspect/fail\""))
      try await visit.submit("/inspect/fail", ["route": "GET /v1/timeline", "kind": "503"])
      #expect(visit.page.body.contains("cannot be made to fail from here"))
      try await visit.submit("/inspect/backend/offline")
      try await visit.open("/timeline")
      #expect(!visit.page.body.contains("id=\"post-135\""))
      try await visit.submit("/inspect/backend/normal")
      try await visit.submit("/timeline/load")
      #expect(visit.page.body.contains("id=\"post-135\""))
      #expect(try await visit.send(.get, "/inspect/script").body.contains("\nlogin taro@example.com PASSWORD\n"))
      try await visit.open("/inspect")
      #expect(!visit.page.body.contains("/inspect/look") && !visit.page.body.contains("\"/inspect/explore\""))
      for action in ["look", "explore", "go-on", "play"] {
        try await visit.submit("/inspect/\(action)", ["step": "1", "recording": "{}"])
        #expect(visit.page.body.contains("would do again what it has done"))
      }
    }

    // MARK: The schedule

    @Test func `Each held call waits for one of its answers, also when the page is opened again`() async throws {
      let visit = try visit()
      try await visit.open("/inspect")
      try await visit.submit("/inspect/backend/held")
      try await visit.signIn()
      #expect(visit.page.body.contains("spinner"))
      for _ in 1...2 {
        try await visit.open("/inspect")
        #expect(visit.page.body.contains("<code>POST /v1/login</code>"))
        for answer in ["answered", "401", "503", "malformed", "offline", "timeout", "lost"] {
          #expect(visit.page.body.contains("aria-label=\"Answer POST /v1/login: \(answer)\""))
        }
      }
      try await visit.submit("/inspect/answer", ["call": visit.hidden("call"), "with": "503"])
      #expect(!visit.page.body.contains("<code>POST /v1/login</code>"))
      try await visit.open("/signin")
      #expect(visit.page.body.contains("class=\"error\"") && !visit.page.body.contains("spinner"))
    }

    @Test func `A sign-in that is held makes tokens which only its response tells`() async throws {
      let site = try WebSite(Self.configuration)
      let visit = try visit(site)
      try await visit.open("/inspect")
      try await visit.submit("/inspect/backend/held")
      let attacker = WebVisit(visit)
      try await attacker.open("/inspect")
      try await visit.signIn()
      // Who has planted the cookie sees nothing of the sign-in that waits, and cannot answer it.
      #expect(visit.cookie != attacker.cookie)
      let fields = attacker.formFields([
        "call": "\(try inspection(of: visit, site).app.calls[0].id)", "with": "answered",
      ])
      #expect(try await attacker.send(.post, "/inspect/answer", fields: fields).status == 403)
      #expect(try await attacker.send(.get, "/inspect").status == 503)
      try await visit.open("/inspect")
      try await visit.submit("/inspect/answer", ["call": visit.hidden("call"), "with": "answered"])
      try await visit.open("/mypage")
      #expect(visit.page.body.contains("Welcome, 太郎"))
      #expect(try await attacker.send(.get, "/mypage").status == 503)
    }

    @Test func `A sign-in that is answered after every response leaves its user the tokens`() async throws {
      let site = try WebSite(Self.configuration)
      let visit = try visit(site)
      try await visit.open("/inspect")
      try await visit.submit("/inspect/backend/held")
      try await visit.signIn()
      let session = try #require(site.sessions.session(visit.id))
      let app = try inspection(of: visit, site).app
      try await app.answer(app.calls[0].id, with: "answered")
      #expect(session.isSignedIn && session.hasTokensOfUser)
      try await visit.open("/mypage")
      #expect(visit.page.body.contains("Welcome, 太郎"))
    }

    @Test func `The race of a hasty app is found by hand, and its test says what should have been`() async throws {
      var configuration = Self.configuration
      configuration.isHasty = true
      let visit = try visit(WebSite(configuration))
      try await visit.open("/inspect")
      #expect(visit.page.body.contains("This app has a mistake"))
      try await visit.submit("/inspect/backend/held")
      try await visit.signIn()
      try await visit.open("/inspect")
      try await visit.submit("/inspect/line", ["line": "logout"])
      try await visit.submit("/inspect/answer", ["call": visit.hidden("call"), "with": "answered"])
      let step = try #require(visit.page.body.matches(of: /aria-label="Step ([0-9]+) should/).last?.output.1)
      try await visit.submit("/inspect/wrong", ["step": "\((Int(step) ?? 0) - 1)", "wrong": "true"])
      let test = try await visit.send(.get, "/inspect/test").body
      #expect(
        test.contains(
          """
              (.start("logout"), "login: signedOut, idle, idle"),
              (.answer("POST /v1/login", with: "answered"), "login: signedOut, idle, idle"),
          """))
      try await visit.open("/mypage")
      #expect(visit.page.body.contains("Welcome, 太郎"))
    }

    @Test func `What an exploration finds is shown while it runs, and its steps are taken`() async throws {
      var configuration = Self.configuration
      configuration.isHasty = true
      let site = try WebSite(configuration)
      let visit = try visit(site)
      try await visit.signIn()
      try await visit.submit("/signout")
      let (channel, log) = (NIOAsyncTestingChannel(), BodyLog())
      let response = try await visit.respond(.get, "/events?at=/inspect", channel: channel)
      let writer = Task { try await response.body.write(log) }
      try await visit.open("/inspect")
      try await visit.submit("/inspect/explore")
      while let event = await log.next(), !event.contains("Violated: after a sign-out") {}
      try await channel.close()
      try await writer.value
      try await visit.open("/inspect")
      try await visit.submit("/inspect/explore/take")
      let app = try inspection(of: visit, site).app
      #expect(
        app.steps.suffix(3).map(\.line) == [
          "login taro@example.com password123", "logout", "answer \"POST /v1/login\" answered",
        ])
      #expect(visit.page.body.contains("aria-pressed=\"true\">Held<"))
    }

    @Test func `An earlier step shows its page, does nothing, and is gone on from`() async throws {
      let site = try WebSite(Self.configuration)
      let visit = try visit(site)
      try await visit.signIn()
      try await visit.open("/timeline")
      try await visit.submit("/posts/135/like")
      let app = try inspection(of: visit, site).app
      let liked = try #require(app.steps.firstIndex { $0.line == "feed like 135" })
      try await visit.open("/inspect")
      try await visit.submit("/inspect/look", ["step": "\(liked)"])
      #expect(visit.path == "/timeline" && visit.page.body.contains("Step \(liked) of \(app.steps.count)"))
      #expect(visit.page.body.contains("action=\"/posts/135/like\""))
      try await visit.submit("/posts/135/like")
      try await visit.open("/mypage")
      #expect(visit.page.body.contains("Go on from here"))
      try await visit.submit("/inspect/look", ["step": "\(app.steps.count)"])
      #expect(visit.page.body.contains("action=\"/posts/135/unlike\"") && !visit.page.body.contains("Go on from here"))
      try await visit.submit("/inspect/look", ["step": "2"])
      #expect(visit.path == "/signin")
      try await visit.submit("/inspect/go-on")
      #expect(visit.path == "/signin" && !visit.page.body.contains("Go on from here") && app.steps.count == 2)
      try await visit.signIn()
      #expect(visit.page.body.contains("Welcome, 太郎"))
    }

    @Test func `A recording of another session takes the place of the app, and a damaged one changes nothing`()
      async throws
    {
      let site = try WebSite(Self.configuration)
      let visit = try visit(site)
      try await visit.signIn()
      try await visit.submit("/posts", ["text": "brought along"])
      let recording = try await visit.send(.get, "/inspect/recording").body
      let other = WebVisit(site)
      try await other.open("/inspect")
      let before = try inspection(of: other, site).app
      let damaged = recording.replacing("brought along", with: "another text", maxReplacements: 1)
      for (text, message) in [("{", "It is not a recording"), (damaged, "does something else than it did")] {
        try await other.submit("/inspect/play", ["recording": text])
        #expect(other.path == "/inspect" && other.page.body.contains(message))
        #expect(try inspection(of: other, site).app === before)
      }
      try await other.submit("/inspect/play", ["recording": recording])
      #expect(!other.page.body.contains("role=\"alert\""))
      try await other.open("/timeline")
      #expect(other.page.body.contains("Welcome, 太郎") && !other.page.body.contains("role=\"alert\""))
      try await other.submit("/inspect/backend/normal")
      try await other.open("/timeline")
      #expect(other.page.body.contains("brought along"))
    }

    @Test func `An open call is shown, and a pane without events is loaded again`() async throws {
      var configuration = Self.configuration
      configuration.patience = .zero
      configuration.slowness = .seconds(3_600)
      let site = try WebSite(configuration)
      let visit = try visit(site)
      try await visit.open("/inspect")
      #expect(visit.page.body.contains("<li class=\"hint\">None."))
      try await visit.submit("/inspect/backend/slow")
      #expect(visit.page.body.contains("<button aria-pressed=\"true\">Slow</button>"))
      let (channel, log) = (NIOAsyncTestingChannel(), BodyLog())
      let response = try await visit.respond(.get, "/events?at=/inspect", channel: channel)
      let writer = Task { try await response.body.write(log) }
      _ = try await visit.send(.post, "/signin/google", fields: visit.formFields(["at": "/signin"]))
      while let event = await log.next(), !event.contains("spinner") {}
      try await channel.close()
      try await writer.value
      try await visit.open("/inspect?reload")
      #expect(visit.page.body.contains("<code>POST /v1/login/google</code>"))
      #expect(visit.page.headers[.refresh] == "2")
      try await visit.open("/inspect")
      #expect(visit.page.headers[.refresh] == nil)
    }

    @Test func `Each drawing lights the state of its Store, which an open pane follows`() async throws {
      let machines = [await StateMachineDrawing(.auth), await StateMachineDrawing(.mypage)]
      let site = try WebSite(Self.configuration, machines: machines)
      let visit = try visit(site)
      try await visit.open("/inspect")
      #expect(visit.page.body.contains("AuthStore <span class=\"state\" role=\"status\">signedOut</span>"))
      #expect(visit.page.body.split(separator: "class=\"node current\"").count == 3)
      let (channel, log) = (NIOAsyncTestingChannel(), BodyLog())
      let response = try await visit.respond(.get, "/events?at=/inspect", channel: channel)
      let writer = Task { try await response.body.write(log) }
      #expect(await log.next() == ":\n\n")
      try await visit.open("/signin")
      try await visit.submit("/signin/google")
      while let event = await log.next(), !event.contains("signedIn") {}
      try await channel.close()
      try await writer.value
    }

    @Test func `A killed app leaves its user signed in, and its pages are opened again`() async throws {
      let visit = try visit()
      try await visit.signIn()
      let (channel, log) = (NIOAsyncTestingChannel(), BodyLog())
      let response = try await visit.respond(.get, "/events?at=/mypage", channel: channel)
      let writer = Task { try await response.body.write(log) }
      try await visit.open("/inspect")
      try await visit.submit("/inspect/line", ["line": "relaunch"])
      #expect(visit.path == "/inspect")
      while let event = await log.next(), event != PageEvents.gone {}
      try await visit.open("/mypage")
      #expect(visit.page.body.contains("Welcome, 太郎"))
      #expect(visit.page.body.contains("href=\"/inspect\""))
      try await channel.close()
      try await writer.value
    }

    @Test func `What is recorded of a session takes a limited memory`() async throws {
      let site = try WebSite(Self.configuration)
      let visit = try visit(site)
      try await visit.open("/inspect")
      let inspection = try inspection(of: visit, site)
      let line = "feed post " + String(repeating: "x", count: 10_000)
      for _ in 0..<60 {
        await inspection.perform(.line(line))
        #expect(inspection.app.steps.reduce(0) { $0 + $1.size } <= ScheduledApp.maximumSize)
      }
      #expect(inspection.app.steps.map(\.title) == [line])
      try await visit.open("/inspect")
      #expect(visit.page.body.contains("Too much was done"))
      #expect(try await visit.send(.get, "/inspect/script").status == 404)
    }

    @Test(arguments: [StoreName.auth, .mypage])
    func `A drawing has every state once, in the column of its distance, and no two at one place`(
      store: StoreName
    ) async throws {
      let machine = await StateGraph(of: store).machine
      let drawing = StateMachineDrawing(store, "", machine)
      #expect(Set(drawing.nodes.map(\.state)) == Set(machine.states))
      #expect(Set(drawing.nodes.map { "\($0.x) \($0.y)" }).count == machine.states.count)
      let (width, height) = StateMachineDrawing.nodeSize
      for node in drawing.nodes {
        #expect(node.x >= 0 && node.y >= 0 && node.x + width <= drawing.size.width)
        #expect(node.y + height <= drawing.size.height)
      }
      let columns = Dictionary(drawing.nodes.map { ($0.state, $0.x) }) { $1 }
      let step = try #require(Set(columns.values).sorted().dropFirst().first) - (columns.values.min() ?? 0)
      #expect(columns[machine.states[0]] == columns.values.min())
      let pairs = Set(machine.transitions.filter { $0.from != $0.to }.map { [$0.from, $0.to] })
      #expect(Set(drawing.edges.map { [$0.from, $0.to] }) == pairs && drawing.edges.count == pairs.count)
      for edge in drawing.edges {
        #expect(!edge.causes.isEmpty)
        #expect(try #require(columns[edge.to]) <= #require(columns[edge.from]) + step)
      }
    }
  }

  /// A server that is not the session’s own.
  private struct OtherServer: APIClient {
    let client: FakeAPIClient

    func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
      try await client.send(request)
    }
  }
#endif
