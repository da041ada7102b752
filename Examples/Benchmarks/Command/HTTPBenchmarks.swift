#if Network
  import AsyncHTTPClientTransport
  import Core
  import FakeServer
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
        return try await comparison(at: url).measure(rounds: rounds)
      }
      try await server.value
      return []
    }

    private static func comparison(at server: URL) async throws -> Comparison {
      let transport = AsyncHTTPClientTransport()
      let client = HTTPAPIClient(baseURL: server, transport: transport)
      let login = APIRequest<UserResponse>(
        .post, "/v1/login", body: LoginRequest(email: FakeAccount.taro.email, pass: FakeAccount.taro.password),
        authorization: .anonymous)
      let stored = try await client.send(login).session
      let session = Session(storage: InMemorySessionStorage())
      await session.begin(stored)
      let authorized = AuthorizedAPIClient(wrapping: client, session: session)
      let url = server.appending(path: "/v1/timeline")
      let headers: HTTPHeaders = [
        "Accept": "application/json", "Authorization": "Bearer \(stored.accessToken?.rawValue ?? "")",
      ]
      return Comparison(
        work: "a page of 20 posts over HTTP",
        floor: Variant(name: "bare transport, decoded") { times in
          for _ in 0..<times {
            let response = try await transport.send(HTTPTransportRequest(.get, url, headers: headers)) { _ in }
            _ = try JSONCoding.decode(TimelineResponse.self, from: response.body)
          }
        },
        subject: Variant(name: "AuthorizedAPIClient and HTTPAPIClient") { times in
          for _ in 0..<times {
            let _: TimelineResponse = try await authorized.get(path: "/v1/timeline")
          }
        },
        bound: 1.3)
    }
  }
#endif
