import Authentication
import Core
import CoreTesting
import ExampleApp
import Feed
import MyPage
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

struct RootExplorationTests {
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess)
  func `No order of actions and responses shows one session’s data in another or loses the reason of its end`()
    async
  {
    await #expect(processExitsWith: .success) { @MainActor in
      let explorer = StoreExplorer(
        state: \ExploredApp.state,
        actions: [
          StoreAction("login", canBeCancelled: true) {
            await $0.auth.login(email: "taro@example.com", pass: "password123")
          },
          StoreAction("logout", canBeCancelled: true) { await $0.auth.logout() },
          StoreAction("refresh", canBeCancelled: true) { await $0.feed.refresh() },
          StoreAction("post", canBeCancelled: true, when: { $0.published.isEmpty }) {
            await $0.outbox.post(text: "Hello")
          },
          StoreAction("my page", canBeCancelled: true) { await $0.myPage.load() },
        ],
        invariants: [
          .whenIdle("nothing is loading") { moment in
            moment.state.auth != .loading && moment.state.feed != .loading && moment.state.myPage != .loading
          },
          .whenIdle("a user is signed in exactly if there is a session") { moment in
            moment.state.isSignedIn == (moment.subject.session.current != nil)
          },
          .whenIdle("a signed-out user sees no data") { moment in
            moment.state.isSignedIn || (moment.state.feed.content == nil && moment.state.myPage.content == nil)
          },
          .following("a user whose session the server ended sees the reason, and no other session ends", from: Since())
          {
            since, moment in
            since.note(moment)
            guard moment.isIdle else { return true }
            defer { since = Since(wasSignedIn: moment.state.isSignedIn) }
            guard since.wasSignedIn, !since.hasSignInOrOut else { return true }
            return since.hasRefusal
              ? moment.state.auth == .error(moment.subject.auth.messages.sessionExpired) : moment.state.isSignedIn
          },
        ],
        stateName: { "\(StateName.ofCase($0.auth)), \(StateName.ofCase($0.feed)), \(StateName.ofCase($0.myPage))" },
        fingerprint: { app in
          StateFingerprint(app.auth.memory.essence, identifiers: app.auth.memory.identifiers)
            .merging(
              StateFingerprint(app.feed.memory.withoutGenerations, identifiers: [app.feed.memory.generation])
            )
            .merging(StateFingerprint(app.myPage, ignoring: ["messages", "notice"]))
            .adding(
              app.published.count, app.drafts.count, app.outbox.state.unsent.map(\.progress),
              app.outbox.state.unsent.map(\.failure), identifiers: app.identifiers)
        }
      ) { dependencies in
        let backend = FakeBackend(FakeConfiguration(timelines: [], now: { .sample }))
        let fake = FakeAPIClient(backend: backend)
        let controlled = dependencies.client(fake) { _ in
          [
            .released(), .failed("401", .invalidResponse(InvalidResponse(statusCode: 401))),
            .failed("offline", .requestFailed(.offline)),
          ]
        }
        let client = SwitchedClient(direct: fake, controlled: controlled)
        let app = ExploredApp(
          AppRoot(AppEnvironment(client: client, storages: .inMemory(), now: { .sample })), backend)
        await app.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
        await app.feed.load()
        await app.myPage.load()
        client.isControlled.withLock { $0 = true }
        return app
      }
      await expectClean(explorer, depth: 4, maximumRunning: 2)
    }
  }
}

/// The states of an app’s three Stores.
private struct RootState: Hashable {
  let auth: AuthState
  let feed: FeedState
  let myPage: MyPageState

  var isSignedIn: Bool { if case .signedIn = auth { true } else { false } }
}

/// The app and its server.
@MainActor
private final class ExploredApp {
  private let root: AppRoot
  private let backend: FakeBackend

  init(_ root: AppRoot, _ backend: FakeBackend) {
    self.root = root
    self.backend = backend
  }

  var auth: AuthStore { root.auth }
  var feed: FeedStore { root.feed }
  var outbox: OutboxStore { root.outbox }
  var myPage: MyPageStore { root.myPage }
  var session: Session { root.session }
  var state: RootState { RootState(auth: auth.state, feed: feed.state, myPage: myPage.state) }

  /// The keys of the posts that the server has got.
  var published: Set<String> { Set(backend.requests.compactMap { $0.headers["Idempotency-Key"] }) }

  var drafts: [PostDraft] {
    (root.environment.storages.drafts as? InMemoryDraftStorage)?.load(for: FakeAccount.taro.id).unsent ?? []
  }

  /// Tokens, generations and the keys of drafts.
  var identifiers: [AnyHashable?] {
    var identifiers: [AnyHashable?] = [AnyHashable(session.generation)]
    identifiers.append(session.current?.accessToken.map(AnyHashable.init))
    identifiers.append(session.current?.refreshToken.map(AnyHashable.init))
    for key in outbox.state.unsent.map(\.id) + drafts.map(\.id) + published.sorted() {
      identifiers.append(AnyHashable(key))
    }
    return identifiers
  }
}

/// What has happened since no action ran.
private struct Since: Hashable {
  var wasSignedIn = false
  private(set) var hasRefusal = false
  private(set) var hasSignInOrOut = false

  init(wasSignedIn: Bool = false) {
    self.wasSignedIn = wasSignedIn
  }

  mutating func note(_ moment: ExplorationState<ExploredApp, RootState>) {
    if let answered = moment.answered, answered.answer == "401", answered.call == "POST /v1/refresh" {
      hasRefusal = true
    }
    if ["login", "logout"].contains(moment.started) { hasSignInOrOut = true }
  }
}

/// A client that responds directly until it is controlled.
private final class SwitchedClient: APIClient {
  let isControlled = Mutex(false)
  private let direct: FakeAPIClient
  private let controlled: any APIClient

  init(direct: FakeAPIClient, controlled: any APIClient) {
    self.direct = direct
    self.controlled = controlled
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    try await (isControlled.withLock { $0 } ? controlled : direct).send(request)
  }
}
