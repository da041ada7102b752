#if Network
  import AsyncHTTPClientTransport
  import Core
  import Web
  import Foundation

  /// The cost of `HTTPAPIClient` over its transport, on loopback.
  @MainActor
  enum HTTPBenchmarks {
    static func figures(_ rounds: Int) async throws -> [Figure] {
      let (ports, start) = AsyncStream.makeStream(of: Int.self)
      let server = Task {
        defer { start.finish() }
        try await FakeServer(backend: FakeBackend()).run { start.yield($0) }
      }
      defer { server.cancel() }
      for await port in ports {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { break }
        let requests = try await requests(to: url)
        var figures: [Figure] = []
        for parallel in [1, 16] { figures += try await comparison(of: requests, parallel).measure(rounds: rounds) }
        return figures
      }
      try await server.value
      return []
    }

    private typealias Work = @Sendable () async throws -> Void

    /// A request for a page: of the bare transport, and of the client.
    private static func requests(to server: URL) async throws -> (bare: Work, client: Work) {
      let transport = AsyncHTTPClientTransport()
      let client = HTTPAPIClient(baseURL: server, transport: transport)
      let login = APIRequest<UserResponse>(
        .post, "/v1/login", body: LoginRequest(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue),
        authorization: .anonymous)
      let stored = try await client.send(login).session
      let session = Session(storage: InMemorySessionStorage())
      await session.begin(stored)
      let authorized = AuthorizedAPIClient(wrapping: client, session: session)
      let url = server.appending(path: "/v1/timeline")
      let headers: HTTPHeaders = [
        "Accept": "application/json", "Authorization": "Bearer \(stored.accessToken?.rawValue ?? "")",
      ]
      return (
        bare: {
          let response = try await transport.send(HTTPRequest(.get, url.path(), headers: headers), to: url) { _ in }
          _ = try JSONCoding.decode(TimelineResponse.self, from: response.body)
        },
        client: {
          let _: TimelineResponse = try await authorized.get(path: "/v1/timeline")
        }
      )
    }

    private static func comparison(of requests: (bare: Work, client: Work), _ parallel: Int) -> Comparison {
      Comparison(
        work: "a page of 20 posts over HTTP, \(parallel) at a time",
        floor: Variant(name: "bare transport, decoded") { times in
          try await perform(requests.bare, times, parallel)
        },
        subject: Variant(name: "AuthorizedAPIClient and HTTPAPIClient") { times in
          try await perform(requests.client, times, parallel)
        },
        bound: 1.3, shortestRound: .milliseconds(200))
    }

    private static func perform(_ work: @escaping Work, _ times: Int, _ parallel: Int) async throws {
      try await withThrowingTaskGroup { group in
        for _ in 0..<parallel {
          group.addTask { for _ in 0..<times { try await work() } }
        }
        try await group.waitForAll()
      }
    }
  }
#endif
