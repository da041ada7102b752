import Authentication
import Core
import StoreExploring

/// A Store whose calls wait for the schedule, and what its server and its root have seen.
@MainActor
final class ExploredStore {
  let store: AuthStore
  let server = ExploredServer()
  /// The state in which nothing ran.
  private(set) var before = AuthState.signedOut
  /// Whether whoever was signed in, or wanted to be, wants out.
  private(set) var wantsOut = false
  private let routeLog = Log<AuthRoute>()
  private var runningActions = 0

  var routes: [AuthRoute] { routeLog.values }

  init(_ holds: ControlledDependencies, _ answers: ExploredAnswers, isSignedIn: Bool) async {
    let routes = routeLog
    store = AuthStore(useCase: Self.useCase(holds, answers, server)) { routes.append($0) }
    if isSignedIn { await store.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password) }
    before = store.state
    server.isHolding = true
  }

  /// All that decides what happens next while nothing runs; which error is shown decides nothing.
  var memory: AnyHashable {
    [
      AnyHashable(StateFingerprint(store, ignoring: ["wish", "notice", "state"])),
      AnyHashable(StateName.ofCase(store.state)),
      AnyHashable(server.content.isSignedIn), AnyHashable(wantsOut),
    ]
  }

  /// All that decides what happens next while actions run.
  var runningMemory: AnyHashable {
    [
      AnyHashable(StateFingerprint(store, ignoring: ["notice"])), AnyHashable(server.content), AnyHashable(server.outcomes),
      AnyHashable(wantsOut), AnyHashable(StateName.ofCase(before)),
    ]
  }

  /// The actions that matter most.
  static let actions: [StoreAction<ExploredStore>] = [
    StoreAction("login") { await $0.open { await $0.login(email: "taro@example.com", pass: "password123") } },
    StoreAction("restore") { await $0.open { await $0.restore() } },
    StoreAction("logout") { await $0.leave(from: [.loading, .taro]) { await $0.logout() } },
    StoreAction("session ended") { await $0.leave(from: [.taro]) { await $0.sessionEnded() } },
  ]

  /// The actions that sign somebody in another way.
  static let otherActions: [StoreAction<ExploredStore>] = [
    StoreAction("provider") { await $0.open { await $0.login(with: .google) } },
    StoreAction("sign up") { await $0.open { await $0.signUp(email: "jiro@example.com", pass: "secret-of-jiro") } },
  ]

  private func perform(_ action: (AuthStore) async -> Void) async {
    if runningActions == 0 {
      before = store.state
      server.begin()
    }
    runningActions += 1
    await action(store)
    runningActions -= 1
  }

  private func open(_ action: (AuthStore) async -> Void) async {
    if ![.loading, .taro].contains(store.state) { wantsOut = false }
    await perform(action)
  }

  private func leave(from states: [AuthState], _ action: (AuthStore) async -> Void) async {
    if states.contains(store.state) { wantsOut = true }
    await perform(action)
  }

  private static func useCase(_ holds: ControlledDependencies, _ answers: ExploredAnswers, _ server: ExploredServer) -> AuthUseCase {
    let login = holds.useCase("login", whenCancelled: AuthError.cancelled) { (_: Credentials) in answers.user(.taro) }
    let provider = holds.useCase("provider", whenCancelled: AuthError.cancelled) { (_: IdentityProvider) in
      answers.user(.taro)
    }
    let signUp = holds.useCase("sign up", whenCancelled: AuthError.cancelled) { (_: Credentials) in
      answers.user(.taro)
    }
    let recall: AnyUseCase<Void, RecalledSession, Never> = holds.useCase("recall") { _ in answers.stored() }
    let restore = holds.useCase("restore", whenCancelled: AuthError.cancelled) { (_: Void) in answers.restored() }
    let logout = holds.useCase("logout", whenCancelled: AuthError.cancelled) { (_: Void) in answers.loggedOut() }

    var useCase = AuthUseCase(login: login)
    useCase.login = AnyUseCase { (credentials: Credentials) async throws(AuthError) -> User in
      let atOnce = AnyUseCase { (_: Credentials) async throws(AuthError) -> User in .taro }
      return try await server.open(credentials, server.isHolding ? login : atOnce) { _ in true }
    }
    useCase.loginWithProvider = AnyUseCase { (identity: IdentityProvider) async throws(AuthError) -> User in
      try await server.open(identity, provider) { _ in true }
    }
    useCase.signUp = AnyUseCase { (credentials: Credentials) async throws(AuthError) -> User in
      try await server.open(credentials, signUp) { _ in true }
    }
    useCase.recallSession = AnyUseCase { (_: Void) in await server.recall(recall) }
    useCase.restoreSession = AnyUseCase { (_: Void) async throws(AuthError) -> User? in
      try await server.open((), restore) { $0 != nil }
    }
    useCase.logout = AnyUseCase { (_: Void) async throws(AuthError) in
      server.forget()
      try await logout.execute()
    }
    useCase.endSession = AnyUseCase { (_: Void) in server.forget() }
    return useCase
  }
}
