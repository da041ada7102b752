import Observation
import StoreExploring

enum RetryingForEver {
  static let exhibit = Exhibit(
    "“Retrying” for ever", violates: "the work ends",
    after: [
      .start("connect"), .start("revoke the session"), .answer("token", with: "the server’s answer"),
    ],
    loop: [.answer("token", with: "the server’s answer"), .answer("token", with: "offline")],
    states: 16, guarded: "token",
    racy: { explorer(ConnectionModel.init) }, mended: { explorer(MendedConnectionModel.init) })

  enum Screen {
    case launch, home, retrying, signIn
  }

  @MainActor @Observable
  final class SessionServer {
    private(set) var isRevoked = false

    func revoke() {
      isRevoked = true
    }

    func issueToken() throws {
      if isRevoked { throw Unauthorized() }
    }
  }

  typealias FetchToken = @Sendable () async throws -> Void

  @MainActor @Observable
  class ConnectionModel {
    fileprivate(set) var screen = Screen.launch
    fileprivate(set) var isConnecting = false
    fileprivate let fetchToken: FetchToken

    init(fetchToken: @escaping FetchToken) {
      self.fetchToken = fetchToken
    }

    func connect() async {
      isConnecting = true
      defer { isConnecting = false }
      while screen != .home {
        do {
          try await fetchToken()
          screen = .home
        } catch {
          screen = .retrying
        }
      }
    }
  }

  final class MendedConnectionModel: ConnectionModel {
    override func connect() async {
      isConnecting = true
      defer { isConnecting = false }
      while screen != .home {
        do {
          try await fetchToken()
          screen = .home
        } catch is Unauthorized {
          return screen = .signIn
        } catch {
          screen = .retrying
        }
      }
    }
  }

  struct ConnectingApp {
    let model: ConnectionModel
    let server: SessionServer
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping FetchToken) -> ConnectionModel
  ) -> StoreExplorer<ConnectingApp, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("connect", locals: .forgotten, when: { !$0.model.isConnecting && $0.model.screen != .home }) {
          await $0.model.connect()
        },
        StoreAction("revoke the session", when: { !$0.server.isRevoked }) { $0.server.revoke() },
      ],
      invariants: [.settles]
    ) { dependencies in
      let server = SessionServer()
      let model = make(
        dependencies.call("token") {
          [.served("the server’s answer") { try await server.issueToken() }, .failure("offline", Offline())]
        })
      return ConnectingApp(model: model, server: server)
    }
  }
}
