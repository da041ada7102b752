#if Network
  import Core
  import Driver
  import ExampleApp
  import Foundation
  import ServiceLifecycle
  import UnixSignals

  /// Serves the example app to browsers: each browser session has an app of its own.
  package struct WebServer: Sendable {
    private let configuration: WebConfiguration
    private let makeEnvironment: @Sendable (WebVisitor) -> AppEnvironment

    /// Creates a server; `makeEnvironment` is called once for each browser session.
    package init(
      configuration: WebConfiguration = WebConfiguration(),
      makeEnvironment: @escaping @Sendable (WebVisitor) -> AppEnvironment
    ) {
      self.configuration = configuration
      self.makeEnvironment = makeEnvironment
    }

    /// Serves until the task is cancelled or a signal arrives, and calls `onStart` with the port once it listens.
    ///
    /// Throws `FakeServerError` where it cannot listen at the address.
    package func run(
      until signals: [UnixSignal] = [], onStart: @escaping @Sendable (Int) async -> Void
    ) async throws {
      let sessions = await WebSessions(configuration: configuration, makeEnvironment: makeEnvironment)
      let responder = WebResponder(
        configuration: configuration, sessions: sessions, templates: try Templates(),
        machines: configuration.inspects ? await StateMachineDrawing.all() : [])
      let listener = HTTPListener(
        host: configuration.host, port: configuration.port, maximumHeaderSize: configuration.maximumHeaderSize,
        maximumConnections: configuration.maximumConnections, clientTimeout: configuration.connectionTimeout)
      try await listener.serve(
        responder, alongside: [SessionSweeper(sessions: sessions)], until: signals, onStart: onStart)
    }
  }

  /// The address and the limits of a ``WebServer``.
  package struct WebConfiguration: Sendable {
    /// The address to listen at; `127.0.0.1` is reachable from this machine only.
    package var host: String
    /// The port to listen at; 0 picks a free one.
    package var port: Int
    /// The address that browsers use, such as `https://focal.example`, where a proxy stands in front.
    ///
    /// Without one, requests are answered for `localhost` and ``host`` only.
    package var origin: WebOrigin?
    /// The maximum size of a request body in bytes, above which the response is a 413.
    package var maximumBodySize = 64 * 1024
    /// The maximum size of a request header in bytes, above which the response is a 400.
    package var maximumHeaderSize = 16 * 1024
    /// The maximum number of connections; beyond it, the one that waits for its client for longest makes room.
    ///
    /// Fewer than the files that the process may open, or new connections would fail instead.
    package var maximumConnections = max(16, min(4_096, sysconf(Int32(_SC_OPEN_MAX)) - 64))
    /// The time after which a connection is closed that waits for a request, or for its client to read a response, and
    /// that a request body may take.
    package var connectionTimeout = Duration.seconds(15)
    /// The maximum number of browser sessions; of those without a user, the one that is idle for longest makes room for
    /// another.
    package var maximumSessions = 1_000
    /// The number of sessions in which a user is signed in, beyond which the one that is idle for longest makes room for
    /// another user: the others are left for newcomers.
    var maximumUsers: Int { maximumSessions - maximumSessions / 10 }
    /// The maximum number of event streams, of all sessions and of each.
    package var maximumStreams: (total: Int, each: Int)
    /// The time after which a session without a request is dropped, unless it has an event stream.
    package var sessionTimeout = Duration.seconds(30 * 60)
    /// The number of pages and actions that a session may request at once, and in each second after them.
    package var requestRate = (burst: 200, perSecond: 20)
    /// The number of posts that a session holds of a timeline; a longer one is read anew from its first page.
    ///
    /// A post counts once more for every 2 KiB of it. The timeline below a thread is held beside it.
    package var maximumPosts = 200
    /// The number of drafts that a session may hold before it has to send or discard one.
    package var maximumDrafts = 100
    /// The size of all drafts of a session in bytes.
    package var maximumDraftSize = 128 * 1024
    /// How long a response waits for an action before it shows the page that is loading.
    package var patience = Duration.seconds(5)
    /// The time between two signs of life on an event stream.
    package var heartbeat = Duration.seconds(15)
    /// How long a request with the token that a sign-in has replaced is taken for one that was sent before it.
    package var tokenGrace = Duration.seconds(5)
    /// The account that the sign-in screen offers, where the backend is a fake one that knows it.
    package var exampleAccount: FakeAccount?
    /// Whether each session has a pane for developers at `/inspect`.
    package var inspects = false
    /// How long a backend that the pane makes slow takes for a response.
    package var slowness = Duration.seconds(2)
    /// Whether the app of a session with the pane has a mistake to be found: a sign-in that was given up opens its session.
    package var isHasty = false
    /// The clock of the apps of sessions with the pane, whose time stands still between two steps.
    package var date: @Sendable () -> Date = { Date() }
    /// The clock of idle times and rates.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Creates a configuration with the default limits.
    package init(host: String = "127.0.0.1", port: Int = 0, origin: WebOrigin? = nil) {
      self.host = host
      self.port = port
      self.origin = origin
      // The other half is left for pages, however many streams are open.
      maximumStreams = (total: maximumConnections / 2, each: 8)
    }
  }

  /// What is known of a visitor before the first page.
  package struct WebVisitor: Sendable {
    /// The value of `Accept-Language`.
    package let acceptLanguage: String?
    /// Where the app of the visitor takes its steps, if the pane for developers is on.
    let world: ScheduledWorld?

    /// Returns the client to make the repositories of the visitor with.
    package func client(_ client: any APIClient) -> any APIClient { world?.client(client) ?? client }

    /// Returns the clock of the visitor’s app.
    package func clock(_ now: @escaping @Sendable () -> Date) -> @Sendable () -> Date { world?.now ?? now }
  }

  /// Drops idle sessions, so that they do not wait for the next visitor, and returns the memory that is free.
  private struct SessionSweeper: Service {
    let sessions: WebSessions

    func run() async throws {
      try? await cancelWhenGracefulShutdown {
        while true {
          try await Task.sleep(for: .seconds(30))
          await sessions.dropIdle()
          returnFreeMemory()
        }
      }
    }

    /// Returns what is free to the system, as the allocator of Linux keeps what the busiest moment took.
    private func returnFreeMemory() {
      #if os(Linux)
        // The module Glibc leaves the function out, and other C libraries do not have it.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
      #endif
    }
  }
#endif
