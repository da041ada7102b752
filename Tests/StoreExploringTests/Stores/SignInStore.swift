import Core
import Observation
import StoreExploring

/// What a Store of the tests below has and can do.
@MainActor
protocol SignInStore: AnyObject, Observable {
  init(login: AnyUseCase<Void, String, SignInFailure>, logout: AnyUseCase<Void, Void, SignInFailure>)
  var state: SignInState { get }
  func login() async
  func logout() async
}

enum SignInState: Hashable, Sendable {
  case signedOut
  case loading
  case signedIn(String)
  case error(String)
}

enum SignInFailure: Error, Equatable, Sendable {
  case offline
  case cancelled
}

/// The Store of the article, with its races.
@MainActor @Observable
final class RacingStore: SignInStore {
  private(set) var state = SignInState.signedOut
  private let loginUseCase: AnyUseCase<Void, String, SignInFailure>
  private let logoutUseCase: AnyUseCase<Void, Void, SignInFailure>

  init(login: AnyUseCase<Void, String, SignInFailure>, logout: AnyUseCase<Void, Void, SignInFailure>) {
    loginUseCase = login
    logoutUseCase = logout
  }

  func login() async {
    state = .loading
    do throws(SignInFailure) {
      state = .signedIn(try await loginUseCase.execute())
    } catch {
      state = .error("\(error)")
    }
  }

  func logout() async {
    try? await logoutUseCase.execute()
    state = .signedOut
  }
}

/// A Store without those races.
@MainActor @Observable
final class SteadyStore: SignInStore {
  private(set) var state = SignInState.signedOut
  private var wish = LatestWish()
  private let loginUseCase: AnyUseCase<Void, String, SignInFailure>
  private let logoutUseCase: AnyUseCase<Void, Void, SignInFailure>

  init(login: AnyUseCase<Void, String, SignInFailure>, logout: AnyUseCase<Void, Void, SignInFailure>) {
    loginUseCase = login
    logoutUseCase = logout
  }

  func login() async {
    let before = state
    switch before {
    case .loading, .signedIn: return
    case .signedOut, .error: break
    }
    let ticket = wish.begin()
    state = .loading
    let next: SignInState
    do throws(SignInFailure) {
      next = .signedIn(try await loginUseCase.execute())
    } catch {
      switch error {
      case .offline: next = .error("offline")
      case .cancelled: next = before
      }
    }
    if wish.isLatest(ticket) { state = next }
  }

  func logout() async {
    switch state {
    case .signedOut, .error: return
    case .loading:
      wish.begin()
      state = .signedOut
    case .signedIn:
      state = .signedOut
      try? await logoutUseCase.execute()
    }
  }
}

@MainActor
func signInExplorer<Store: SignInStore>(
  _ type: Store.Type, _ invariants: [Invariant<Store, SignInState>], fingerprint: ((Store) -> AnyHashable)? = nil,
  runningFingerprint: ((Store) -> AnyHashable)? = nil
) -> StoreExplorer<Store, SignInState> {
  StoreExplorer(
    state: \Store.state,
    actions: [StoreAction("login") { await $0.login() }, StoreAction("logout") { await $0.logout() }],
    invariants: invariants, fingerprint: remembering, runningFingerprint: runningFingerprint
  ) { holds in
    Store(
      login: holds.useCase("login", whenCancelled: .cancelled) { _ in
        [.success("taro", "太郎"), .failure("offline", .offline)]
      },
      logout: holds.useCase("logout", whenCancelled: .cancelled) { _ in [.success("ok")] })
  }
}
