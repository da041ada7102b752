import Authentication
import Core
import ExampleApp
import Feed
import MyPage
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

@MainActor
struct RootExplorationTests {
  @Test func `No order of actions and responses shows one session’s data in another or loses the reason of its end`()
    async
  {
    let explorer = StoreExplorer(
      state: \AppRoot.state,
      actions: [
        StoreAction("login") { await $0.auth.login(email: "taro@example.com", pass: "password123") },
        StoreAction("logout") { await $0.auth.logout() },
        StoreAction("refresh") { await $0.feed.refresh() },
        StoreAction("post", when: { $0.published.isEmpty }) { await $0.feed.post(text: "Hello") },
        StoreAction("my page") { await $0.myPage.load() },
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
        .following("a user whose session the server ended sees the reason, and no other session ends", from: Since()) {
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
      fingerprint: { root in
        StateFingerprint(root.auth, ignoring: ["messages", "notice"])
          .merging(StateFingerprint(root.feed, ignoring: ["messages", "notice", "outbox"]))
          .merging(StateFingerprint(root.myPage, ignoring: ["messages", "notice"]))
          .adding(
            root.published.count, root.drafts.count, root.feed.outbox.isSending, root.feed.outbox.unsent.map(\.failure),
            identifiers: root.identifiers)
      }
    ) { dependencies in
      let fake = FakeAPIClient(backend: FakeBackend(FakeConfiguration(timelines: [], now: { .sample })))
      let controlled = dependencies.client(fake) { _ in
        [
          .released(), .failed("401", .invalidResponse(InvalidResponse(statusCode: 401))),
          .failed("offline", .requestFailed(.offline)),
        ]
      }
      let client = SwitchedClient(direct: fake, controlled: controlled)
      let root = AppRoot(AppEnvironment(client: client, storages: .inMemory(), now: { .sample }))
      await root.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
      await root.feed.load()
      await root.myPage.load()
      client.isControlled.withLock { $0 = true }
      return root
    }
    await expectClean(explorer, depth: 4, maximumRunning: 2)
  }
}

/// The states of an app’s three Stores.
private struct RootState: Hashable {
  let auth: AuthState
  let feed: FeedState
  let myPage: MyPageState

  var isSignedIn: Bool { if case .signedIn = auth { true } else { false } }
}

extension AppRoot {
  fileprivate var state: RootState { RootState(auth: auth.state, feed: feed.state, myPage: myPage.state) }

  /// The keys of the posts that the server has got.
  fileprivate var published: Set<String> {
    let requests = (environment.client as? SwitchedClient)?.direct.backend.requests ?? []
    return Set(requests.compactMap { $0.headers["Idempotency-Key"] })
  }

  fileprivate var drafts: [PostDraft] {
    (environment.storages.drafts as? InMemoryDraftStorage)?.load(for: FakeAccount.taro.id).unsent ?? []
  }

  /// Tokens, generations and the keys of drafts.
  fileprivate var identifiers: [AnyHashable?] {
    var identifiers: [AnyHashable?] = [AnyHashable(session.generation)]
    identifiers.append(session.current?.accessToken.map(AnyHashable.init))
    identifiers.append(session.current?.refreshToken.map(AnyHashable.init))
    for key in feed.outbox.unsent.map(\.id) + drafts.map(\.id) + published.sorted() {
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

  mutating func note(_ moment: ExplorationState<AppRoot, RootState>) {
    if let answered = moment.answered, answered.answer == "401", answered.call == "POST /v1/refresh" {
      hasRefusal = true
    }
    if ["login", "logout"].contains(moment.started) { hasSignInOrOut = true }
  }
}

/// A client that responds directly until it is controlled.
private final class SwitchedClient: APIClient {
  let isControlled = Mutex(false)
  let direct: FakeAPIClient
  private let controlled: any APIClient

  init(direct: FakeAPIClient, controlled: any APIClient) {
    self.direct = direct
    self.controlled = controlled
  }

  func response<Body: Decodable & Sendable>(to request: APIRequest<Body>) async throws(APIError) -> APIResponse<Body> {
    try await (isControlled.withLock { $0 } ? controlled : direct).response(to: request)
  }
}
