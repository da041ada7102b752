#if Network
  import AsyncHTTPClientTransport
  import Authentication
  import Core
  import FakeServer
  import Feed
  import Foundation
  import MyPage

  /// Requests and the Stores' actions over a client, against the bare exchange of the same bytes.
  @MainActor
  struct Clients {
    private let group: String
    private let client: any APIClient
    private let session = Session()
    /// Exchanges a request for an answer's body, with nothing around it.
    private let exchange: @MainActor (HTTPRequest) async throws -> Data
    private let bound: Double?

    static func comparisons(overHTTPAt url: URL) async throws -> [Comparison] {
      let transport = AsyncHTTPClientTransport()
      let clients = Clients(
        group: "Over HTTP on loopback", client: HTTPAPIClient(baseURL: url, transport: transport),
        exchange: { request in
          guard let address = URL(string: url.absoluteString + request.target) else { throw URLError(.badURL) }
          return try await transport.send(
            HTTPTransportRequest(request.method, address, headers: request.headers, body: request.body)
          ) { _ in }.body
        }, bound: 1.15)
      return try await clients.comparisons
    }

    static func comparisonsOverFakeAPIClient() async throws -> [Comparison] {
      let backend = FakeBackend()
      let clients = Clients(
        group: "Over FakeAPIClient", client: FakeAPIClient(backend: backend),
        exchange: { try await backend.answer($0).body }, bound: nil)
      return try await clients.comparisons
    }

    private var comparisons: [Comparison] {
      get async throws {
        let auth = AuthStore(client: client, session: session)
        await auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
        guard let token = session.record?.token else { throw URLError(.userAuthenticationRequired) }
        let headers: HTTPHeaders = ["Accept": "application/json", "Authorization": "Bearer \(token.rawValue)"]
        return try await [requests(headers), feed(headers), myPage(headers), authentication()]
      }
    }

    /// A page by the client alone.
    private func requests(_ headers: HTTPHeaders) -> Comparison {
      let authorized = AuthorizedAPIClient(wrapping: client, session: session)
      let (client, session) = (client, session)
      return Comparison(
        group, "GET /v1/timeline, 20 posts", bound: bound, floor: page(headers),
        .repeating("AuthorizedAPIClient") { times in
          for _ in 0..<times {
            let _: TimelineResponse = try await authorized.get(path: "/v1/timeline", query: Self.query)
          }
        },
        .repeating("the client alone") { times in
          let authorization = session.record?.token.map { APIAuthorization.bearer($0) } ?? .anonymous
          for _ in 0..<times {
            _ = try await client.send(
              APIRequest<TimelineResponse>(
                .get, "/v1/timeline", query: Self.query, authorization: authorization))
          }
        })
    }

    private static let query = [URLQueryItem(name: "list", value: "home"), URLQueryItem(name: "limit", value: "20")]

    /// The bare exchange of a page, read with Foundation's decoder.
    private func page(_ headers: HTTPHeaders) -> Variant {
      let (exchange, decoder) = (exchange, FoundationCoding.decoder)
      return .repeating("bare exchange and JSONDecoder") { times in
        for _ in 0..<times {
          let body = try await exchange(HTTPRequest(.get, "/v1/timeline", query: Self.query, headers: headers))
          _ = try decoder.decode(TimelineResponse.self, from: body)
        }
      }
    }

    private func feed(_ headers: HTTPHeaders) async -> Comparison {
      let store = FeedStore(client: client, session: session)
      await store.load()
      return Comparison(
        group, "FeedStore.refresh()", bound: bound, floor: page(headers),
        .repeating("FeedStore") { for _ in 0..<$0 { await store.refresh() } })
    }

    private func myPage(_ headers: HTTPHeaders) async -> Comparison {
      let store = MyPageStore(client: client, session: session)
      await store.load()
      await store.save(name: "Taro", gender: 1)
      let (exchange, decoder, messages) = (exchange, FoundationCoding.decoder, MyPageMessages.japanese)
      return Comparison(
        group, "MyPageStore.load()", bound: bound,
        floor: .repeating("bare exchange and JSONDecoder") { times in
          for _ in 0..<times {
            let body = try await exchange(HTTPRequest(.get, "/v1/profile", headers: headers))
            _ = MyPageProfile(try decoder.decode(ProfileResponse.self, from: body).profile, messages: messages)
          }
        },
        .repeating("MyPageStore") { for _ in 0..<$0 { await store.load() } })
    }

    /// Signing in with a session of its own, so that the other one stays.
    private func authentication() throws -> Comparison {
      let store = AuthStore(client: client)
      let (exchange, decoder) = (exchange, FoundationCoding.decoder)
      let headers: HTTPHeaders = ["Accept": "application/json", "Content-Type": "application/json"]
      let encoder = FoundationCoding.encoder
      return Comparison(
        group, "login(email:pass:) and logout()", bound: bound,
        floor: .repeating("bare exchange and JSONDecoder") { times in
          for _ in 0..<times {
            let body = try encoder.encode(
              LoginRequest(email: FakeAccount.taro.email, pass: FakeAccount.taro.password))
            let answer = try await exchange(HTTPRequest(.post, "/v1/login", headers: headers, body: body))
            let token = try decoder.decode(UserResponse.self, from: answer).accessToken ?? ""
            var authorized = headers
            authorized["Authorization"] = "Bearer \(token)"
            _ = try await exchange(
              HTTPRequest(.post, "/v1/logout", headers: authorized, body: Data("{}".utf8)))
          }
        },
        .repeating("AuthStore") { times in
          for _ in 0..<times {
            await store.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
            await store.logout()
          }
        })
    }
  }
#endif
