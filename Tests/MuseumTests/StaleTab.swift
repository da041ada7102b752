import Foundation
import Observation
import StoreExploring

enum StaleTab {
  static let exhibit = Exhibit(
    "A stale tab signs everybody out", violates: "who did not sign out is signed in",
    after: [
      .start("tab 1 refreshes"), .start("tab 2 refreshes"),
      .answer("refresh of tab 1", with: "the server’s answer"),
      .answer("refresh of tab 2", with: "the server’s answer"),
    ],
    states: 56, guarded: "refresh of tab 2",
    racy: { explorer(TabModel.init) }, mended: { explorer(MendedTabModel.init) })

  typealias Renew = @Sendable (UUID) async throws -> UUID

  @MainActor @Observable
  class TabModel {
    fileprivate var token: UUID?
    private var isRefreshing = false
    fileprivate let keychain: Keychain
    private let renew: Renew

    init(keychain: Keychain, renew: @escaping Renew) {
      token = keychain.token
      self.keychain = keychain
      self.renew = renew
    }

    func refresh() async {
      guard let sent = token, !isRefreshing else { return }
      isRefreshing = true
      defer { isRefreshing = false }
      do {
        token = try await renew(sent)
        keychain.token = token
      } catch is Unauthorized {
        isRefused(sent)
      } catch {}
    }

    func isRefused(_ sent: UUID) {
      token = nil
      keychain.token = nil
    }
  }

  final class MendedTabModel: TabModel {
    override func isRefused(_ sent: UUID) {
      if keychain.token != sent { return token = keychain.token }
      token = nil
      keychain.token = nil
    }
  }

  struct Browser {
    let tabs: [TabModel]
    let keychain: Keychain
    let server: RotatingServer
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (Keychain, @escaping Renew) -> TabModel
  ) -> StoreExplorer<Browser, ObservedProperties> {
    StoreExplorer(
      actions: [1, 2].map { number in
        StoreAction("tab \(number) refreshes") { await $0.tabs[number - 1].refresh() }
      },
      invariants: [.always("who did not sign out is signed in") { $0.keychain.token != nil }]
    ) { dependencies in
      let server = RotatingServer()
      let keychain = Keychain(token: server.token)
      let tabs = [1, 2].map { number in
        make(
          keychain,
          dependencies.call("refresh of tab \(number)") { token in
            [.served("the server’s answer") { try await server.rotate(token) }, .failure("offline", Offline())]
          })
      }
      return Browser(tabs: tabs, keychain: keychain, server: server)
    }
  }
}
