import Foundation
import Observation
import StoreExploring

enum KilledWhileRenewing {
  static let exhibit = Exhibit(
    "Killed while renewing", violates: "who did not sign out is signed in",
    after: [
      .start("renew"), .answer("renew", with: "the server’s answer"), .answer("answer to renew", with: "lost"),
      .start("renew"), .answer("renew", with: "the server’s answer"), .answer("answer to renew", with: "arrives"),
    ],
    states: 9, guarded: "renew",
    racy: { explorer(RotatingServer.init) }, mended: { explorer(RepeatingServer.init) })

  /// Answers a repeated token as before, until the new one is used.
  final class RepeatingServer: RotatingServer {
    private var previous: UUID?

    override func rotate(_ sent: UUID) throws -> UUID {
      if sent == previous { return token }
      guard sent == token else { throw Unauthorized() }
      previous = token
      token = UUID()
      return token
    }
  }

  @MainActor @Observable
  final class RenewalModel {
    private(set) var isSignedIn = true
    private var isRenewing = false
    private let keychain: Keychain
    private let renewToken: @Sendable (UUID) async throws -> UUID

    init(keychain: Keychain, renew: @escaping @Sendable (UUID) async throws -> UUID) {
      self.keychain = keychain
      renewToken = renew
    }

    func renew() async {
      guard let token = keychain.token, !isRenewing else { return }
      isRenewing = true
      defer { isRenewing = false }
      do {
        keychain.token = try await renewToken(token)
      } catch is Unauthorized {
        isSignedIn = false
      } catch {}
    }
  }

  struct RenewingApp {
    let model: RenewalModel
    let keychain: Keychain
    let server: RotatingServer

    @MainActor init(_ keychain: Keychain, _ server: RotatingServer, _ dependencies: ControlledDependencies) {
      (self.keychain, self.server) = (keychain, server)
      model = RenewalModel(
        keychain: keychain,
        renew: dependencies.call("renew", whenLost: Offline()) { token in
          [.served("the server’s answer") { try await server.rotate(token) }]
        })
    }
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor () -> RotatingServer
  ) -> StoreExplorer<RenewingApp, ObservedProperties> {
    StoreExplorer(
      actions: [StoreAction("renew") { await $0.model.renew() }],
      invariants: [.always("who did not sign out is signed in") { $0.model.isSignedIn }],
      relaunch: { RenewingApp($0.keychain, $0.server, $1) }
    ) { dependencies in
      let server = make()
      return RenewingApp(Keychain(token: server.token), server, dependencies)
    }
  }
}
