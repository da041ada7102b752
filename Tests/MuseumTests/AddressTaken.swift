import Foundation
import Observation
import StoreExploring

enum AddressTaken {
  static let exhibit = Exhibit(
    "The address is taken, by oneself", violates: "a new address is never taken",
    after: [
      .start("sign up"), .answer("sign up", with: "the server’s answer"), .answer("answer to sign up", with: "lost"),
      .start("sign up"), .answer("sign up", with: "the server’s answer"),
      .answer("answer to sign up", with: "arrives"),
    ],
    states: 7, guarded: "sign up",
    racy: { explorer(SignUpModel.init) }, mended: { explorer(MendedSignUpModel.init) })

  struct Refusal: Error {}

  @MainActor @Observable
  final class AccountServer {
    private var account: UUID?

    func signUp(_ key: UUID) throws {
      guard account == nil || account == key else { throw Refusal() }
      account = key
    }
  }

  @MainActor @Observable
  class SignUpModel {
    private(set) var isSigningUp = false
    private(set) var isSignedUp = false
    private(set) var isAddressTaken = false
    fileprivate let register: @Sendable (UUID) async throws -> Void

    init(register: @escaping @Sendable (UUID) async throws -> Void) {
      self.register = register
    }

    func signUp() async {
      guard !isSigningUp, !isSignedUp else { return }
      isSigningUp = true
      defer { isSigningUp = false }
      do {
        try await send()
        isSignedUp = true
      } catch {
        isAddressTaken = error is Refusal
      }
    }

    func send() async throws {
      try await register(UUID())
    }
  }

  /// With a key that the retry keeps.
  final class MendedSignUpModel: SignUpModel {
    private let key = UUID()

    override func send() async throws {
      try await register(key)
    }
  }

  struct SignUpApp {
    let model: SignUpModel
    let server: AccountServer
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping @Sendable (UUID) async throws -> Void) -> SignUpModel
  ) -> StoreExplorer<SignUpApp, ObservedProperties> {
    StoreExplorer(
      actions: [StoreAction("sign up") { await $0.model.signUp() }],
      invariants: [.always("a new address is never taken") { !$0.model.isAddressTaken }]
    ) { dependencies in
      let server = AccountServer()
      let register = dependencies.call("sign up", whenLost: Offline()) { key in
        [.served("the server’s answer") { try await server.signUp(key) }]
      }
      return SignUpApp(model: make(register), server: server)
    }
  }
}
