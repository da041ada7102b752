#if Network
  import Core
  import CoreTesting
  import Driver
  import ExampleApp
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import NIOCore
  import NIOEmbedded
  import StoreExploring
  import TestSupport
  import Testing

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

    @Test func `The script of a session gives the same transitions and notices in the driver`() async throws {
      let site = try WebSite(Self.configuration, timeZone: try #require(TimeZone(identifier: "Asia/Tokyo")))
      let visit = try visit(site)
      try await record(visit)
      let script = try await visit.send(.get, "/inspect/script").body
      #expect(script.contains("\nlogin taro@example.com PASSWORD\nlogin taro@example.com password123\n"))
      #expect(script.contains("malformed\nopen focal://timeline/swift\n"))
      #expect(script.contains(#"\#nfeed post --reply-to 132 $'two\nlines, "quoted"'\#n"#))
      #expect(!script.contains("left out"))
      let driver = PlayedDriver()
      #expect(await driver.play(script) == nil)
      let expected = driver.text.split(separator: "\n").filter { line in
        line.hasPrefix("    ") && (line.contains("→ ") || line.contains("  notice  ")) && !line.contains("    › ")
      }
      let entries = try inspection(of: visit, site).steps.flatMap(\.entries).filter { $0.kind != .screen }
      #expect(entries.map(\.text) == expected.map { $0.trimmingCharacters(in: .whitespaces) })
      #expect(entries.count > 40)
      for entry in entries where entry.kind != .notice {
        #expect((entry.kind == .failure) == entry.text.contains(/→ (error|notAuthorized)/), "\(entry)")
      }
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
      }
      for path in Inspection.paths {
        let text = try await visit.send(.get, path).body
        #expect(!text.contains("s3cret") && !text.contains("password123"))
        #expect(path == "/inspect" || text.split(separator: "PASSWORD").count == 5)
      }
      #expect(visit.page.body.contains("Unknown action “lgoin”"))
      #expect(visit.page.body.contains("Missing password."))
    }

    @Test func `A line that fails is shown with its reason and is not in the script`() async throws {
      let visit = try visit()
      try await visit.open("/inspect")
      for line in ["expect auth error", "feed retry 7", "nonsense", "", "feed post PASSWORD", "feed dismiss"] {
        try await visit.submit("/inspect/line", ["line": line])
      }
      #expect(visit.path == "/inspect")
      #expect(visit.page.body.contains("Expected auth error; found auth signedOut."))
      #expect(visit.page.body.contains("a line that cannot be read"))
      let script = try await visit.send(.get, "/inspect/script").body
      #expect(!script.contains("\nexpect") && !script.contains("\nfeed retry") && script.hasSuffix("\nfeed dismiss\n"))
      #expect(!script.contains("Replace PASSWORD"))
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
      for path in Inspection.paths {
        let text = try await visit.send(.get, path).body
        #expect(!text.contains("a secret") && text.contains("several users"))
      }
    }

    @Test func `A server of others is not made to fail, and the pane says so`() async throws {
      let visit = try visit(
        WebSite(Self.configuration, server: ObservedClient(client: FakeAPIClient(), calls: OpenCalls())))
      try await visit.signIn()
      try await visit.open("/inspect")
      #expect(!visit.page.body.contains("/inspect/backend/"))
      #expect(!visit.page.body.contains("/inspect/fail"))
      #expect(visit.page.body.contains("cannot be made slow, offline or wrong from here"))
      try await visit.submit("/inspect/backend/offline")
      try await visit.submit("/inspect/fail", ["route": "GET /v1/timeline", "kind": "503"])
      #expect(visit.page.body.contains("cannot be made to fail from here"))
      try await visit.open("/timeline")
      #expect(visit.page.body.contains("id=\"post-135\""))
      let script = try await visit.send(.get, "/inspect/script").body
      #expect(script.contains("\nlogin taro@example.com PASSWORD\n"))
      #expect(script.contains("# Recorded on another server"))
    }

    @Test func `Calls are open until their responses, the oldest first, and each change is announced`() async throws {
      let (calls, announced) = (OpenCalls(), Log<[String]>())
      calls.onChange { announced.append(calls.names) }
      let server = HoldingAPIClient(FakeAPIClient())
      let client = ObservedClient(client: server, calls: calls)
      let paths = (0..<20).map { "/v1/timeline/\($0)" }
      let actions = paths.map { path in
        StartedAction { _ = try? await client.send(APIRequest<EmptyResponse>(.get, path)) }
      }
      #expect(calls.names == paths.map { "GET \($0)" })
      try server.fail(with: .requestFailed(.offline))
      try await actions[0].finish()
      #expect(announced.values == (1...20).map { Array(paths[..<$0]) }.map { $0.map { "GET \($0)" } } + [calls.names])
      #expect(calls.names == paths.dropFirst().map { "GET \($0)" })
      for action in actions { action.cancel() }
    }

    @Test func `A slow backend delays its response`() async throws {
      let conditions = BackendConditions(delay: .seconds(3_600))
      conditions.current = .slow
      let hook = conditions.hook
      let request = StartedAction { _ = await hook(HTTPRequest(.get, "/v1/lists")) }
      #expect(!request.hasReturned)
      request.cancel()
      try await request.finish()
    }

    @Test func `An open call is shown, and a pane without events is loaded again`() async throws {
      var configuration = Self.configuration
      configuration.patience = .zero
      configuration.slowness = .seconds(3_600)
      let site = try WebSite(configuration)
      let visit = try visit(site)
      try await visit.open("/inspect")
      #expect(visit.page.body.contains("<li class=\"hint\">None</li>"))
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

    @Test func `A session that is too long is cut, and no longer copied`() async throws {
      let site = try WebSite(Self.configuration)
      let visit = try visit(site)
      try await visit.open("/inspect")
      let inspection = try inspection(of: visit, site)
      for _ in 0..<499 { await inspection.perform(.line("feed dismiss")) }
      #expect(inspection.steps.count == 500 && inspection.isComplete)
      await inspection.perform(.line("relaunch"))
      #expect(inspection.steps.count == 401 && !inspection.isComplete)
      let script = try await visit.send(.get, "/inspect/script").body
      #expect(script.contains("Too much was done") && !script.contains("dismiss"))
      try await visit.open("/inspect")
      #expect(visit.page.body.contains("Too much was done"))
      #expect(visit.page.body.split(separator: "class=\"title\"").count == 101)
    }

    @Test func `What is recorded of a session takes a limited memory`() async throws {
      let site = try WebSite(Self.configuration)
      let visit = try visit(site)
      try await visit.open("/inspect")
      let inspection = try inspection(of: visit, site)
      let line = "feed post " + String(repeating: "x", count: 10_000)
      for _ in 0..<40 { await inspection.perform(.line(line)) }
      #expect(inspection.steps.reduce(0) { $0 + $1.size } <= Inspection.maximumSize)
      #expect(inspection.steps.last?.title == line && !inspection.isComplete)
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
#endif
