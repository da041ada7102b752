import Core
import Observation
import StoreExploring

enum LoadError: Error, Equatable, Sendable {
  case offline
  case cancelled
}

@MainActor @Observable
final class NumberStore {
  enum State: Hashable, Sendable {
    case idle
    case loading
    case loaded(Int)
    case failed(String)
  }

  private(set) var state = State.idle
  private(set) var notice: String?
  /// Changes with the state.
  var isIdle: Bool { state == .idle }
  private let load: AnyUseCase<Int, Int, LoadError>

  init(load: AnyUseCase<Int, Int, LoadError>) {
    self.load = load
  }

  func load(_ number: Int) async {
    guard state != .loading else { return }
    let before = state
    state = .loading
    do throws(LoadError) {
      state = .loaded(try await load.execute(number))
    } catch {
      switch error {
      case .offline:
        notice = "offline"
        state = .failed("offline")
      case .cancelled:
        state = before
      }
    }
  }

  func count(to last: Int) {
    for number in 1...last { state = .loaded(number) }
  }

  func increment() {
    state.increment()
  }
}

extension NumberStore.State {
  mutating func increment() {
    guard case .loaded(let number) = self else { return }
    self = .loaded(number + 1)
  }
}

@MainActor @Observable
final class StorePair {
  let first: NumberStore
  let second: NumberStore
  var isSecondCurrent = false

  init(first: NumberStore, second: NumberStore) {
    self.first = first
    self.second = second
  }

  var current: NumberStore { isSecondCurrent ? second : first }
}

/// Appends each page to the pages from before its request, so that two pages at once are one.
@MainActor @Observable
final class PageLosingStore {
  private(set) var state: [String] = []
  private let page: AnyUseCase<Void, String, Never>

  init(page: AnyUseCase<Void, String, Never>) {
    self.page = page
  }

  func loadMore() async {
    let before = state
    state = before + [await page.execute()]
  }
}

/// Stays loading when its work is cancelled.
@MainActor @Observable
final class StuckStore {
  private(set) var state = NumberStore.State.idle
  private let load: AnyUseCase<Void, Int, LoadError>

  init(load: AnyUseCase<Void, Int, LoadError>) {
    self.load = load
  }

  func load() async {
    guard state != .loading else { return }
    state = .loading
    do throws(LoadError) {
      state = .loaded(try await load.execute())
    } catch {
      switch error {
      case .offline: state = .failed("offline")
      case .cancelled: break
      }
    }
  }
}

/// Starts work that it does not await.
@MainActor @Observable
final class UnstructuredStore {
  private(set) var state = NumberStore.State.idle
  private let load: AnyUseCase<Void, Int, LoadError>

  init(load: AnyUseCase<Void, Int, LoadError>) {
    self.load = load
  }

  func load() async {
    state = .loading
    Task {
      if let number = try? await load.execute() { state = .loaded(number) }
    }
  }

  func loadDetached() async {
    let load = load
    _ = await Task.detached { try? await load.execute() }.value
  }

  func loadAtOnce() async {
    state = .loading
    Task.immediate {
      if let number = try? await load.execute() { state = .loaded(number) }
    }
  }

  func changeLater() async {
    state = .loading
    Task { state = .idle }
  }

  func poll() async {
    Task {
      while state != .loaded(1) { _ = try? await load.execute() }
    }
  }
}

/// Lets a second call join the task of the first one.
@MainActor @Observable
final class JoiningStore {
  private(set) var state = NumberStore.State.idle
  private var task: Task<Void, Never>?
  private let load: AnyUseCase<Void, Int, LoadError>

  init(load: AnyUseCase<Void, Int, LoadError>) {
    self.load = load
  }

  func load() async {
    if let task { return await task.value }
    let task = Task {
      state = .loading
      do throws(LoadError) {
        state = .loaded(try await load.execute())
      } catch {
        state = .failed("\(error)")
      }
      self.task = nil
    }
    self.task = task
    await task.value
  }
}

@MainActor
protocol SignInStore: AnyObject, Observable {
  init(login: AnyUseCase<Void, String, LoadError>, logout: AnyUseCase<Void, Void, LoadError>)
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

/// Shows whatever was answered last.
@MainActor @Observable
final class RacingStore: SignInStore {
  private(set) var state = SignInState.signedOut
  private let loginUseCase: AnyUseCase<Void, String, LoadError>
  private let logoutUseCase: AnyUseCase<Void, Void, LoadError>

  init(login: AnyUseCase<Void, String, LoadError>, logout: AnyUseCase<Void, Void, LoadError>) {
    loginUseCase = login
    logoutUseCase = logout
  }

  func login() async {
    state = .loading
    do throws(LoadError) {
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

/// Counts its requests, and ignores stale responses.
@MainActor @Observable
final class SteadyStore: SignInStore {
  private(set) var state = SignInState.signedOut
  private var generation = 0
  private let loginUseCase: AnyUseCase<Void, String, LoadError>
  private let logoutUseCase: AnyUseCase<Void, Void, LoadError>

  init(login: AnyUseCase<Void, String, LoadError>, logout: AnyUseCase<Void, Void, LoadError>) {
    loginUseCase = login
    logoutUseCase = logout
  }

  func login() async {
    let before = state
    switch before {
    case .loading, .signedIn: return
    case .signedOut, .error: break
    }
    generation += 1
    let current = generation
    state = .loading
    let next: SignInState
    do throws(LoadError) {
      next = .signedIn(try await loginUseCase.execute())
    } catch {
      switch error {
      case .offline: next = .error("offline")
      case .cancelled: next = before
      }
    }
    if generation == current { state = next }
  }

  func logout() async {
    switch state {
    case .signedOut, .error: return
    case .loading:
      generation += 1
      state = .signedOut
    case .signedIn:
      state = .signedOut
      try? await logoutUseCase.execute()
    }
  }
}

/// Counts a second login as the latest request, though it ignores it.
@MainActor @Observable
final class OvercountingStore: SignInStore {
  private(set) var state = SignInState.signedOut
  private var generation = 0
  private let loginUseCase: AnyUseCase<Void, String, LoadError>

  init(login: AnyUseCase<Void, String, LoadError>, logout: AnyUseCase<Void, Void, LoadError>) {
    loginUseCase = login
  }

  func login() async {
    generation += 1
    let current = generation
    guard state != .loading else { return }
    state = .loading
    let user = try? await loginUseCase.execute()
    if generation == current { state = user.map { .signedIn($0) } ?? .signedOut }
  }

  func logout() async {}
}

@MainActor
func signInExplorer<Store: SignInStore>(
  _ type: Store.Type, _ invariants: [Invariant<Store, SignInState>] = [],
  fingerprint: ((Store) -> StateFingerprint)? = nil
) -> StoreExplorer<Store, SignInState> {
  StoreExplorer(
    state: \Store.state,
    actions: [StoreAction("login") { await $0.login() }, StoreAction("logout") { await $0.logout() }],
    invariants: invariants, fingerprint: fingerprint
  ) { dependencies in
    Store(
      login: dependencies.useCase("login", whenCancelled: .cancelled) { _ in
        [.success("taro", "太郎"), .failure("offline", .offline)]
      },
      logout: dependencies.useCase("logout", whenCancelled: .cancelled) { _ in [.success("ok")] })
  }
}

extension ControlledDependencies {
  var load: AnyUseCase<Void, Int, LoadError> {
    useCase("load", whenCancelled: .cancelled) { _ in [.success("one", 1), .failure("offline", .offline)] }
  }
}
