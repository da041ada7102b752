import Foundation
import Observation
import StoreExploring

enum SignedOutAccount {
  static let exhibit = Exhibit(
    "A signed-out account is back",
    violates: "who was shown as signed out is not signed in at the next launch",
    after: [.start("sign out"), .kill], states: 22, guarded: "delete token",
    racy: { explorer(AccountModel.init) }, mended: { explorer(MendedAccountModel.init) })

  struct KeychainLocked: Error {}

  typealias DeleteToken = @Sendable () async throws -> Void

  @MainActor @Observable
  class AccountModel {
    fileprivate(set) var isSignedIn: Bool
    fileprivate(set) var errorMessage: String?
    fileprivate let deleteToken: DeleteToken

    init(isSignedIn: Bool, deleteToken: @escaping DeleteToken) {
      self.isSignedIn = isSignedIn
      self.deleteToken = deleteToken
    }

    func signOut() async {
      guard isSignedIn else { return }
      isSignedIn = false
      try? await deleteToken()
    }
  }

  final class MendedAccountModel: AccountModel {
    override func signOut() async {
      guard isSignedIn else { return }
      do {
        try await deleteToken()
        isSignedIn = false
      } catch {
        errorMessage = "Sign-out failed. Try again."
      }
    }
  }

  typealias Make = @MainActor (Bool, @escaping DeleteToken) -> AccountModel

  struct AccountApp {
    let model: AccountModel
    let keychain: Keychain

    @MainActor init(_ make: Make, _ keychain: Keychain, _ dependencies: ControlledDependencies) {
      self.keychain = keychain
      model = make(
        keychain.token != nil,
        dependencies.call("delete token") {
          [.served("deleted") { await keychain.deleteToken() }, .failure("locked", KeychainLocked())]
        })
    }
  }

  @MainActor private static func explorer(_ make: @escaping Make) -> StoreExplorer<AccountApp, ObservedProperties> {
    StoreExplorer(
      actions: [StoreAction("sign out") { await $0.model.signOut() }],
      invariants: [
        .following("who was shown as signed out is not signed in at the next launch", from: true) { before, app in
          defer { before = app.model.isSignedIn }
          return before || !app.model.isSignedIn
        }
      ], relaunch: { AccountApp(make, $0.keychain, $1) }
    ) { AccountApp(make, Keychain(token: UUID()), $0) }
  }
}
