import Core
import CoreTesting
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
  var notice: String?
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
      guard error == .offline else { return state = before }
      notice = "offline"
      state = .failed("offline")
    }
  }

  func count(to last: Int) {
    for number in 1...last { state = .loaded(number) }
  }
}

@MainActor @Observable
final class StoreHolder {
  var current: NumberStore

  init(_ current: NumberStore) {
    self.current = current
  }
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

/// Works in tasks of its own.
@MainActor @Observable
final class TaskStore {
  var state = NumberStore.State.idle
  var count = 0
  let load: AnyUseCase<Void, Int, LoadError>
  let wait: AnyUseCase<Void, Void, Never>
  private var task: Task<Void, Never>?

  init(load: AnyUseCase<Void, Int, LoadError>, wait: AnyUseCase<Void, Void, Never> = AnyUseCase { () in }) {
    self.load = load
    self.wait = wait
  }

  func finish() async {
    if let number = try? await load.execute() { state = .loaded(number) }
  }

  /// Lets a second call join the task of the first one.
  func join() async {
    if let task { return await task.value }
    let task = Task {
      state = .loading
      state = (try? await load.execute()).map { .loaded($0) } ?? .failed("failed")
      self.task = nil
    }
    self.task = task
    await task.value
  }

  static func controlled(by dependencies: ControlledDependencies) -> TaskStore {
    TaskStore(
      load: dependencies.useCase("load", whenCancelled: .cancelled) { _ in
        [.success("one", 1), .failure("offline", .offline)]
      })
  }
}

enum SignInState: Hashable, Sendable {
  case signedOut
  case loading
  case signedIn(String)
  case error(String)
}

/// Shows whatever was answered last.
@MainActor @Observable
class RacingStore {
  fileprivate(set) var state = SignInState.signedOut
  fileprivate let loginUseCase: AnyUseCase<Void, String, LoadError>
  fileprivate let logoutUseCase: AnyUseCase<Void, Void, LoadError>

  required init(login: AnyUseCase<Void, String, LoadError>, logout: AnyUseCase<Void, Void, LoadError>) {
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
final class SteadyStore: RacingStore {
  fileprivate var generation = 0

  override func login() async {
    let before = state
    switch before {
    case .loading, .signedIn: return
    case .signedOut, .error: break
    }
    generation += 1
    let current = generation
    state = .loading
    var next = before
    do throws(LoadError) {
      next = .signedIn(try await loginUseCase.execute())
    } catch {
      if error == .offline { next = .error("offline") }
    }
    if generation == current { state = next }
  }

  override func logout() async {
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

extension SteadyStore {
  static func controlled(by dependencies: ControlledDependencies) -> SteadyStore {
    SteadyStore(
      login: dependencies.useCase("login", whenCancelled: .cancelled) { _ in
        [.success("taro", "太郎"), .failure("offline", .offline)]
      },
      logout: dependencies.useCase("logout", whenCancelled: .cancelled) { _ in [.success("ok")] })
  }

  /// Shows what was answered although a logout made it stale.
  func loginWithoutCheck() async {
    guard state != .loading else { return }
    generation += 1
    state = .loading
    state = (try? await loginUseCase.execute()).map { .signedIn($0) } ?? .signedOut
  }
}

/// Counts a second login as the latest request, though it ignores it.
final class OvercountingStore: RacingStore {
  private var generation = 0

  override func login() async {
    generation += 1
    let current = generation
    guard state != .loading else { return }
    state = .loading
    let user = try? await loginUseCase.execute()
    if generation == current { state = user.map { .signedIn($0) } ?? .signedOut }
  }

  override func logout() async {}
}

@MainActor
func signInExplorer<Store: RacingStore>(
  _ type: Store.Type, _ invariants: [Invariant<Store, SignInState>] = [],
  fingerprint: ((Store) -> StateFingerprint)? = nil
) -> StoreExplorer<Store, SignInState> {
  StoreExplorer(
    state: \Store.state,
    actions: [
      StoreAction("login", canBeCancelled: true) { await $0.login() },
      StoreAction("logout", canBeCancelled: true) { await $0.logout() },
    ],
    invariants: invariants, fingerprint: fingerprint
  ) { dependencies in
    Store(
      login: dependencies.useCase("login", whenCancelled: .cancelled) { _ in
        [.success("taro", "太郎"), .failure("offline", .offline)]
      },
      logout: dependencies.useCase("logout", whenCancelled: .cancelled) { _ in [.success("ok")] })
  }
}
