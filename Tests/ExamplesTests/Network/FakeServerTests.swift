#if Network
  import AsyncHTTPClientTransport
  import Core
  import FakeServer
  import Foundation
  import Synchronization
  import Testing

  @Suite("The served backend", .timeLimit(.minutes(10)))
  struct FakeServerTests {
    private static func backend(hook: @escaping FakeBackend.Hook = { _ in .answer }) -> FakeBackend {
      FakeBackend(FakeConfiguration(now: { Date(timeIntervalSince1970: 1_772_944_371) }), hook: hook)
    }

    private let transport = AsyncHTTPClientTransport()

    private func raw(
      _ method: HTTPMethod, _ url: URL, _ path: String, headers: HTTPHeaders = [:], body: String = ""
    ) async throws -> HTTPResponse {
      let url = try #require(URL(string: url.absoluteString + path))
      return try await transport.send(
        HTTPTransportRequest(method, url, headers: headers, body: Data(body.utf8)), progress: { _ in })
    }

    /// A day in the life of an app: what each call answers, as text.
    private static func day(_ client: any APIClient) async throws(APIError) -> [String] {
      func told<Response: Decodable & Sendable>(
        _ request: APIRequest<Response>, as type: Response.Type
      ) async -> String {
        do throws(APIError) {
          let answer = try await client.send(request)
          var text = ""
          dump(answer, to: &text)
          return text
        } catch {
          return "\(error)"
        }
      }
      let login = try await client.send(
        APIRequest<UserResponse>(
          .post, "/v1/login", body: LoginRequest(email: "taro@example.com", pass: "password123")))
      let mine = login.token.map { APIAuthorization.bearer($0) } ?? .anonymous
      var profile = APIRequest<ProfileResponse>(.get, "/v1/profile", authorization: mine)
      var answers = [await told(profile, as: ProfileResponse.self)]
      profile.method = .put
      profile.body = ["uid": "user-1"]
      answers.append(await told(profile, as: ProfileResponse.self))
      answers.append(
        await told(APIRequest(.get, "/v1/lists", authorization: mine), as: ListsResponse.self))
      for query in [[], [URLQueryItem(name: "limit", value: "0")], [URLQueryItem(name: "max_id", value: "3")]] {
        let list = [URLQueryItem(name: "list", value: "home")]
        answers.append(
          await told(
            APIRequest(.get, "/v1/timeline", query: list + query, authorization: mine), as: TimelineResponse.self))
      }
      answers.append(
        await told(
          APIRequest(
            .post, "/v1/posts", headers: ["Idempotency-Key": "1"], body: PostRequest(text: "こんにちは 👋"),
            authorization: mine), as: PostResponse.self))
      answers.append(
        await told(APIRequest(.post, "/v1/signup", body: LoginRequest(email: "x", pass: "y")), as: UserResponse.self))
      answers.append(await told(APIRequest(.delete, "/v1/profile", authorization: mine), as: EmptyResponse.self))
      answers.append(await told(APIRequest(.get, "/v1/%F0%9F%91%8B", authorization: mine), as: EmptyResponse.self))
      answers.append(
        await told(
          APIRequest(.post, "/v1/logout", body: EmptyRequestBody(), authorization: mine), as: EmptyResponse.self))
      answers.append(await told(APIRequest(.get, "/v1/me", authorization: mine), as: UserResponse.self))
      return answers
    }

    @Test func `answers as it does in process`() async throws {
      let embedded = Self.backend()
      let served = Self.backend()
      let inProcess = try await Self.day(FakeAPIClient(backend: embedded))
      let overHTTP = try await serving(served) { url in
        try await Self.day(HTTPAPIClient(baseURL: url, transport: transport, configuration: .patient()))
      }
      #expect(overHTTP == inProcess)
      #expect(overHTTP.count == 12)
      #expect(served.requests.map(\.target) == embedded.requests.map(\.target))
      #expect(served.requests.map(\.body) == embedded.requests.map(\.body))
    }

    @Test func `reads a query as it was meant`() async throws {
      let backend = Self.backend()
      let value = "a b&c=d+e%/太郎?#"
      try await serving(backend) { url in
        _ = try? await HTTPAPIClient(baseURL: url, transport: transport, configuration: .patient()).send(
          APIRequest<EmptyResponse>(.get, "/v1/lists", query: [URLQueryItem(name: value, value: value)]))
        _ = try await raw(.get, url, "/v1/lists?a+b=c+d&e&=&f=%zz")
      }
      #expect(backend.requests.first?.query == [URLQueryItem(name: value, value: value)])
      #expect(
        backend.requests.last?.query == [
          URLQueryItem(name: "a b", value: "c d"), URLQueryItem(name: "e", value: nil),
          URLQueryItem(name: "", value: ""), URLQueryItem(name: "f", value: "%zz"),
        ])
    }

    @Test func `answers HEAD with the header of GET`() async throws {
      try await serving(Self.backend()) { url in
        let get = try await raw(.get, url, "/v1/me")
        let head = try await raw(.head, url, "/v1/me")
        #expect(head.status == get.status)
        #expect(head.body.isEmpty)
        #expect(head.headers["Content-Length"] == "\(get.body.count)")
        #expect(try await raw(.head, url, "/v1/login").status == 405)
      }
    }

    @Test(arguments: [
      (HTTPMethod.patch, "/v1/me", "", 405, "method_not_allowed"), (.get, "/v2/me", "", 404, "unknown_route"),
      (.get, "/", "", 404, "unknown_route"), (.post, "/v1/login", "{", 400, "malformed_body"),
      (.post, "/v1/login", "", 400, "malformed_body"), (.get, "/v1/login", "", 405, "method_not_allowed"),
      (.post, "/v1/login", String(repeating: "x", count: 65_537), 413, "body_too_large"),
      (.post, "/control/faults", "{}", 422, "invalid_fault"), (.get, "/control/faults", "", 405, "method_not_allowed"),
      (.get, "/control/sessions", "", 405, "method_not_allowed"), (.get, "/control/x", "", 404, "unknown_route"),
    ])
    func `says what is wrong with a request`(
      method: HTTPMethod, path: String, body: String, status: Int, code: String
    ) async throws {
      let answer = try await serving(Self.backend()) { try await raw(method, $0, path, body: body) }
      #expect(answer.status == status)
      #expect(answer.headers["Content-Type"] == "application/problem+json")
      #expect(try JSONCoding.decode(ProblemDetails.self, from: answer.body).code == code)
      #expect((answer.headers["Allow"] != nil) == (status == 405))
    }

    @Test func `refuses a header that is too large`() async throws {
      let answer = try await serving(Self.backend()) {
        try await raw(.get, $0, "/v1/me", headers: ["X-Large": String(repeating: "x", count: 20_000)])
      }
      #expect(answer.status == 400)
    }

    @Test func `fails as it is told`() async throws {
      let backend = Self.backend()
      try await serving(backend) { url in
        for kind in ["503", "malformed", "offline"] {
          let body = #"{"method":"get","path":"/v1/me","kind":"\#(kind)"}"#
          let answer = try await raw(.post, url, "/control/faults", body: body)
          #expect(answer.status == 204)
        }
        let unavailable = try await raw(.get, url, "/v1/me")
        #expect(unavailable.status == 503)
        let malformed = try await raw(.get, url, "/v1/me")
        #expect(malformed.body == Data(#"{"cut"#.utf8))
        await #expect(throws: HTTPTransportError.failed(.connectionLost)) { try await raw(.get, url, "/v1/me") }
        let unauthorized = try await raw(.get, url, "/v1/me")
        #expect(unauthorized.status == 401)
      }
    }

    @Test func `ends every session when told`() async throws {
      try await serving(Self.backend()) { url in
        let client = HTTPAPIClient(baseURL: url, transport: transport, configuration: .patient())
        let login: UserResponse = try await client.post(
          path: "/v1/login", body: LoginRequest(email: "taro@example.com", pass: "password123"))
        let me = APIRequest<UserResponse>(.get, "/v1/me", authorization: login.token.map { .bearer($0) } ?? .anonymous)
        #expect(try await client.send(me).userID == "user-1")
        try await client.delete(path: "/control/sessions")
        let error = await #expect(throws: APIError.self) { try await client.send(me) }
        guard case .invalidResponse(let response) = error else { return #expect(error == nil) }
        #expect(response.statusCode == 401)
      }
    }

    @Test func `logs no secret`() async throws {
      let lines = Mutex<[String]>([])
      try await serving(Self.backend(), log: { entry in lines.withLock { $0.append(entry.description) } }) { url in
        _ = try await raw(
          .post, url, "/v1/login?secret=1", headers: ["Authorization": "Bearer secret"], body: #"{"secret":"secret"}"#)
      }
      let line = try #require(lines.withLock { $0.first })
      #expect(line.hasPrefix("POST /v1/login 400 "))
      #expect(!line.contains("secret"))
    }

    @Test(arguments: [0.0, 0.3, 1.0])
    func `has the same bad luck for the same seed`(rate: Double) async {
      let fates = await fates(of: Turbulence(failureRate: rate, seed: 1))
      #expect(await self.fates(of: Turbulence(failureRate: rate, seed: 1)) == fates)
      #expect(abs(Double(fates.count { $0 != .answer }) / 200 - rate) < 0.1)
    }

    private func fates(of turbulence: Turbulence) async -> [FakeOutcome] {
      let hook = turbulence.hook
      var fates: [FakeOutcome] = []
      for _ in 0..<200 { fates.append(await hook(HTTPRequest(.get, "/"))) }
      return fates
    }
  }
#endif
