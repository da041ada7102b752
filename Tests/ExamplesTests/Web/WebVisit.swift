#if Network
  import Core
  import Driver
  import ExampleApp
  import Feed
  import Foundation
  import HTTPTypes
  import Hummingbird
  import Logging
  import NIOCore
  import NIOEmbedded
  import Synchronization
  import TestSupport

  @testable import Web

  /// A browser without a script: keeps its cookie, follows redirects, and submits the forms of its page.
  @MainActor
  final class WebVisit {
    /// A response as the browser sees it.
    struct Answer {
      let status: Int
      let headers: HTTPFields
      let body: String
    }

    let responder: WebResponder
    var cookie: String?
    /// The token in the cookie.
    var id: String? { cookie.map { String($0.drop { $0 != "=" }.dropFirst()) } }
    /// The page that is shown.
    private(set) var page = Answer(status: 0, headers: [:], body: "")
    /// Its path.
    private(set) var path = "/"

    init(_ site: WebSite) {
      responder = site.responder
    }

    /// Opens another tab.
    init(_ visit: WebVisit) {
      (responder, cookie) = (visit.responder, visit.cookie)
    }

    /// Opens a page and follows redirects.
    func open(_ path: String) async throws {
      try await follow(try await send(.get, path), from: path)
    }

    /// Submits a form of the page, with the token and the place that the page has, and follows the redirect.
    func submit(_ action: String, _ fields: [String: String] = [:]) async throws {
      try await follow(try await send(.post, action, fields: formFields(fields)), from: action)
    }

    func formFields(_ fields: [String: String] = [:]) -> [String: String] {
      ["token": hidden("token"), "at": path].merging(fields) { $1 }
    }

    /// Signs in with the account of the examples.
    func signIn() async throws {
      try await open("/signin")
      try await submit("/signin", ["email": FakeAccount.taro.email, "pass": FakeAccount.taro.password.rawValue])
    }

    /// Sends one request.
    func send(
      _ method: HTTPTypes.HTTPRequest.Method, _ path: String, headers: HTTPFields = [:],
      fields: [String: String]? = nil,
      body: String? = nil, host: String = "localhost:8081"
    ) async throws -> Answer {
      let response = try await respond(method, path, headers: headers, fields: fields, body: body, host: host)
      for cookie in response.headers[values: .setCookie] { self.cookie = String(cookie.prefix { $0 != ";" }) }
      let log = BodyLog()
      try await response.body.write(log)
      return Answer(status: response.status.code, headers: response.headers, body: log.text)
    }

    func respond(
      _ method: HTTPTypes.HTTPRequest.Method, _ path: String, headers: HTTPFields = [:],
      fields: [String: String]? = nil, body: String? = nil, host: String = "localhost:8081",
      channel: NIOAsyncTestingChannel = NIOAsyncTestingChannel()
    ) async throws -> Response {
      var headers = headers
      if let cookie { headers[.cookie] = cookie }
      let encoded = fields?.map { "\($0.urlEncoded)=\($1.urlEncoded)" }.joined(separator: "&")
      let request = Request(
        head: HTTPTypes.HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: headers),
        body: RequestBody(buffer: ByteBuffer(string: body ?? encoded ?? "")))
      let context = ConnectionContext(
        source: ApplicationRequestContextSource(channel: channel, logger: Logger(label: "test")))
      return try await responder.respond(to: request, context: context)
    }

    private func follow(_ answer: Answer, from path: String) async throws {
      guard let location = answer.headers[.location] else {
        (page, self.path) = (answer, path)
        return
      }
      let next = String(location.prefix { $0 != "#" })
      try await follow(try await send(.get, next), from: next)
    }

    /// The value of a hidden field of the page.
    func hidden(_ name: String) -> String {
      let parts = page.body.split(separator: "name=\"\(name)\" value=\"", maxSplits: 1)
      return parts.count == 2 ? String(parts[1].prefix { $0 != "\"" }) : ""
    }
  }

  /// A site without a socket, whose backend the test holds or makes fail.
  @MainActor
  struct WebSite {
    let responder: WebResponder
    let backend: FakeBackend

    init(
      _ configuration: WebConfiguration = .patient,
      machines: [StateMachineDrawing] = [], server: (any APIClient)? = nil,
      removesSnapshotsAtSignOut: Bool = true, timeZone: TimeZone = .gmt,
      hook: @escaping FakeBackend.Hook = { _ in .answer },
      repositories: @escaping @Sendable (any APIClient, Session) -> AppRepositories = AppRepositories.init(
        client:session:)
    ) throws {
      let backend = FakeBackend(FakeConfiguration(now: { .sample }), hook: hook)
      self.backend = backend
      let sessions = WebSessions(configuration: configuration) { visitor in
        // An app whose steps are looked at again has a backend of its own.
        let world = visitor.world.map { FakeBackend(FakeConfiguration(now: $0.now), hook: hook) }
        let client = visitor.client(server ?? FakeAPIClient(backend: world ?? backend))
        let now = visitor.clock { .sample }
        var environment = AppEnvironment(
          makeRepositories: { repositories(client, $0) }, storages: .inMemory(now: now), providers: .example,
          language: Language(acceptLanguage: visitor.acceptLanguage), timeZone: timeZone, now: now)
        environment.removesSnapshotsAtSignOut = removesSnapshotsAtSignOut
        return environment
      }
      responder = WebResponder(
        configuration: configuration, sessions: sessions, templates: try Templates(), machines: machines)
    }

    var sessions: WebSessions { responder.sessions }
  }

  extension WebConfiguration {
    /// Allows a busy machine any time for an action, and sends no sign of life meanwhile.
    static var patient: WebConfiguration {
      var configuration = WebConfiguration()
      configuration.patience = .seconds(3_600)
      configuration.tokenGrace = .seconds(3_600)
      configuration.heartbeat = .seconds(3_600)
      configuration.date = { .sample }
      return configuration
    }
  }

  /// What a response writes, part by part.
  final class BodyLog: ResponseBodyWriter, Sendable {
    private let parts = Mutex<[String]>([])
    private let arrivals: AsyncStream<String>
    private let arrival: AsyncStream<String>.Continuation

    init() {
      (arrivals, arrival) = AsyncStream.makeStream()
    }

    var text: String { parts.withLock { $0.joined() } }

    /// The next part.
    func next() async -> String? {
      for await part in arrivals { return part }
      return nil
    }

    func write(_ buffer: ByteBuffer) async throws {
      let text = String(buffer: buffer)
      parts.withLock { $0.append(text) }
      arrival.yield(text)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {
      arrival.finish()
    }
  }
#endif
