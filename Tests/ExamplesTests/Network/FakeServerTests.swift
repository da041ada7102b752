#if Network
  import AsyncHTTPClientTransport
  import Core
  import Foundation
  import NIOCore
  import NIOPosix
  import Synchronization
  import Testing

  @testable import Web

  @Suite("Fake server", .timeLimit(.minutes(10)))
  struct FakeServerTests {
    private let backend = makeBackend()
    private let transport = AsyncHTTPClientTransport()
    private static let login = APIRequest<UserResponse>(
      .post, "/v1/login", body: LoginRequest(email: "taro@example.com", pass: "password123"), authorization: .anonymous)

    private static func makeBackend() -> FakeBackend {
      FakeBackend(FakeConfiguration(now: { Date(timeIntervalSince1970: 1_772_944_371) }))
    }

    private func send(
      _ method: HTTPMethod, _ url: URL, _ target: String, headers: HTTPHeaders = ["Content-Type": "application/json"],
      body: String = ""
    ) async throws -> HTTPResponse {
      let url = try #require(URL(string: url.absoluteString + target))
      return try await transport.send(
        HTTPRequest(method, url.path(), headers: headers, body: Data(body.utf8)), to: url, progress: { _ in })
    }

    private func code(_ response: HTTPResponse) throws -> String? {
      try JSONCoding.decode(ProblemDetails.self, from: response.body).code
    }

    // MARK: Contract

    @Test func `A served backend responds as it does in process`() async throws {
      let embedded = Self.makeBackend()
      let login = #"{"email":"taro@example.com","pass":"password123"}"#
      let signedIn = try await embedded.answer(HTTPRequest(.post, "/v1/login", body: Data(login.utf8)))
      let token = try #require(try await signedIn.decoded(as: UserResponse.self).session.accessToken)
      let authorization: HTTPHeaders = ["Authorization": "Bearer \(token.rawValue)", "Idempotency-Key": "1"]
      let calls: [(HTTPMethod, String, String)] = [
        (.get, "/v1/profile", ""), (.put, "/v1/profile", #"{"uid":"user-1"}"#), (.get, "/v1/lists", ""),
        (.get, "/v1/timeline?list=home", ""), (.get, "/v1/timeline?list=home&limit=0", ""),
        (.post, "/v1/posts", #"{"text":"こんにちは 👋"}"#), (.post, "/v1/signup", #"{"email":"x","pass":"y"}"#),
        (.delete, "/v1/profile", ""), (.get, "/v1/%F0%9F%91%8B", ""), (.post, "/v1/logout", "{}"), (.get, "/v1/me", ""),
      ]
      try await serving(backend) { url async throws in
        #expect(try await send(.post, url, "/v1/login", body: login).body == signedIn.body)
        for (method, target, body) in calls {
          let components = try #require(URLComponents(string: target))
          let expected = try await embedded.answer(
            HTTPRequest(
              method, components.percentEncodedPath, query: components.queryItems ?? [], headers: authorization,
              body: Data(body.utf8)))
          let response = try await send(method, url, target, headers: authorization, body: body)
          #expect(response.status == expected.status)
          #expect(response.body == expected.body)
          for (name, value) in expected.headers.fields { #expect(response.headers[name] == value) }
        }
      }
      #expect(backend.requests.map(\.target) == embedded.requests.map(\.target))
      #expect(backend.requests.map(\.body) == embedded.requests.map(\.body))
    }

    @Test func `A query is decoded as forms encode it`() async throws {
      let value = "a b&c=d+e%/太郎?#"
      let request = HTTPRequest(.get, "/v1/lists", query: [URLQueryItem(name: value, value: value)])
      try await serving(backend) { url async throws in
        _ = try await send(.get, url, request.target)
        _ = try await send(.get, url, "/v1/lists?a+b=c+d&e&=&f=%zz")
      }
      #expect(
        backend.requests.map(\.query) == [
          request.query,
          [
            URLQueryItem(name: "a b", value: "c d"), URLQueryItem(name: "e", value: nil),
            URLQueryItem(name: "", value: ""), URLQueryItem(name: "f", value: "%zz"),
          ],
        ])
    }

    @Test func `HEAD is answered with the header of GET`() async throws {
      try await serving(backend) { url async throws in
        let get = try await send(.get, url, "/v1/me")
        let head = try await send(.head, url, "/v1/me")
        #expect(head.status == get.status)
        #expect(head.body.isEmpty)
        #expect(head.headers["Content-Length"] == "\(get.body.count)")
      }
    }

    @Test(arguments: [
      (HTTPMethod.patch, "/v1/me", "", 405, "method_not_allowed" as String?), (.head, "/v1/login", "", 405, nil),
      (.get, "/v2/me", "", 404, "unknown_route"), (.head, "/v2/me", "", 404, nil),
      (.post, "/v1/login", "{", 400, "malformed_body"),
      (.post, "/v1/login", String(repeating: "x", count: 65_537), 413, "body_too_large"),
      (.post, "/openapi.json", "", 405, "method_not_allowed"), (.get, "/control/faults", "", 405, "method_not_allowed"),
      (.get, "/control/sessions", "", 405, "method_not_allowed"), (.get, "/control/x", "", 404, "unknown_route"),
      (.post, "/control/faults", "{}", 422, "invalid_fault"),
    ])
    func `A request that cannot be handled gets a problem document`(
      method: HTTPMethod, path: String, body: String, status: Int, problem: String?
    ) async throws {
      let response = try await serving(backend) { try await send(method, $0, path, body: body) }
      #expect(response.status == status)
      #expect(response.headers["Content-Type"] == "application/problem+json")
      if let problem { #expect(try code(response) == problem) }
      #expect((response.headers["Allow"] != nil) == (status == 405))
    }

    @Test func `A request header that is too large is refused`() async throws {
      let response = try await serving(backend) {
        try await send(.get, $0, "/v1/me", headers: ["X-Large": String(repeating: "x", count: 20_000)])
      }
      #expect(response.status == 400)
    }

    // MARK: Control

    @Test func `Faults are injected in order and removed through the control route`() async throws {
      try await serving(backend) { url async throws in
        for kind in ["503", "malformed", "offline", "500", "500"] {
          let body = #"{"method":"get","path":"/v1/me","kind":"\#(kind)"}"#
          #expect(try await send(.post, url, "/control/faults", body: body).status == 204)
        }
        #expect(try await send(.get, url, "/v1/me").status == 503)
        #expect(try await send(.get, url, "/v1/me").body == Data(#"{"cut"#.utf8))
        await #expect(throws: APIError.requestFailed(.connectionLost)) { try await send(.get, url, "/v1/me") }
        #expect(try await send(.get, url, "/v1/me").status == 500)
        #expect(try await send(.delete, url, "/control/faults").status == 204)
        #expect(try await send(.get, url, "/v1/me").status == 401)
      }
    }

    private static let routes = FakeBackend().routes.names

    @Test(arguments: [
      (
        FaultRequest(method: "TRACE", path: "/v1/me", kind: "500"),
        FakeFaultError.unknownRoute("TRACE /v1/me", available: routes)
      ), (FaultRequest(method: "get", path: "/v2/me", kind: "500"), .unknownRoute("GET /v2/me", available: routes)),
      (FaultRequest(method: "get", path: "/v1/me", kind: "broken"), .unknownKind("broken")),
      (FaultRequest(method: "get", path: "/v1/me", kind: "500", times: 0), .invalidTimes(0)),
    ])
    func `A fault that can never happen is refused with its reason`(
      fault: FaultRequest, error: FakeFaultError
    ) async throws {
      let body = String(decoding: try JSONCoding.encode(fault), as: UTF8.self)
      let response = try await serving(backend) { try await send(.post, $0, "/control/faults", body: body) }
      #expect(response.status == 422)
      #expect(try JSONCoding.decode(ProblemDetails.self, from: response.body).detail == error.description)
    }

    @Test(arguments: [
      ("application/json" as String?, 204), ("Application/JSON; charset=utf-8", 204), ("text/plain", 415), (nil, 415),
    ])
    func `A fault is JSON, which a page of another site cannot send`(type: String?, status: Int) async throws {
      let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
      let body = #"{"method":"GET","path":"/v1/me","kind":"500"}"#
      try await serving(backend) { url async throws in
        #expect(try await send(.post, url, "/control/faults", headers: headers, body: body).status == status)
        #expect(try await send(.get, url, "/v1/me").status == (status == 204 ? 500 : 401))
      }
    }

    @Test(arguments: [
      ("LOCALHOST:1", 204), ("127.0.0.1", 204), ("[::1]:80", 204), ("server.example", 403), ("127.0.0.1.example", 403),
    ])
    func `A control request names the server as its user does, and not as a page of another site`(
      host: String, status: Int
    ) async throws {
      let response = try await serving(backend) {
        try await send(.delete, $0, "/control/faults", headers: ["Host": host])
      }
      #expect(response.status == status)
    }

    @Test func `A request with two hosts is refused`() async throws {
      let answer = try await serving(backend) { url async throws in
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connect(host: "127.0.0.1", port: url.port ?? 0) { channel in
            channel.eventLoop.makeCompletedFuture {
              try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
          }
        return try await channel.executeThenClose { input, output in
          try await output.write(
            ByteBuffer(
              string: "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nHost: a\r\nConnection: close\r\n\r\n"))
          var answer = ""
          for try await bytes in input { answer += String(buffer: bytes) }
          return answer
        }
      }
      #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("several_hosts"))
    }

    @Test func `A control request may name the host that the server listens at`() async throws {
      let configuration = FakeServerConfiguration(host: "ip6-localhost.invalid")
      let server = FakeResponder(backend: backend, configuration: configuration, log: { _ in })
      #expect(server.isTrusted("IP6-localhost.invalid:8080"))
      #expect(!server.isTrusted("localhost.invalid"))
      #expect(!server.isTrusted(nil))
    }

    @Test func `Every session ends through the control route`() async throws {
      let client = FakeAPIClient(backend: backend)
      let login = try await client.send(Self.login)
      let me: HTTPHeaders = ["Authorization": "Bearer \(try #require(login.session.accessToken).rawValue)"]
      try await serving(backend) { url async throws in
        #expect(try await send(.get, url, "/v1/me", headers: me).status == 200)
        #expect(try await send(.delete, url, "/control/sessions").status == 204)
        #expect(try await send(.get, url, "/v1/me", headers: me).status == 401)
      }
    }

    // MARK: Resources

    @Test(arguments: [0, Int.max])
    func `A body that never ends does not hold its connection`(maximumBodySize: Int) async throws {
      let configuration = FakeServerConfiguration(
        maximumBodySize: maximumBodySize, idleTimeout: .milliseconds(50), holdTime: .zero)
      try await serving(backend, configuration) { url async throws in
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connect(host: "127.0.0.1", port: url.port ?? 0).get()
        try await channel.writeAndFlush(
          ByteBuffer(string: "POST /v1/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"))
        while channel.isActive { try? await channel.writeAndFlush(ByteBuffer(string: "1\r\nx\r\n")) }
      }
    }

    @Test(arguments: [
      ("127.0.0.1", "of 127.0.0.1. Address already in use."), ("no-such-host.invalid", "The host is unknown."),
    ])
    func `An address at which the server cannot listen is reported with the reason`(
      host: String, reason: String
    ) async throws {
      try await serving(backend) { url async throws in
        let configuration = FakeServerConfiguration(host: host, port: url.port ?? 0)
        let error = await #expect(throws: FakeServerError.self) {
          try await FakeServer(backend: backend, configuration: configuration).run { _ in }
        }
        #expect(error?.description.hasPrefix("Cannot listen at port \(url.port ?? 0) of \(host). ") == true)
        #expect(error?.description.hasSuffix(reason) == true)
      }
    }

    // MARK: Log and latency

    @Test func `The access log has no secret`() async throws {
      let lines = Mutex<[String]>([])
      try await serving(backend, log: { entry in lines.withLock { $0.append(entry.description) } }) {
        url async throws in
        _ = try await send(
          .post, url, "/v1/login?secret=1", headers: ["Authorization": "Bearer secret"], body: #"{"secret":"secret"}"#)
      }
      let line = try #require(lines.withLock { $0.first })
      #expect(line.hasPrefix("POST /v1/login 400 "))
      #expect(!line.contains("secret"))
    }

    @Test(arguments: [HTTPMethod.get, .put])
    func `A request held by a timeout fault ends when its client disconnects`(method: HTTPMethod) async throws {
      let (starts, start) = AsyncStream.makeStream(of: Void.self)
      let (ends, end) = AsyncStream.makeStream(of: AccessLogEntry.self)
      let backend = FakeBackend { _ in
        start.yield()
        return .answer
      }
      try backend.fail(method, "/v1/profile", with: .fail(.timedOut))
      let configuration = FakeServerConfiguration(holdTime: .seconds(3_600))
      let entry = try await serving(backend, configuration, log: { end.yield($0) }) { url async throws in
        let body = String(repeating: " ", count: method == .put ? 65_536 : 0)
        let request = Task { try await send(method, url, "/v1/profile", body: body) }
        for await _ in starts { break }
        request.cancel()
        await #expect(throws: APIError.cancelled) { try await request.value }
        return await ends.first { _ in true }
      }
      #expect(entry?.path == "/v1/profile")
      #expect(entry?.status == nil)
    }

    @Test(arguments: [0.0, 0.3, 1.0])
    func `Injected faults are the same for the same seed, within the latency and at the rate`(rate: Double) {
      let latency: ClosedRange<Duration> = .milliseconds(10) ... .milliseconds(30)
      let injectors = [1, 1, 2].map { FaultInjector(latency: latency, failureRate: rate, seed: $0) }
      let faults = injectors.map { injector in (0..<200).map { _ in injector.next() } }
      #expect(faults[0].map(\.delay) == faults[1].map(\.delay))
      #expect(faults[0].map(\.outcome) == faults[1].map(\.outcome))
      #expect(faults[0].map(\.delay) != faults[2].map(\.delay))
      #expect(faults[0].allSatisfy { latency.contains($0.delay) })
      #expect(Set(faults[0].map(\.delay)).count > 190)
      #expect(abs(Double(faults[0].count { $0.outcome == .status(503) }) / 200 - rate) < 0.1)
    }
  }
#endif
