import Authentication
import Core
import ExampleApp
import Feed
import MyPage
import StoreExploring
import StoreTesting
import Synchronization
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
        StoreAction("post") { await $0.feed.post(text: "Hello") },
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
        StateFingerprint(root.auth, ignoring: ["messages"])
          .merging(StateFingerprint(root.feed, ignoring: ["messages"]))
          .merging(StateFingerprint(root.myPage, ignoring: ["messages"]))
          .adding(identifiers: [root.session.generation, root.session.current?.accessToken])
      }
    ) { dependencies in
      let fake = FakeAPIClient(backend: FakeBackend(FakeConfiguration(timelines: [])))
      let controlled = dependencies.client(fake) { _ in
        [
          .released(), .failed("401", .invalidResponse(InvalidResponse(statusCode: 401))),
          .failed("offline", .requestFailed(.offline)),
        ]
      }
      let client = SwitchedClient(direct: fake, controlled: controlled)
      let root = AppRoot(AppEnvironment(client: client, storages: .inMemory()))
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
  private let direct: any APIClient
  private let controlled: any APIClient

  init(direct: any APIClient, controlled: any APIClient) {
    self.direct = direct
    self.controlled = controlled
  }

  func response<Body: Decodable & Sendable>(to request: APIRequest<Body>) async throws(APIError) -> APIResponse<Body> {
    try await (isControlled.withLock { $0 } ? controlled : direct).response(to: request)
  }
}
