import Authentication
import CoreTesting
import ExampleApp
import Foundation
import StoreExploring
import Synchronization
import TestSupport

@testable import Core
@testable import Feed
@testable import MyPage

/// What outlives a process of the app: its disk, and the server.
final class AppWorld: Sendable {
  let disk = AppDisk()
  let server = AppServer()
}

/// A process of the app, on the storages and the server of its world.
@MainActor
final class ExploredApp {
  let world: AppWorld
  let root: AppRoot

  init(_ dependencies: ControlledDependencies, _ world: AppWorld) {
    self.world = world
    let client = dependencies.client(world.server, whenLost: nil) { _ in
      [.released(), .failed("offline", .requestFailed(.offline))]
    }
    let lossy = dependencies.client(world.server, whenLost: .requestFailed(.connectionLost)) { _ in [.released()] }
    root = AppRoot(
      AppEnvironment(
        client: RoutedClient(client: client, lossy: lossy, direct: world.server),
        storages: AppStorages(session: world.disk, flags: world.disk, drafts: world.disk), language: .english,
        timeZone: .gmt, now: { .sample }))
  }

  /// The process as the system launches it, on what is left.
  static func launched(_ dependencies: ControlledDependencies, _ world: AppWorld) -> ExploredApp {
    let app = ExploredApp(dependencies, world)
    Task { await app.root.launch() }
    return app
  }

  var isHome: Bool { if case .home = root.screen { true } else { false } }

  static let actions: [StoreAction<ExploredApp>] = [
    StoreAction("sign in", when: { if case .login = $0.root.screen { true } else { false } }) {
      await $0.root.auth.login(email: "taro@example.com", pass: "password123")
    },
    StoreAction("sign out", when: { $0.isHome }) { await $0.root.auth.logout() },
    StoreAction("timeline", when: { $0.isHome }) {
      $0.root.show(.timeline)
      await $0.root.feed.load()
    },
    StoreAction("my page", when: { $0.isHome }) {
      $0.root.show(.myPage)
      await $0.root.myPage.load()
    },
    StoreAction("post", when: { $0.isHome && $0.world.isWithoutPost && $0.root.outbox.state.unsent.isEmpty }) {
      await $0.root.outbox.post(text: "Hello", replyTo: nil)
    },
    StoreAction("retry", when: { !$0.root.outbox.state.unsent.isEmpty }) {
      if let unsent = $0.root.outbox.state.unsent.first { await $0.root.outbox.retry(draft: unsent.id) }
    },
    StoreAction("like", when: { $0.root.feed.state.content?.posts.isEmpty == false }) {
      guard let post = $0.root.feed.state.content?.posts.last else { return }
      await $0.root.feed.react(post.isLiked ? .unlike : .like, to: post.id)
    },
    StoreAction("link to the timeline") { await $0.root.open(.timeline(nil)) },
    StoreAction("becomes active") { await $0.root.resume() },
    StoreAction("the disk is full", when: { !$0.world.disk.content.isFull }) { $0.world.disk.setFull(true) },
    StoreAction("the disk has room", when: { $0.world.disk.content.isFull }) { $0.world.disk.setFull(false) },
    StoreAction("the server ends the session", when: { $0.world.server.content.token != nil }) {
      $0.world.server.endSession()
    },
  ]

  /// All that decides what comes next; a notice is only shown.
  var fingerprint: StateFingerprint {
    var (auth, feed, outbox, myPage) = (root.auth.memory, root.feed.memory, root.outbox.memory, root.myPage.memory)
    auth.present(nil)
    feed.dismissNotice()
    outbox.present(nil)
    myPage.dismissNotice()
    return StateFingerprint(root, ignoring: ["routeTask"]).merging(
      StateFingerprint(
        Snapshot(
          auth: auth, feed: feed, outbox: outbox, myPage: myPage, session: root.session.machine,
          disk: world.disk.content, server: world.server.content))
    ).keptByActions()
  }
}

extension AppWorld {
  /// Whether nothing was posted: there is one post at most, so that the exploration ends.
  var isWithoutPost: Bool { server.content.published.isEmpty && disk.content.drafts.unsent.isEmpty }
}

private final class Snapshot {
  let auth: AuthMemory
  let feed: FeedMemory
  let outbox: OutboxMemory
  let myPage: MyPageMemory
  let session: SessionMachine
  let disk: AppDisk.Content
  let server: AppServer.Content

  init(
    auth: AuthMemory, feed: FeedMemory, outbox: OutboxMemory, myPage: MyPageMemory, session: SessionMachine,
    disk: AppDisk.Content, server: AppServer.Content
  ) {
    (self.auth, self.feed, self.outbox, self.myPage) = (auth, feed, outbox, myPage)
    (self.session, self.disk, self.server) = (session, disk, server)
  }
}

/// A disk that can be full, for the session, the saved flag and the drafts.
final class AppDisk: SessionStorage, SavedFlagStorage, DraftStorage {
  struct Content: Hashable {
    var session: StoredSession?
    var drafts = Drafts()
    var isProfileSaved = true
    var isFull = false
  }

  private let state = Mutex(Content())

  var content: Content { state.withLock { $0 } }

  func setFull(_ isFull: Bool) {
    state.withLock { $0.isFull = isFull }
  }

  func load() -> StoredSession? { content.session }

  func update(_ change: @Sendable (StoredSession?) -> StoredSession?) throws(SessionStorageError) -> StoredSession? {
    let changed = change(content.session)
    try state.withLock { content throws(SessionStorageError) in
      guard !content.isFull || changed == content.session else { throw .notWritten(reason: "full") }
      content.session = changed
    }
    return changed
  }

  func isSaved(for userID: User.ID) -> Bool { content.isProfileSaved }

  func set(_ isSaved: Bool, for userID: User.ID) {
    state.withLock { $0.isProfileSaved = isSaved }
  }

  func load(for userID: User.ID) -> Drafts { content.drafts }

  func apply(_ change: DraftChange, for userID: User.ID) throws(DraftStorageError) {
    try state.withLock { content throws(DraftStorageError) in
      guard !content.isFull else { throw .notWritten(reason: "full") }
      content.drafts.apply(change)
    }
  }

  func removeAll(for userID: User.ID) {
    state.withLock { $0.drafts = Drafts() }
  }
}

/// Lets answers to posts be lost, and answers at once what no user waits for.
private struct RoutedClient: APIClient {
  let client: any APIClient
  let lossy: any APIClient
  let direct: any APIClient

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    switch request.path {
    case "/v1/lists": try await direct.send(request)
    case "/v1/posts": try await lossy.send(request)
    default: try await client.send(request)
    }
  }
}

/// A server with one user and one post, which the app can like and to which it can add one.
final class AppServer: Sendable {
  struct Content: Hashable {
    /// The only valid token.
    var token: String?
    /// The keys of the posts that were published.
    var published: [String] = []
    var isLiked = false
  }

  private let state = Mutex(Content())

  var content: Content { state.withLock { $0 } }

  func endSession() {
    state.withLock { $0.token = nil }
  }

  /// The body of the response, or `nil` if the token is not valid.
  fileprivate func response(
    to path: String, _ method: HTTPMethod, _ key: String?, token sent: String?
  ) -> (any Sendable)? {
    let user = User(id: "1", name: "Taro", email: "taro@example.com")
    return state.withLock { content in
      if path == "/v1/login" {
        let new = UUID().uuidString
        content.token = new
        return UserResponse(user, accessToken: Secret(new))
      }
      guard let sent, sent == content.token else { return nil }
      switch path {
      case "/v1/me": return UserResponse(user)
      case "/v1/logout":
        content.token = nil
        return EmptyResponse()
      case "/v1/lists": return ListsResponse([])
      case "/v1/timeline":
        return TimelineResponse(
          content.published.map { _ in Self.post("0", isLiked: content.isLiked) }, nextMaxID: nil)
      case "/v1/posts":
        if let key, !content.published.contains(key) { content.published.append(key) }
        return PostResponse(Self.post("0", isLiked: content.isLiked))
      case "/v1/posts/0/like":
        content.isLiked = method == .put
        return PostResponse(Self.post("0", isLiked: content.isLiked))
      case "/v1/profile": return ProfileResponse(Profile(userID: "1", name: "Taro", gender: nil, createdAt: .sample))
      default: return nil
      }
    }
  }

  private static func post(_ id: String, isLiked: Bool = false) -> Post {
    Post(
      id: id, author: Author(id: "1", name: "Taro", screenName: "taro"), text: "Hello", createdAt: .sample,
      likes: isLiked ? 1 : 0, isLiked: isLiked)
  }
}

extension AppServer: APIClient {
  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let token: String? = if case .token(let token, _) = request.authorization { token.rawValue } else { nil }
    let body = response(to: request.path, request.method, request.headers["Idempotency-Key"], token: token)
    guard let body = body as? Response else { throw .invalidResponse(InvalidResponse(statusCode: 401)) }
    return body
  }
}
