import Core
import CoreTesting
import Observation
import StoreExploring
import Synchronization
import StoreTesting
import TestSupport
import Testing

/// Mistakes planted in a sign-in with a stored session and rotating tokens, each found by invariants that know none.
@Suite(.withoutLines)
@MainActor
struct PlantedSignInMistakes {
  @Test(arguments: SignInMistake.allCases)
  func `A mistake is found`(mistake: SignInMistake) async {
    let exploration = await SignInModel.explorer(mistake).explore(maximumRunning: 2)
    #expect(exploration.violation != nil, "\(exploration)")
  }

  @Test(arguments: [nil] + SignInMistake.allCases)
  func `A mistake is found alike with and without reduction`(mistake: SignInMistake?) async {
    func exploration(isReduced: Bool) async -> Exploration {
      // Without a mistake, all schedules would take eight seconds.
      await SignInModel.explorer(mistake).explore(
        depth: mistake == nil ? 5 : .max, maximumRunning: 2, isReduced: isReduced)
    }
    let full = await exploration(isReduced: false)
    let differences = await exploration(isReduced: true).differences(from: full)
    #expect(differences == [])
  }

  /// All schedules end too, but take eight seconds.
  @Test func `Without a mistake, every schedule is clean`() async {
    let exploration = await SignInModel.explorer(nil).explore(depth: 6, maximumRunning: 2)
    #expect(exploration.outcome == .clean, "\(exploration)")
  }
}

enum SignInMistake: CaseIterable {
  case noCheckAfterLogin, noDoubleTapCheck, cancellationIsError, failureStaysLoading, staleFailureSignsOut
  case neverSaved, savedAfterShown, neverCleared, clearedAfterAnswer, logoutWaitsForServer
  case offlineRefreshSignsOut, refreshAfterLogoutIsSaved, usedBeforeSaved, refreshedTwice
}

@MainActor @Observable
final class SignInModel {
  enum State: Hashable {
    case signedOut, loading, signedIn, error
  }

  final class World: Sendable {
    let disk = ExploredDisk<Int>()
    let server = TokenServer()
  }

  private(set) var state = State.signedOut
  private var token: Int?
  private var generation = Generation()
  private var isRefreshing = false
  let world: World
  private let mistake: SignInMistake?
  private let storage: ControlledStorage<Int>
  private let loginRequest: AnyUseCase<Void, Int, LoadError>
  private let logoutRequest: AnyUseCase<Int?, Void, LoadError>
  private let refreshRequest: AnyUseCase<Int, Int?, LoadError>

  init(_ mistake: SignInMistake?, _ world: World, _ dependencies: ControlledDependencies) {
    (self.mistake, self.world) = (mistake, world)
    storage = dependencies.storage("token", on: world.disk)
    loginRequest = dependencies.useCase("login", whenCancelled: .cancelled) { _ in
      [.served("token") { () throws(LoadError) in world.server.open() }, .failure("offline", .offline)]
    }
    logoutRequest = dependencies.useCase("logout") { token in
      [.served("done") { () throws(LoadError) in world.server.close(token) }, .failure("offline", .offline)]
    }
    refreshRequest = dependencies.useCase("refresh") { token in
      [.served("answer") { () throws(LoadError) in world.server.rotate(token) }, .failure("offline", .offline)]
    }
  }

  func login() async {
    guard state == .signedOut || state == .error || mistake == .noDoubleTapCheck else { return }
    let before = state
    let current = generation.next()
    state = .loading
    do throws(LoadError) {
      let opened = try await loginRequest.execute()
      guard generation == current || mistake == .noCheckAfterLogin else { return }
      if mistake == .savedAfterShown {
        (token, state) = (opened, .signedIn)
        try? await storage.write(opened)
      }
      if mistake != .neverSaved { world.disk.content = .value(opened) }
      (token, state) = (opened, .signedIn)
    } catch {
      guard generation == current || mistake == .staleFailureSignsOut else { return }
      if mistake == .failureStaysLoading { return }
      state = error == .cancelled && mistake != .cancellationIsError ? before : .error
    }
  }

  func restore() async {
    let current = generation
    guard state == .signedOut, let stored = try? await storage.read(), generation == current else { return }
    (token, state) = (stored, .signedIn)
  }

  func logout() async {
    guard state == .signedIn || state == .loading else { return }
    generation.next()
    let closed = token
    if mistake == .logoutWaitsForServer, (try? await logoutRequest.execute(closed)) == nil { return }
    (token, state) = (nil, .signedOut)
    if mistake == .clearedAfterAnswer { try? await logoutRequest.execute(closed) }
    if mistake != .neverCleared { world.disk.content = .value(nil) }
    if closed != nil, mistake != .clearedAfterAnswer { try? await logoutRequest.execute(closed) }
  }

  func refresh() async {
    guard let sent = token, state == .signedIn, !isRefreshing || mistake == .refreshedTwice else { return }
    let current = generation
    isRefreshing = true
    let answer: Int??
    do throws(LoadError) { answer = try await refreshRequest.execute(sent) } catch { answer = nil }
    isRefreshing = false
    guard generation == current || mistake == .refreshAfterLogoutIsSaved else { return }
    switch answer {
    case .some(let fresh?):
      if mistake == .usedBeforeSaved { return token = fresh }
      token = fresh
      world.disk.content = .value(fresh)
    case .some(nil): (token, state) = (nil, .error)
    case nil: if mistake == .offlineRefreshSignsOut { (token, state) = (nil, .error) }
    }
  }

  static func explorer(_ mistake: SignInMistake?) -> StoreExplorer<SignInModel, State> {
    StoreExplorer(
      state: \.state,
      actions: [
        StoreAction("login", canBeCancelled: true, when: { $0.world.server.tokens.count < 2 }) { await $0.login() },
        StoreAction("restore", canBeCancelled: true) { await $0.restore() },
        StoreAction("logout", canBeCancelled: true) { await $0.logout() },
        StoreAction("refresh", canBeCancelled: true) { await $0.refresh() },
      ], invariants: invariants,
      fingerprint: { model in
        StateFingerprint(model, ignoring: ["token"])
          .adding(identifiers: [model.token, model.world.disk.value] + model.world.server.tokens.map { $0 })
          .keptByActions(model.state)
      }, relaunch: { SignInModel(mistake, $0.world, $1) }
    ) { SignInModel(mistake, World(), $0) }
  }

  private static let invariants: [Invariant<SignInModel, State>] = [
    .whenIdle("nothing is loading") { $0.state != .loading },
    .always("a double tap is one request", when: { $0.isDoubleTap }) { !$0.makesCall || $0.started == "restore" },
    .following("a cancelled sign-in shows what was there before", from: State.signedOut) { before, state in
      defer { if [.signedOut, .error].contains(state.state) { before = state.state } }
      guard case .cancelled = state.lastEvents.first, state.previousState == .loading else { return true }
      return [before, .loading].contains(state.state)
    },
    .always(
      "a logout signs out at once",
      when: { $0.started == "logout" && [.signedIn, .loading].contains($0.previousState) }
    ) { $0.state == .signedOut },
    .always("only a refusal or a logout signs out", when: { $0.previousState == .signedIn && $0.state != .signedIn }) {
      $0.started == "logout" || $0.isRelaunched
    },
    .always("the app sends no token that it has used up") { $0.subject.world.server.reuses == 0 },
    .whenIdle("the token of who is signed in is on the disk, and the server knows it") { state in
      guard state.state == .signedIn else { return true }
      return state.subject.world.disk.value.map { state.subject.world.server.tokens.contains($0) } ?? false
    },
    .following("who signed out is not signed in again, in this life or another", from: false) { isOut, state in
      if state.started == "login", state.makesCall { isOut = false }
      if state.started == "logout", [.signedIn, .loading].contains(state.previousState) { isOut = true }
      return !isOut || state.state != .signedIn && state.subject.world.disk.value == nil
    },
    .always("who was signed in is so at the next launch", when: { $0.isRelaunched && $0.previousState == .signedIn }) {
      $0.subject.world.disk.value != nil
    },
  ]
}

/// Opens sessions, and accepts each token once.
final class TokenServer: Sendable {
  private let state = Mutex((tokens: [Int](), used: Set<Int>(), issued: 0, reuses: 0))

  var tokens: [Int] { state.withLock { $0.tokens } }
  /// How often a token was sent that was used up.
  var reuses: Int { state.withLock { $0.reuses } }

  func open() -> Int {
    state.withLock { state in
      state.issued += 1
      state.tokens.append(state.issued)
      return state.issued
    }
  }

  func close(_ token: Int?) {
    state.withLock { state in state.tokens.removeAll { $0 == token } }
  }

  func rotate(_ token: Int) -> Int? {
    state.withLock { state in
      guard let index = state.tokens.firstIndex(of: token) else {
        if state.used.contains(token) { state.reuses += 1 }
        return nil
      }
      state.used.insert(token)
      state.issued += 1
      state.tokens[index] = state.issued
      return state.issued
    }
  }
}
