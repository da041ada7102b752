import Authentication
import CoreTesting
import Driver
import ExampleApp
import Foundation
import StoreExploring
import Synchronization
import TestSupport

@testable import Core
@testable import Feed
@testable import MyPage

/// A process of the app, on the storages and the server of its world.
@MainActor
final class ExploredApp {
  let world: AppWorld
  let root: AppRoot
  let traffic: AppTraffic
  /// What a planted mistake keeps for as long as the process runs.
  let kept = KeptByMistake()

  init(_ dependencies: ControlledDependencies, _ world: AppWorld) {
    self.world = world
    traffic = AppTraffic()
    let client = RoutedClient(dependencies, world, traffic)
    var environment = AppEnvironment(
      client: client,
      storages: AppStorages(
        session: world.disk, flags: world.disk, drafts: world.disk,
        snapshots: world.keepsSnapshots ? AppSnapshots(disk: world.disk) : nil),
      language: .english, timeZone: .gmt, now: { .sample })
    world.mistake?.plant(&environment, AppMistake.Tools(client: client, kept: kept, dependencies: dependencies))
    environment.makeRepositories = { [make = environment.makeRepositories, traffic] session in
      traffic.follow(session)
      return make(session)
    }
    root = AppRoot(environment)
  }

  /// The process as the system launches it, on what is left.
  static func launched(_ dependencies: ControlledDependencies, _ world: AppWorld) -> ExploredApp {
    let app = ExploredApp(dependencies, world)
    Task { await app.root.launch() }
    return app
  }

  var isHome: Bool { root.state.isHome }

  /// The signed-in user.
  var user: AppUser? { AppUser(root.session.current?.user.id) }

  /// Everything that decides what comes next; a notice is only shown.
  ///
  /// Actions keep which attempt they are, and which post they send.
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
          disk: world.disk.content, server: world.server.content, kept: kept.content, reactions: traffic.reactions))
    ).keptByActions(
      identifiers: [
        root.session.generation, root.session.machine.attempt, auth.generation, auth.announcement, feed.user,
        feed.generation, outbox.user, myPage.generation,
      ] + root.outbox.state.unsent.map(\.id))
  }
}

extension AppState {
  var isHome: Bool { if case .home = screen { true } else { false } }
}

// MARK: - Actions

extension StoreAction<ExploredApp> {
  /// Signs in, unless a reaction of an earlier session is on its way: with each sign-in there could be one more.
  static func signIn(_ user: AppUser = .taro) -> StoreAction {
    StoreAction(
      user == .taro ? "sign in" : "sign in as \(user.rawValue)", when: { $0.isLogin && $0.traffic.reactions.isEmpty }
    ) {
      await $0.root.auth.login(email: user.user.email, pass: "password123")
      await $0.world.mistake?.afterSignIn($0.root, $0.kept)
    }
  }

  static var cancelSignIn: StoreAction {
    StoreAction("cancel the sign-in", when: { $0.isLogin && $0.root.auth.state == .loading }) {
      await $0.root.auth.logout()
    }
  }

  static var signOut: StoreAction { StoreAction("sign out", when: { $0.isHome }) { await $0.root.auth.logout() } }

  static var deleteAccount: StoreAction {
    StoreAction("delete the account", when: { $0.isHome }) { await $0.root.auth.deleteAccount(pass: "password123") }
  }

  static var timeline: StoreAction {
    StoreAction("timeline", when: { $0.isHome }) {
      $0.root.show(.timeline)
      await $0.root.feed.load()
    }
  }

  static var refresh: StoreAction {
    StoreAction("refresh", when: { $0.root.feed.state.content != nil }) { await $0.root.feed.refresh() }
  }

  static var myPage: StoreAction {
    StoreAction("my page", when: { $0.isHome }) {
      $0.root.show(.myPage)
      await $0.root.myPage.load()
    }
  }

  static var post: StoreAction { post(by: AppUser.allCases) }

  /// Lets some users post only.
  static func post(by users: [AppUser]) -> StoreAction {
    StoreAction("post", when: { $0.root.outbox.state.unsent.isEmpty && $0.author(of: users) != nil }) {
      if let user = $0.author(of: users) { await $0.root.outbox.post(text: user.text, replyTo: nil) }
    }
  }

  static var retry: StoreAction {
    StoreAction("retry", when: { $0.root.outbox.state.unsent.contains { $0.progress == .waiting } }) {
      if let unsent = $0.root.outbox.state.unsent.first { await $0.root.outbox.retry(draft: unsent.id) }
    }
  }

  static var discard: StoreAction {
    StoreAction("discard", when: { $0.root.outbox.state.unsent.contains { $0.progress == .waiting } }) {
      if let unsent = $0.root.outbox.state.unsent.first { await $0.root.outbox.discard(draft: unsent.id) }
    }
  }

  /// Likes the oldest post, once.
  static var likeOnce: StoreAction { like { !$0.isLiked } }

  /// Likes the oldest post, or takes its like back.
  static var like: StoreAction { like { _ in true } }

  private static func like(where isOffered: @escaping @Sendable (Post) -> Bool) -> StoreAction {
    StoreAction("like", when: { $0.root.feed.state.content?.posts.last.map(isOffered) ?? false }) {
      guard let post = $0.root.feed.state.content?.posts.last else { return }
      await $0.root.feed.react(post.isLiked ? .unlike : .like, to: post.id)
    }
  }

  static var link: StoreAction {
    StoreAction("link to the timeline") {
      $0.world.mistake?.keepLink($0.kept)
      await $0.root.open(.timeline(nil))
    }
  }

  static var resume: StoreAction { StoreAction("becomes active") { await $0.root.resume() } }

  static var unlock: StoreAction {
    StoreAction("the device is unlocked", when: { $0.world.disk.content.isLocked }) { $0.world.disk.unlock() }
  }

  static var fillDisk: StoreAction {
    StoreAction("the disk is full", when: { !$0.world.disk.content.isFull }) { $0.world.disk.setFull(true) }
  }

  static var emptyDisk: StoreAction {
    StoreAction("the disk has room", when: { $0.world.disk.content.isFull }) { $0.world.disk.setFull(false) }
  }

  /// The server ends the session of the user; what it does while the user is signed out changes nothing.
  static var endSession: StoreAction {
    StoreAction("the server ends the session", when: { $0.isHome && $0.hasValidToken }) { app in
      if let user = app.user { app.world.server.endSession(of: user) }
    }
  }
}

extension ExploredApp {
  fileprivate var isLogin: Bool { if case .login = root.screen { true } else { false } }

  /// The signed-in user, if that is one of these and has not posted.
  fileprivate func author(of users: [AppUser]) -> AppUser? {
    user.flatMap { users.contains($0) && isHome && world.isWithoutPost(of: $0) ? $0 : nil }
  }

  fileprivate var hasValidToken: Bool { user.map { world.server.account(of: $0).token != nil } ?? false }
}

// MARK: - The client

/// What leaves the app.
final class AppTraffic: Sendable {
  private struct State {
    var session: Session?
    var stray: [String] = []
    var refused: String?
    var isCurrentRefused = false
    var reactions: [HTTPMethod] = []
  }

  private let state = Mutex(State())

  /// The requests that carried the token of another session than the current one, but for sign-outs.
  var stray: [String] { state.withLock { $0.stray } }

  /// The token for which a refusal has arrived last.
  var refused: String? { state.withLock { $0.refused } }

  /// Whether that was the token of the session at the time.
  var isCurrentRefused: Bool { state.withLock { $0.isCurrentRefused } }

  /// The methods of the reactions on their way, which the app does not remember after a sign-out.
  var reactions: [HTTPMethod] { state.withLock { $0.reactions } }

  fileprivate func begin(_ reaction: HTTPMethod) {
    state.withLock { $0.reactions.append(reaction) }
  }

  fileprivate func end(_ reaction: HTTPMethod) {
    state.withLock { state in
      if let index = state.reactions.firstIndex(of: reaction) { state.reactions.remove(at: index) }
    }
  }

  func follow(_ session: Session) {
    state.withLock { $0.session = session }
  }

  fileprivate func noteRefusal<Response>(of request: APIRequest<Response>) {
    state.withLock { state in
      state.refused = request.token
      state.isCurrentRefused = request.token == state.session?.current?.accessToken?.rawValue
    }
  }

  fileprivate func note<Response>(_ request: APIRequest<Response>) {
    guard let token = request.token, request.path != "/v1/logout" else { return }
    state.withLock { state in
      if token != state.session?.current?.accessToken?.rawValue { state.stray.append(request.path) }
    }
  }
}

/// Lets answers to posts be lost, and answers at once what no user waits for.
private struct RoutedClient: APIClient {
  private let client: any APIClient
  private let lossy: any APIClient
  private let direct: any APIClient
  private let traffic: AppTraffic

  init(_ dependencies: ControlledDependencies, _ world: AppWorld, _ traffic: AppTraffic) {
    @Sendable func answers(_ call: String) -> [HeldResponse] {
      [.released()] + (world.isOffline(call) ? [.failed("offline", .requestFailed(.offline))] : [])
    }
    client = dependencies.client(world.server, answers: answers)
    lossy = dependencies.client(world.server, whenLost: .requestFailed(.connectionLost), answers: answers)
    direct = world.server
    self.traffic = traffic
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    traffic.note(request)
    do throws(APIError) {
      return switch request.path {
      case "/v1/lists": try await direct.send(request)
      case "/v1/posts": try await lossy.send(request)
      case "/v1/posts/0/like": try await react(request)
      default: try await client.send(request)
      }
    } catch {
      if case .invalidResponse(let response) = error, response.statusCode == 401 { traffic.noteRefusal(of: request) }
      throw error
    }
  }
}

extension RoutedClient {
  private func react<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response
  {
    traffic.begin(request.method)
    defer { traffic.end(request.method) }
    return try await client.send(request)
  }
}

private final class Snapshot {
  let auth: AuthMemory
  let feed: FeedMemory
  let outbox: OutboxMemory
  let myPage: MyPageMemory
  let session: SessionMachine
  let disk: AppDisk.Content
  let server: AppServer.Content
  let kept: [String]
  let reactions: [HTTPMethod]

  init(
    auth: AuthMemory, feed: FeedMemory, outbox: OutboxMemory, myPage: MyPageMemory, session: SessionMachine,
    disk: AppDisk.Content, server: AppServer.Content, kept: [String],
    reactions: [HTTPMethod]
  ) {
    (self.auth, self.feed, self.outbox, self.myPage) = (auth, feed, outbox, myPage)
    (self.session, self.disk, self.server, self.kept, self.reactions) = (session, disk, server, kept, reactions)
  }
}

// MARK: - Explorers

extension StoreExplorer<ExploredApp, AppState> {
  /// Explores the app on a world with some actions, and with the kill of its process where `isKilled`.
  static func ofTheApp(
    _ actions: [StoreAction<ExploredApp>], isKilled: Bool = false, world: @escaping @Sendable () -> AppWorld
  ) -> StoreExplorer {
    let relaunch: @MainActor (ExploredApp, ControlledDependencies) async -> ExploredApp = { killed, dependencies in
      .launched(dependencies, killed.world)
    }
    return StoreExplorer(
      state: \ExploredApp.root.state, actions: actions, invariants: Invariant.ofTheApp,
      stateName: \.name, fingerprint: \.fingerprint, relaunch: isKilled ? relaunch : nil
    ) { dependencies in
      .launched(dependencies, world())
    }
  }
}
