import Authentication
import Core
import CoreTesting
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// The Store over use cases that can answer anything at any time.
struct ExplorationTests {
  /// With three actions at once it takes ten times as long.
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess, arguments: [ProcessTurn.exploresMore ? 3 : 2])
  func `The Store keeps its invariants in every schedule`(maximumRunning: Int) async {
    await #expect(processExitsWith: .success) { @MainActor [maximumRunning] in
      let explorer = StoreExplorer(
        state: \ExploredStore.store.state, actions: ExploredStore.actions, invariants: Invariant.ofStore,
        fingerprint: { $0.fingerprint }, make: ExploredStore.init)
      await expectComplete(explorer, maximumRunning: maximumRunning)
    }
  }
}

/// The routes of a Store, which lead in and out in turn.
@MainActor
final class RouteTurns {
  private var last: AuthRoute?
  private var isInTurn = true

  func take(_ route: AuthRoute) {
    isInTurn = isInTurn && route == (last == .signedIn ? .signedOut : .signedIn)
    last = route
  }

  func lead(to state: AuthState) -> Bool { isInTurn && (last == .signedIn) == (state == .taro) }
}

@MainActor
private final class ExploredStore {
  let store: AuthStore
  private let routes = RouteTurns()

  init(_ dependencies: ControlledDependencies) {
    let failures: [HeldAnswer<User, AuthError>] = [.failure("offline", .noNetwork), .failure("cancelled", .cancelled)]
    let repository = SampleRepository(
      signIn: dependencies.useCase("login", whenCancelled: .cancelled) { _ in
        [.success("signed in", .taro), .failure("offline", .noNetwork)]
      },
      stored: dependencies.useCase("restore") { _ in
        [
          .success("stored", .taro), .success("nothing", nil), .failure("damaged", .damaged(reason: "")),
          .failure("unavailable", .unavailable(reason: "")),
        ]
      },
      confirmation: dependencies.useCase("confirm", whenCancelled: .cancelled) { _ in
        [.success("confirmed", .taro), .failure("refused", .sessionEnded)] + failures
      },
      signOut: dependencies.useCase("logout", whenCancelled: .cancelled) { _ in
        [.success("signed out"), .failure("offline", .noNetwork)]
      },
      deletion: dependencies.useCase("deletion", whenCancelled: .cancelled) { _ in
        [.success("deleted", .taro), .failure("wrong password", .invalidCredentials), .failure("ended", .sessionEnded)]
      })
    let removal = dependencies.useCase("removal") { (_: User.ID) -> [HeldAnswer<Void, AuthError>] in
      [.success("removed"), .failure("in use", .userDataNotRemoved(reason: ""))]
    }
    let useCase = AuthUseCase(
      repository: repository, removeUserData: { userID throws(AuthError) in try await removal.execute(userID) })
    store = AuthStore(useCase: useCase, messages: .japanese) { [routes] in routes.take($0) }
  }

  var fingerprint: StateFingerprint {
    StateFingerprint(of: store).adding(isRouted).keptByActions(StateName.ofCase(store.state))
  }

  var isRouted: Bool { routes.lead(to: store.isDeletingAccount ? .taro : store.state) }

  static let actions: [StoreAction<ExploredStore>] = [
    StoreAction("login", canBeCancelled: true, locals: .uselessWhenStale) {
      await $0.store.login(email: "a@b.c", pass: "p")
    },
    StoreAction("sign up", canBeCancelled: true, locals: .uselessWhenStale) {
      await $0.store.signUp(email: "a@b.c", pass: "secret")
    },
    StoreAction("restore", canBeCancelled: true, locals: .uselessWhenStale) { await $0.store.restore() },
    StoreAction("logout", canBeCancelled: true, locals: .uselessWhenStale) { await $0.store.logout() },
    StoreAction("session ended", canBeCancelled: true) { $0.store.sessionEnded() },
    StoreAction("delete account", canBeCancelled: true, locals: .uselessWhenStale) {
      await $0.store.deleteAccount(pass: "p")
    },
  ]
}

extension AuthState {
  /// Whether no user is signed in or being signed in.
  fileprivate var isOutside: Bool { self != .loading && self != .taro }
}

extension Invariant<ExploredStore, AuthState> {
  @MainActor fileprivate static var ofStore: [Self] {
    [
      .whenIdle("nothing is loading") { $0.state != .loading },
      .always("what is loading waits for a sign-in or a deletion") { state in
        let isDeleting = state.subject.store.isDeletingAccount
        return (isDeleting ? state.state == .loading : state.state != .loading)
          || state.calls.contains { $0.name == (isDeleting ? "deletion" : "login") }
      },
      .following("a user who signed out stays signed out until the next sign-in", from: false) { isOut, state in
        switch state.started {
        case "logout": if !state.previousState.isOutside { isOut = true }
        case "session ended": if state.previousState == .taro { isOut = true }
        case "login", "sign up", "restore": if state.previousState.isOutside { isOut = false }
        default: break
        }
        return !isOut || state.state.isOutside
      },
      .always(
        "only a sign-out or the end of the session signs out",
        when: { $0.previousState == .taro && $0.state != .taro }
      ) { state in
        return switch state.lastEvents.first {
        case .started(let run): ["logout", "session ended", "delete account"].contains(run.name)
        case .answered(let call, let answer, _): call == "confirm" && answer == "refused"
        default: false
        }
      },
      .always(
        "no request is sent while a user is signed in or being signed in, but to save, sign out or delete the account",
        when: { state in
          switch state.started {
          case nil, "logout": false
          case "delete account", "restore": state.previousState == .loading
          default: !state.previousState.isOutside
          }
        }
      ) { state in !state.makesCall },
      .always("the routes lead in and out in turn, and to where the state is") { state in
        state.subject.isRouted
      },
    ]
  }
}
