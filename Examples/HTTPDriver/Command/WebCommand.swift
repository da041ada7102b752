#if Network
  import ArgumentParser
  import AsyncHTTPClientTransport
  import Core
  import Driver
  import ExampleApp
  import Foundation
  import UnixSignals
  import Web

  /// `focal-http web`: the app in a browser.
  struct WebCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "web",
      abstract: "Serves the app to browsers until interrupted.",
      discussion: """
        Each browser session has an app and, without --api, a fake backend of its own, in memory.
        The account is taro@example.com with the password password123.
        """)

    @ParentCommand var parent: FocalHTTP

    @Option(help: "The address to listen on; 127.0.0.1 is reachable from this machine only.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free port.")
    var port = 8081

    @Option(
      help: ArgumentHelp(
        "The address that browsers use, where a proxy stands in front: https://focal.example.", valueName: "url"))
    var origin: WebOrigin?

    @Option(help: "The language of the pages, ja or en. Default: that of the browser.")
    var language: Language?

    @Option(help: "The maximum number of browser sessions.")
    var maximumSessions = 1_000

    @Option(help: "The time after which a session without an open page is dropped, in minutes.")
    var sessionTimeout = 30

    @Flag(
      help: """
        Add a pane for developers at /inspect, which is the scheduler of the app: it holds and answers each request, goes \
        back to any step, explores what can come next, and exports what was done.
        """)
    var inspect = false

    @Flag(help: "With --inspect, give the app a mistake to be found: a sign-in that was given up opens its session.")
    var hasty = false

    @Flag(help: .hidden)
    var fixedClock = false

    func validate() throws {
      guard (0...65_535).contains(port) else { throw ValidationError("Expected a port from 0 to 65535.") }
      guard inspect || !hasty else { throw ValidationError("“--hasty” needs --inspect.") }
      guard maximumSessions > 0, sessionTimeout > 0 else { throw ValidationError("Expected a positive limit.") }
    }

    func run() async throws {
      try parent.options.refuse(json: true, state: true, by: "web")
      let fixedLanguage = language ?? parent.options.language
      let isFixed = fixedClock
      let now: @Sendable () -> Date = { isFixed ? DriverBackend.tourDate : Date() }
      let timeZone = fixedClock ? TimeZone(identifier: "Asia/Tokyo") ?? .gmt : .autoupdatingCurrent
      let client = parent.api.map { HTTPAPIClient(baseURL: $0, transport: AsyncHTTPClientTransport()) }
      let postChanges = parent.api.flatMap { url in client.flatMap { parent.server.postChanges(at: url, client: $0) } }
      var limits = WebConfiguration(host: host, port: port, origin: origin)
      limits.maximumSessions = maximumSessions
      limits.inspects = inspect
      limits.isHasty = hasty
      limits.date = now
      limits.exampleAccount = client == nil ? .taro : nil
      limits.sessionTimeout = .seconds(60 * sessionTimeout)
      let web = WebServer(configuration: limits) { [server = parent.server, api = parent.api] visitor in
        // A visitor can post for as long as they like: what a backend of theirs keeps has a limit.
        let now = visitor.clock(now)
        let backend = FakeConfiguration(recordedRequests: 0, remembered: 50, tokenSeed: nil, now: now)
        let client = visitor.client(client ?? FakeAPIClient(backend: FakeBackend(backend)))
        var environment = AppEnvironment(
          makeRepositories: { server.repositories(client: client, session: $0) }, storages: .inMemory(now: now),
          providers: api.map { server.providers(at: $0, client: client) } ?? .example,
          language: fixedLanguage ?? Language(acceptLanguage: visitor.acceptLanguage), timeZone: timeZone, now: now)
        environment.postChanges = postChanges
        return environment
      }
      let host = host.contains(":") ? "[\(host)]" : host
      try await FakeServerError.reported {
        try await web.run(until: [.sigint, .sigterm]) { port in
          StandardOutput.write("Serving http://\(host):\(port)\n")
        }
      }
    }
  }

  extension WebOrigin: ExpressibleByArgument {
    /// Creates an origin from an argument.
    public init?(argument: String) {
      self.init(argument)
    }
  }
#endif
