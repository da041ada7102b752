import Authentication
import Core
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// An app and its widget over one storage and one server, each killed by itself at any moment.
@MainActor
struct SharedSessionExplorationTests {
  /// It ends after half a minute of the main actor: `.ci/run` goes there.
  @Test func `Two processes share a session, whichever is killed while it refreshes the tokens`() async {
    await expectClean(explorer(nil), depth: 7, maximumRunning: 1)
  }

  /// It does not end within 100,000 schedules of up to ten steps, which take two minutes.
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess)
  func `Two processes that refresh at once share a session in every schedule of six steps`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      await expectClean(SharedSessionExplorationTests().explorer(nil), depth: 6, maximumRunning: 2)
    }
  }

  @Test(arguments: SharedSessionMistake.allCases)
  func `A mistake is found`(mistake: SharedSessionMistake) async {
    let invariant = "no refresh token is sent that a later one has replaced in use"
    await expectViolation(of: invariant, explorer(mistake), maximumRunning: 1)
  }

  private func explorer(_ mistake: SharedSessionMistake?) -> StoreExplorer<SharedTokens, [Bool]> {
    StoreExplorer(
      state: \.isSignedIn, actions: SharedTokens.actions, invariants: Invariant.ofSharedTokens,
      fingerprint: { $0.fingerprint },
      relaunch: { killed, dependencies in
        let launched = await ExploredTokens.restored(dependencies, killed.world, mistake)
        return dependencies.process == "app"
          ? SharedTokens(app: launched, widget: killed.widget) : SharedTokens(app: killed.app, widget: launched)
      }
    ) { dependencies in
      let world = TokenWorld(hasGrace: mistake != .serverWithoutGrace)
      let app = await ExploredTokens.restored(dependencies, world, mistake)
      await app.login()
      return SharedTokens(app: app, widget: await .restored(dependencies, world, mistake))
    }
  }
}

enum SharedSessionMistake: CaseIterable {
  /// Found only where the request of a killed process comes late.
  case serverWithoutGrace
  case storageIsCached
}

/// Takes what the process has last read or written for what is saved.
private final class CachingStorage: SessionStorage {
  private let base: InMemorySessionStorage
  private let cached: Mutex<StoredSession?>

  init(_ base: InMemorySessionStorage) {
    self.base = base
    cached = Mutex(base.load())
  }

  func load() -> StoredSession? { cached.withLock { $0 } }

  func update(_ change: @Sendable (StoredSession?) -> StoredSession?) -> StoredSession? {
    cached.withLock { cached in
      let before = cached
      cached = change(cached)
      if cached != before { _ = base.update { [cached] _ in cached } }
      return cached
    }
  }
}

extension ExploredTokens {
  fileprivate var canRead: Bool { isSignedIn && refreshing.isEmpty }

  /// Launches a process, which reads what is saved.
  fileprivate static func restored(
    _ dependencies: ControlledDependencies, _ world: TokenWorld, _ mistake: SharedSessionMistake?
  ) async -> ExploredTokens {
    let storage = mistake == .storageIsCached ? CachingStorage(world.storage) : nil
    let process = ExploredTokens(dependencies, world, storage: storage, isShared: true)
    _ = try? await process.session.restore()
    return process
  }
}

@MainActor
private final class SharedTokens {
  let app: ExploredTokens
  let widget: ExploredTokens

  init(app: ExploredTokens, widget: ExploredTokens) {
    self.app = app
    self.widget = widget
  }

  static let actions: [StoreAction<SharedTokens>] = [
    StoreAction("app reads", in: "app", when: { $0.app.canRead }) { await $0.app.readExpired() },
    StoreAction("app signs out", in: "app", when: { $0.app.isSignedIn }) { await $0.app.logout() },
    StoreAction("app signs in", in: "app", when: { !$0.app.isSignedIn && $0.world.server.count < 2 }) {
      await $0.app.login()
    },
    StoreAction("widget reads", in: "widget", when: { $0.widget.canRead }) { await $0.widget.readExpired() },
  ]

  var world: TokenWorld { app.world }
  var isSignedIn: [Bool] { [app.isSignedIn, widget.isSignedIn] }
  var isSavedOpen: Bool { world.storage.load().map { !world.server.status($0).isEmpty } ?? false }

  /// Tokens are identifiers; a generation is the number of its session, because no session is opened twice.
  var fingerprint: StateFingerprint {
    let sessions = [app.session.current, widget.session.current, world.storage.load()]
    let numbers = sessions.map { $0.map(world.server.number) }
    return StateFingerprint(
      numbers, sessions.map { $0.map(world.server.status) }, world.server.count, world.server.hasClosed,
      world.server.revocations, app.refreshing.count, widget.refreshing.count,
      identifiers: sessions.map { $0?.accessToken }
    )
    .keptByActions(numbers)
  }
}

extension Invariant<SharedTokens, [Bool]> {
  @MainActor fileprivate static var ofSharedTokens: [Self] {
    [
      .always("no refresh token is sent that a later one has replaced in use") {
        $0.subject.world.server.revocations == 0
      },
      .following("what is saved is a session of the server, until the user signs out", from: false) { isOut, state in
        if state.started == "app signs out" { isOut = true }
        if state.started == "app signs in" { isOut = false }
        return isOut ? state.subject.world.storage.load() == nil : state.subject.isSavedOpen
      },
      .following("a process is signed out by a sign-out only, and in by a sign-in", from: false) { isOut, state in
        if state.started == "app signs out" { isOut = true }
        if state.started == "app signs in" { isOut = false }
        return zip(state.previousState, state.state).allSatisfy { before, now in
          before == now || (now ? !isOut : state.subject.world.server.hasClosed)
        }
      },
      .sometimes("a process is killed before it gets the tokens that the server has issued") { state in
        guard state.isRelaunched, let saved = state.subject.world.storage.load() else { return false }
        return !state.subject.world.server.isNewest(saved)
      },
      .sometimes("a refresh of a killed process is served while the other one goes on") { state in
        guard case .served = state.lastEvents.first else { return false }
        return !state.isIdle
      },
    ]
  }
}
