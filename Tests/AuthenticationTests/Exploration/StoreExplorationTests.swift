import Authentication
import Core
import StoreExploring
import StoreTesting
import TestSupport
import Testing

/// The Store over use cases that can answer anything at any time.
@MainActor
struct StoreExplorationTests {
  @Test(arguments: [false, true])
  func `The Store keeps its invariants in every schedule`(_ isSignedIn: Bool) async {
    let explorer = StoreExplorer(
      state: \ExploredStore.store.state, actions: ExploredStore.actions, invariants: Invariant.ofStore,
      fingerprint: { $0.fingerprint }
    ) { dependencies in
      await ExploredStore(dependencies, isSignedIn: isSignedIn)
    }
    await expectClean(explorer, depth: 5)
  }
}

@MainActor
private final class ExploredStore {
  let store: AuthStore
  /// Whether the user signed out after the last sign-in began.
  private(set) var wantsOut = false
  private let routeLog = Log<AuthRoute>()

  var routes: [AuthRoute] { routeLog.values }

  init(_ dependencies: ControlledDependencies, isSignedIn: Bool) async {
    let failures: [HeldAnswer<User, AuthError>] = [.failure("offline", .noNetwork), .failure("cancelled", .cancelled)]
    var useCase = AuthUseCase(login: AnyUseCase { _ in .taro })
    useCase.restore = dependencies.useCase("restore") { _ in
      [
        .success("stored", .taro), .success("nothing", nil), .failure("damaged", .damaged(reason: "")),
        .failure("unavailable", .unavailable(reason: "")),
      ]
    }
    useCase.currentUser = dependencies.useCase("confirm", whenCancelled: .cancelled) { _ in
      [.success("confirmed", .taro), .failure("refused", .sessionEnded)] + failures
    }
    useCase.logout = dependencies.useCase("logout", whenCancelled: .cancelled) { _ in
      [.success("signed out"), .failure("offline", .noNetwork)]
    }
    let login = SwitchedUseCase(
      atOnce: useCase.login,
      held: dependencies.useCase("login", whenCancelled: .cancelled) { _ in [.success("signed in", .taro)] + failures })
    useCase.login = AnyUseCase(login)
    useCase.signUp = AnyUseCase(login)
    store = AuthStore(useCase: useCase, messages: .japanese) { [routeLog] in routeLog.append($0) }
    if isSignedIn { await store.login(email: "", pass: "") }
    login.isHeld.append(true)
  }

  /// Which string is shown decides nothing, and the generation counts only while actions run.
  var fingerprint: StateFingerprint {
    StateFingerprint(store, ignoring: ["notice", "state", "messages"], onlyWhileRunning: ["generation"])
      .adding(StateName.ofCase(store.state), wantsOut)
  }

  static let actions: [StoreAction<ExploredStore>] = [
    StoreAction("login") { await $0.signIn { await $0.login(email: "", pass: "") } },
    StoreAction("sign up") { await $0.signIn { await $0.signUp(email: "", pass: "") } },
    StoreAction("restore") { await $0.signIn { await $0.restore() } },
    StoreAction("logout") { await $0.logout() },
    StoreAction("session ended") { $0.sessionEnded() },
  ]

  private func signIn(_ action: (AuthStore) async -> Void) async {
    if store.state != .loading, store.state != .taro { wantsOut = false }
    await action(store)
  }

  private func logout() async {
    if store.state == .loading || store.state == .taro { wantsOut = true }
    await store.logout()
  }

  private func sessionEnded() {
    if store.state == .taro { wantsOut = true }
    store.sessionEnded()
  }
}

/// A use case that answers at once until calls are held.
private struct SwitchedUseCase: UseCase {
  let atOnce: AnyUseCase<Credentials, User, AuthError>
  let held: AnyUseCase<Credentials, User, AuthError>
  let isHeld = Log<Bool>()

  func execute(_ credentials: Credentials) async throws(AuthError) -> User {
    try await (isHeld.values.isEmpty ? atOnce : held).execute(credentials)
  }
}

extension Invariant<ExploredStore, AuthState> {
  @MainActor fileprivate static var ofStore: [Self] {
    [
      .whenIdle("nothing is loading") { $0.state != .loading },
      .always("what is loading waits for a sign-in") { state in
        state.state != .loading || state.calls.contains { $0.name == "login" }
      },
      .always("a user who signed out stays signed out until the next sign-in") { state in
        !state.subject.wantsOut || (state.state != .loading && state.state != .taro)
      },
      .always("only a sign-out or the end of the session signs out") { state in
        guard state.previousState == .taro, state.state != .taro else { return true }
        return switch state.lastEvents.first {
        case .started(let run): ["logout", "session ended"].contains(run.name)
        case .answered(let call, let answer, _): call == "confirm" && answer == "refused"
        default: false
        }
      },
      .always("no request is sent while a user is signed in or being signed in, but to sign out") { state in
        guard state.previousState == .loading || state.previousState == .taro else { return true }
        guard case .started(let run) = state.lastEvents.first, run.name != "logout" else { return true }
        return !state.makesCall
      },
      .always("a double tap on a sign-in sends one request") { state in
        guard state.isDoubleTap, state.lastEvents.first?.run.name != "restore" else { return true }
        return !state.makesCall
      },
      .always("the routes lead in and out in turn, and to where the state is") { state in
        let routes = state.subject.routes
        let alternate = routes.indices.allSatisfy { routes[$0] == ($0.isMultiple(of: 2) ? .signedIn : .signedOut) }
        return alternate && (routes.last == .signedIn) == (state.state == .taro)
      },
    ]
  }
}
