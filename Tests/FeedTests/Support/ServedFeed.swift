import Core
import Feed
import Foundation
import StoreExploring
import Synchronization

/// A Store wired to a fake backend, with Taro signed in.
@MainActor
final class ServedFeed {
  let backend: FakeBackend
  let session = Session()
  /// The calls that wait after ``hold()``.
  let held: HoldingAPIClient
  let store: FeedStore
  private let recordedRoutes: Routes
  private let gate: Gate

  init(_ configuration: FakeConfiguration = FakeConfiguration()) async throws {
    backend = FakeBackend(configuration)
    let client = FakeAPIClient(backend: backend)
    held = HoldingAPIClient(client)
    gate = Gate(open: client, held: held)
    let routes = Routes()
    recordedRoutes = routes
    store = FeedStore(client: gate, session: session, route: { routes.all.append($0) })
    let taro: UserResponse = try await client.post(
      path: "/v1/login", body: LoginRequest(email: FakeAccount.taro.email, pass: FakeAccount.taro.password))
    _ = await session.begin(StoredSession(user: taro.user, token: taro.token), in: session.generation)
  }

  var routes: [FeedRoute] { recordedRoutes.all }

  /// The posts that are shown.
  var posts: [Post] { store.state.shownPosts }

  /// Makes the calls wait from now on.
  func hold() { gate.close() }

  /// Lets the calls pass from now on.
  func release() { gate.open() }

  func start(_ action: @escaping @MainActor (FeedStore) async -> Void) -> StartedAction {
    let store = store
    return StartedAction { await action(store) }
  }

  /// The newest posts of a timeline as the backend has them, at most 100, in order.
  func newestPosts(of timeline: Timeline.ID = "home") async throws -> [Post] {
    let client = AuthorizedAPIClient(wrapping: FakeAPIClient(backend: backend), session: session)
    let response: TimelineResponse = try await client.get(
      path: "/v1/timeline",
      query: [URLQueryItem(name: "list", value: timeline), URLQueryItem(name: "limit", value: "100")])
    return response.posts.map(\.post).sorted(by: Post.newestFirst)
  }

  /// Loads to the end, in no more steps than there could be pages.
  func loadToTheEnd() async {
    for _ in 0..<1_000 {
      guard case .loaded(let content) = store.state, content.hasMore else { return }
      await store.loadMore()
    }
  }
}

/// A client that holds its calls while it is closed.
final class Gate: APIClient {
  private let client: FakeAPIClient
  private let held: HoldingAPIClient
  private let isClosed = Mutex(false)

  init(open client: FakeAPIClient, held: HoldingAPIClient) {
    self.client = client
    self.held = held
  }

  func close() { isClosed.withLock { $0 = true } }
  func open() { isClosed.withLock { $0 = false } }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    if isClosed.withLock({ $0 }) { return try await held.send(request) }
    return try await client.send(request)
  }
}
