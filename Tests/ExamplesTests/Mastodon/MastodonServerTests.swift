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

  @Test func `A sign-up signs in, and the name is then taken`() async throws {
    let name = "new\(UInt32.random(in: 0 ... .max))"
    let auth = repositories().auth
    let fields = ["agreement": "true"]
    #expect(try await auth.signUp(email: "\(name)@b.example", pass: "password", fields: fields).name == name)
    await #expect(throws: AuthError.rejected(reason: "Validation failed")) {
      try await auth.signUp(email: "\(name)@b.example", pass: "password", fields: fields)
    }
    await #expect(throws: AuthError.rejected(reason: "agreement must be accepted")) {
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
    await #expect(throws: FeedError.unknownTimeline) { try await feed.page(FeedPageRequest(timeline: .list("list/1"))) }
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
    #expect(try await feed.react(.like, to: post.id)?.likes == 1)
    #expect(try await feed.react(.unlike, to: post.id) == post)
    try await feed.react(.delete, to: post.id)
    try await feed.react(.delete, to: post.id)
    await #expect(throws: FeedError.unknownPost) { try await feed.react(.like, to: post.id) }
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
