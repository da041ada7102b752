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
        .whenIdle("a user whose session the server ended sees the reason") { moment in
          guard moment.states[0].isSignedIn, moment.hasRefusal, !moment.hasSignInOrOut else { return true }
          return moment.state.auth == .error(moment.subject.auth.messages.sessionExpired)
        },
        .whenIdle("a session that nothing ended continues") { moment in
          moment.hasRefusal || moment.hasSignInOrOut || moment.state.auth == moment.states[0].auth
        },
      ],
      stateName: { "\(StateName.ofCase($0.auth)), \(StateName.ofCase($0.feed)), \(StateName.ofCase($0.myPage))" },
      fingerprint: { StateFingerprint(idle: $0.state) }
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

extension ExplorationState<AppRoot, RootState> {
  fileprivate var hasRefusal: Bool {
    events.contains { event in
      if case .answered(let call, with: "401", by: _) = event { call == "POST /v1/refresh" } else { false }
    }
  }

  fileprivate var hasSignInOrOut: Bool {
    events.contains { event in
      if case .started(let run) = event { ["login", "logout"].contains(run.name) } else { false }
    }
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

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    try await (isControlled.withLock { $0 } ? controlled : direct).send(request)
  }
}
