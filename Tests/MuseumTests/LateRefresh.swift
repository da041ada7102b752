import Observation
import StoreExploring

enum LateRefresh {
  static let exhibit = Exhibit(
    "A late refresh restores the user who signed out", violates: "the user who signed in last is signed in",
    after: [.start("refresh"), .start("sign in as hanako"), .answer("refresh", with: "a token")],
    states: 84, guarded: "refresh",
    racy: { explorer(SessionModel.init) }, mended: { explorer(MendedSessionModel.init) })

  struct Login: Hashable {
    let user: String
    let token: Int
  }

  @MainActor @Observable
  class SessionModel {
    fileprivate(set) var login: Login? = Login(user: "taro", token: 1)
    fileprivate let renew: @Sendable (Login) async throws -> Login

    init(renew: @escaping @Sendable (Login) async throws -> Login) {
      self.renew = renew
    }

    func signIn(as user: String) {
      login = Login(user: user, token: 1)
    }

    func refresh() async {
      guard let login else { return }
      let fresh = try? await renew(login)
      self.login = fresh
    }
  }

  final class MendedSessionModel: SessionModel {
    override func refresh() async {
      guard let login else { return }
      let fresh = try? await renew(login)
      guard self.login == login else { return }
      self.login = fresh
    }
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping @Sendable (Login) async throws -> Login) -> SessionModel
  ) -> StoreExplorer<SessionModel, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("refresh", when: { $0.login != nil }) { await $0.refresh() },
        StoreAction("sign in as hanako") { $0.signIn(as: "hanako") },
      ],
      invariants: [
        .following("the user who signed in last is signed in", from: "taro") { user, model in
          if model.started == "sign in as hanako" { user = "hanako" }
          return model.login.map { $0.user == user } ?? true
        }
      ]
    ) { dependencies in
      make(
        dependencies.call("refresh") { login in
          [.success("a token", Login(user: login.user, token: 2)), .failure("refused", Unauthorized())]
        })
    }
  }
}
