import Authentication
import Core
import ExampleApp
import Feed
import Foundation
import MyPage
import Synchronization
import Testing

@testable import Mastodon

/// A server with the accounts and posts of `.ci/mastodon.toml`, which `.ci/check-servers` starts.
private let server = ProcessInfo.processInfo.environment["MASTODON_URL"].flatMap { URL(string: $0) }

@Suite(.enabled(if: server != nil, "MASTODON_URL is the server of .ci/check-servers."), .serialized)
struct MastodonServerTests {
  private let client: any APIClient
  private let session = Session(storage: InMemorySessionStorage())

  init() throws {
    client = HTTPAPIClient(
      baseURL: try #require(server), transport: URLSessionTransport(),
      configuration: HTTPClientConfiguration(maximumAttempts: 1, deadline: .seconds(600), idleTimeout: .seconds(600)))
  }

  private func repositories(_ session: Session? = nil, client: (any APIClient)? = nil) -> AppRepositories {
    let (client, plain) = (client ?? self.client, self.client)
    return MastodonServer.repositories(client: client, session: session ?? self.session) { () throws(APIError) in
      try await MastodonServer.register("FOCAL", redirectURL: callback, client: plain)
    }
  }

  private func signedIn(_ client: (any APIClient)? = nil) async throws -> AppRepositories {
    let repositories = repositories(client: client)
    _ = try await repositories.auth.login(email: "taro@example.com", pass: "password123")
    return repositories
  }

  /// Makes the next matching request to the server fail.
  private func fail(_ method: String, _ path: String, _ effect: [String: String]) async throws {
    struct Rule: Encodable {
      struct Match: Encodable { let methods: [String], path: String }
      let match: Match, effect: [String: String], count = 1
    }
    let rule = Rule(match: Rule.Match(methods: [method], path: path), effect: effect)
    _ = try await client.send(
      APIRequest<EmptyResponse>(.post, "/api/v1/_mock/faults", body: rule, authorization: .anonymous))
  }

  @Test func `A user signs in through the browser, and the token is worth nothing after sign-out`() async throws {
    let registered = try await MastodonServer.register("FOCAL", redirectURL: callback, client: client)
    let provider = MastodonServer.provider(
      "mastodon", at: try #require(server), client: client, app: { registered }, browser: browser(client))
    let repositories = repositories()
    let token = try await provider.authorize()
    let user = try await repositories.auth.login(provider: provider.id, token: token)
    #expect(user.email == "taro@example.com")
    #expect(try await repositories.auth.currentUser() == user)
    try await repositories.auth.logout()
    await #expect(throws: AuthError.notAuthorized) {
      try await repositories.auth.login(provider: provider.id, token: token)
    }
  }

  @Test func `A wrong token does not sign in`() async throws {
    await #expect(throws: AuthError.invalidCredentials) {
      try await repositories().auth.login(email: "taro@example.com", pass: "wrong-password")
    }
  }

  @Test func `A sign-up signs in, and the name is then taken`() async throws {
    let name = "new\(UInt32.random(in: 0 ... .max))"
    let auth = repositories().auth
    let fields = ["agreement": "true"]
    #expect(try await auth.signUp(email: "\(name)@b.example", pass: "password", fields: fields).name == name)
    await #expect(throws: AuthError.emailAlreadyInUse) {
      try await auth.signUp(email: "\(name)@b.example", pass: "password", fields: fields)
    }
    await #expect(throws: AuthError.serverError(reason: "agreement must be accepted")) {
      try await auth.signUp(email: "other@b.example", pass: "password", fields: [:])
    }
  }

  @Test func `Pages hold every post once, from the newest to the oldest`() async throws {
    let feed = try await signedIn().feed
    for timeline in try await [nil] + feed.timelines().map(\.id) {
      var posts: [Post] = []
      var cursor: String?
      repeat {
        let page = try await feed.page(FeedPageRequest(timeline: timeline, cursor: cursor))
        posts += page.posts
        cursor = page.nextCursor
      } while cursor != nil
      #expect(Set(posts.map(\.id)).count == posts.count)
      #expect(posts.sorted(by: Post.newestFirst) == posts)
      if timeline == nil { #expect(posts.count >= 45) }
    }
    await #expect(throws: FeedError.unknownTimeline) { try await feed.page(FeedPageRequest(timeline: "list/1")) }
  }

  @Test func `A post whose answer was lost is published once`() async throws {
    let dropping = DroppingClient(client: client)
    let feed = try await signedIn(dropping).feed
    let text = "a&b <i>=ä</i> \(UInt64.random(in: 0 ... .max))\n\nTwo"
    let draft = PostDraft(text: text, replyTo: nil, idempotencyKey: UUID().uuidString)
    dropping.drops.withLock { $0 = true }
    await #expect(throws: FeedError.noNetwork) { try await feed.send(draft) }
    let post = try await feed.send(draft)
    #expect(post.text == text)
    #expect(try await feed.page(FeedPageRequest()).posts.filter { $0.text == text } == [post])
    #expect(try await feed.setLiked(true, post: post.id).likes == 1)
    #expect(try await feed.setLiked(false, post: post.id) == post)
    try await feed.delete(post: post.id)
    try await feed.delete(post: post.id)
    await #expect(throws: FeedError.unknownPost) { try await feed.setLiked(true, post: post.id) }
  }

  @Test func `A post that the server rejects carries its words`() async throws {
    let draft = PostDraft(text: String(repeating: "a", count: 501), replyTo: nil, idempotencyKey: UUID().uuidString)
    let reason = "Validation failed: Text is too long (maximum is 500 characters)"
    await #expect(throws: FeedError.postRejected(reason: reason)) { try await signedIn().feed.send(draft) }
  }

  @Test func `A post of another user cannot be deleted`() async throws {
    let feed = try await signedIn().feed
    let posts = try await feed.page(FeedPageRequest()).posts
    let other = try #require(posts.first { $0.author.screenName != "taro" })
    await #expect(throws: FeedError.notTheAuthor) { try await feed.delete(post: other.id) }
  }

  @Test(
    arguments: [
      (["type": "ratelimit"], .rateLimited(retryAfter: .seconds(300))),
      (["type": "status", "status": "500"], .serverError(reason: "An unexpected error occurred")),
      (["type": "status", "status": "503"], .serverError(reason: "Service temporarily unavailable")),
      (["type": "malformed"], .serverError(reason: "The body is not JSON.")),
    ] as [([String: String], FeedError)])
  func `A failing server has its error, and the next request succeeds`(
    _ effect: [String: String], _ error: FeedError
  ) async throws {
    let feed = try await signedIn().feed
    try await fail("GET", "/api/v1/timelines/home", effect)
    await #expect(throws: error) { try await feed.page(FeedPageRequest()) }
    #expect(try await feed.page(FeedPageRequest()).posts.count == FeedPage.size)
  }

  @Test func `A token that one device revokes ends the session of the other`() async throws {
    let token = try await client.send(
      APIRequest<Fields>(
        .post, "/api/v1/_mock/login", body: ["username": "saburo"], authorization: .anonymous))["access_token"]
    let (first, second) = (repositories(), Session(storage: InMemorySessionStorage()))
    let other = repositories(second)
    let shared = Secret(try #require(token))
    _ = try await first.auth.login(provider: "mastodon", token: shared)
    _ = try await other.auth.login(provider: "mastodon", token: shared)
    try await first.auth.logout()
    await #expect(throws: FeedError.cancelled) { try await other.feed.page(FeedPageRequest()) }
    #expect(second.current == nil)
  }

  @Test func `The display name is saved and deleted`() async throws {
    let repositories = repositories()
    let user = try await repositories.auth.login(email: "saburo", pass: "password456")
    let draft = ProfileDraft(name: "三郎さん", gender: .male, createdAt: Date())
    #expect(try await repositories.profile.save(draft).name == "三郎さん")
    #expect(try await repositories.profile.profile()?.name == "三郎さん")
    #expect(try await repositories.auth.currentUser().name == "三郎さん")
    try await repositories.profile.deleteProfile()
    #expect(try await repositories.profile.profile() == nil)
    #expect(try await repositories.auth.currentUser().name == "saburo")
    #expect(user.id == session.current?.user.id)
  }
}

/// Returns a browser in which the user chooses an account on the server’s page.
private func browser(_ client: any APIClient) -> OAuthBrowser {
  { (url: URL) async throws(OAuthError) -> URL in
    let form =
      (URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? [])
      + [URLQueryItem(name: "username", value: "taro")]
    let choice = APIRequest<EmptyResponse>(
      .post, "/oauth/authorize", body: APIBody.form(form), authorization: .anonymous)
    do throws(APIError) {
      _ = try await client.send(choice)
    } catch .invalidResponse(let response) where response.statusCode == 302 {
      if let callback = response.headers["Location"].flatMap({ URL(string: $0) }) { return callback }
    } catch {
      throw .failed(error)
    }
    throw .cancelled
  }
}

/// Loses the response of one request that the server has carried out.
private final class DroppingClient: APIClient {
  let drops = Mutex(false)
  private let client: any APIClient

  init(client: any APIClient) {
    self.client = client
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let response = try await client.send(request)
    let isDropped = drops.withLock { drops in
      defer { drops = false }
      return drops
    }
    if isDropped { throw .requestFailed(.connectionLost) }
    return response
  }
}
