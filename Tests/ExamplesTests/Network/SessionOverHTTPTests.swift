#if Network
  import AsyncHTTPClientTransport
  import Core
  import FakeServer
  import Foundation
  import Testing

  @Suite("A session over HTTP", .timeLimit(.minutes(10)))
  struct SessionOverHTTPTests {
    private let backend = FakeBackend()
    private let session = Session()
    private let transport = AsyncHTTPClientTransport()

    private func signIn(_ url: URL) async throws -> AuthorizedAPIClient {
      let client = HTTPAPIClient(baseURL: url, transport: transport, configuration: .patient())
      let answer = try await client.send(
        APIRequest<UserResponse>(
          .post, "/v1/login", body: LoginRequest(email: "taro@example.com", pass: "password123"),
          authorization: .anonymous))
      _ = await session.begin(StoredSession(user: answer.user, token: answer.token), in: session.generation)
      return AuthorizedAPIClient(wrapping: client, session: session)
    }

    private func error(of client: AuthorizedAPIClient) async -> APIError? {
      do throws(APIError) {
        let _: ListsResponse = try await client.get(path: "/v1/lists")
        return nil
      } catch {
        return error
      }
    }

    @Test func `ends once, however many calls find it refused`() async throws {
      let errors = try await serving(backend) { url in
        let client = try await signIn(url)
        #expect(await error(of: client) == nil)
        backend.endSessions()
        return await withTaskGroup(of: APIError?.self) { group in
          for _ in 0..<32 { group.addTask { await error(of: client) } }
          return await group.reduce(into: []) { $0.append($1) }
        }
      }
      #expect(errors.count { $0 == .sessionEnded } == 1)
      #expect(session.record == nil)
    }

    private func posts(_ client: AuthorizedAPIClient) async throws(APIError) -> [String] {
      let page: TimelineResponse = try await client.get(
        path: "/v1/timeline", query: [URLQueryItem(name: "list", value: "quiet")])
      return page.posts.map(\.text)
    }

    private let post = APIRequest<PostResponse>(
      .post, "/v1/posts", headers: ["Idempotency-Key": "key-1"], body: PostRequest(text: "once"))

    @Test func `posts once, though the answer is lost on its way`() async throws {
      backend.fail(.post, "/v1/posts", with: .answerThenFail(.connectionLost), times: 2)
      try await serving(backend) { url in
        let client = try await signIn(url)
        let answer = try await client.send(post)
        #expect(answer.text == "once")
        let texts = try await posts(client)
        #expect(texts == ["once"])
      }
      #expect(backend.requests.count { $0.method == .post && $0.path == "/v1/posts" } == 3)
    }

    @Test func `outlives a server that goes away and comes back`() async throws {
      backend.fail(.post, "/v1/posts", with: .answerThenFail(.connectionLost), times: 3)
      let server = try await RunningServer.startAgainAndAgain(backend)
      let client = try await signIn(server.url)
      await #expect(throws: APIError.requestFailed(.connectionLost)) { try await client.send(post) }
      await server.stop()
      #expect(session.record != nil)
      let restarted = try await server.restarted(backend)
      _ = try await client.send(post)
      #expect(try await posts(client) == ["once"])
      await restarted.stop()
    }
  }
#endif
