import Authentication
import Core
import CoreTesting
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// Store, repository, session and storage together, over lives: signed out means forgotten, in memory, in the storage and
/// at the server.
struct SessionExplorationTests {
  /// Two actions at once take some seconds.
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess, arguments: [ProcessTurn.exploresMore ? 2 : 1])
  func `The Store and its session agree in every schedule, killed at any moment`(atOnce: Int) async {
    await #expect(processExitsWith: .success) { @MainActor [atOnce] in
      await expectComplete(SessionExplorationTests.explorer(), maximumRunning: atOnce)
    }
  }

  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess)
  func `A keychain that says nothing or is locked never loses the session`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let explorer = SessionExplorationTests.explorer(
        trouble: [.saysNothing, .unavailable], Invariant.ofLyingStorage)
      await expectComplete(explorer, maximumRunning: 1)
    }
  }

  @MainActor fileprivate static func explorer(
    trouble: [ControlledStorage<StoredSession>.Trouble] = [],
    _ invariants: [Invariant<ExploredSession, AuthState>] = Invariant.ofSession
  ) -> StoreExplorer<ExploredSession, AuthState> {
    StoreExplorer(
      state: \.store.state, actions: ExploredSession.actions, invariants: invariants,
      fingerprint: { $0.fingerprint },
      relaunch: { killed, dependencies in ExploredSession(dependencies, killed.world, trouble: trouble) }
    ) { dependencies in
      ExploredSession(dependencies, SessionWorld(), trouble: trouble)
    }
  }
}

/// What survives the app: its disk, and the server.
final class SessionWorld: Sendable {
  let disk = ExploredDisk<StoredSession>()
  let server = SessionServer()
}

/// The live wiring over a storage and a client that wait for the schedule.
@MainActor
final class ExploredSession {
  let world: SessionWorld
  let store: AuthStore
  let session: Session
  private let client: any APIClient
  private let routes = RouteTurns()

  init(
    _ dependencies: ControlledDependencies, _ world: SessionWorld,
    trouble: [ControlledStorage<StoredSession>.Trouble] = []
  ) {
    self.world = world
    client = dependencies.client(world.server) { request in
      let refused = HeldResponse.failed("401", .invalidResponse(InvalidResponse(statusCode: 401)))
      return [.released(), .failed("offline", .requestFailed(.offline))] + (request.hasPrefix("GET") ? [refused] : [])
    }
    let storage = dependencies.storage("session", on: world.disk, trouble: trouble)
    session = Session(storage: storage)
    store = AuthStore(client: client, session: session, messages: .japanese) { [routes] in routes.take($0) }
  }

  static let actions: [StoreAction<ExploredSession>] = [
    StoreAction("login", canBeCancelled: true) {
      await $0.store.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
    },
    StoreAction("restore", canBeCancelled: true) { await $0.store.restore() },
    StoreAction("logout", canBeCancelled: true) { await $0.store.logout() },
    StoreAction("read", canBeCancelled: true) { await $0.read() },
  ]

  var isRouted: Bool { routes.lead(to: store.state) }
  var stored: Secret? { world.disk.value?.accessToken }

  /// Tokens and generations are identifiers.
  var fingerprint: StateFingerprint {
    let tokens = [session.current?.accessToken, stored]
    return StateFingerprint(of: store)
      .adding(
        StateName.ofCase(store.state), isRouted, store.notice == .signInNotSaved,
        identifiers: tokens.map { $0.map(AnyHashable.init) }
      )
      .keptByActions(
        StateName.ofCase(store.state),
        identifiers: [session.generation, store.memory.generation, store.memory.announcement])
  }

  /// Another feature reads in the session, which the server may refuse.
  private func read() async {
    let client = AuthorizedAPIClient(wrapping: client, session: session)
    let _: ListsResponse? = try? await client.get(path: "/v1/lists")
  }
}

/// A server that issues a new token with each sign-in.
final class SessionServer: APIClient {
  private let issued = Atomic(0)

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let response: any Sendable =
      switch request.path {
      case "/v1/login":
        UserResponse(.taro, accessToken: Secret("token \(issued.add(1, ordering: .relaxed).newValue)"))
      case "/v1/me": UserResponse(.taro)
      case "/v1/lists": ListsResponse([])
      default: EmptyResponse()
      }
    guard let body = response as? Response else { throw .requestFailed(.offline) }
    return body
  }
}

extension ControlledStorage: SessionStorage where Value == StoredSession {
  public func load() async throws(SessionStorageError) -> StoredSession? {
    do throws(StorageFault) {
      return try await read()
    } catch {
      throw error == .damaged ? .damaged(reason: "") : .unavailable(reason: "")
    }
  }

  public func update(
    _ change: @Sendable (StoredSession?) -> StoredSession?
  ) async throws(SessionStorageError) -> StoredSession? {
    do throws(StorageFault) {
      return try await write(change)
    } catch {
      throw .notWritten(reason: "")
    }
  }
}

extension Invariant<ExploredSession, AuthState> {
  @MainActor static var ofSession: [Self] {
    [
      .always("a signed-in user has a session", when: { $0.state == .taro }) { $0.subject.session.current != nil },
      .whenIdle("signed in means stored, and signed out means forgotten") { state in
        let current = state.subject.session.current?.accessToken
        return state.state == .taro ? current != nil && state.subject.stored == current : current == nil
      },
      .following("a user who signed out is not signed in again, in this life or another", from: SignOut.none) {
        signOut, state in
        if state.started == "login" || state.isRelaunched && signOut == .began { signOut = .none }
        if state.started == "logout", [.loading, .taro].contains(state.previousState) { signOut = .began }
        if signOut == .began, !state.running.contains(where: { $0.name == "logout" }) { signOut = .done }
        return signOut != .done || state.state != .taro && state.subject.stored == nil
      },
      .following("who was signed in is signed in at the next launch", from: false) { isKept, state in
        if state.isIdle { isKept = state.state == .taro || isKept && state.isRelaunched }
        if !state.isIdle, state.running.contains(where: { $0.name != "restore" }) { isKept = false }
        let isRestored = state.answered?.call == "read session"
        return !isKept || !isRestored || state.state == .taro
      },
      .always("the routes lead in and out in turn, and to where the state is") { $0.subject.isRouted },
      .always(
        "only a sign-out, a refusal or a launch signs out", when: { $0.previousState == .taro && $0.state != .taro }
      ) { state in
        state.started == "logout" || state.isRelaunched
          || state.answered.map { $0.answer == "401" || $0.call == "write session" } ?? false
      },
      .sometimes("a user is signed in after a launch") { $0.answered?.call == "read session" && $0.state == .taro },
      .sometimes("the end of the session is shown") { $0.state == .expired },
    ]
  }
}

extension Invariant<ExploredSession, AuthState> {
  /// What must hold where a read can find nothing, or fail.
  @MainActor static var ofLyingStorage: [Self] {
    [
      .following("only a sign-out or a refusal takes a session from the storage", from: Kept()) { kept, state in
        defer { kept.session = state.subject.stored }
        if state.answered?.answer == "401" { kept.isOver = true }
        if state.running.contains(where: { $0.name == "logout" }) { kept.isOver = true }
        if state.started == "login" || state.isRelaunched { kept.isOver = false }
        return state.subject.stored != nil || kept.session == nil || kept.isOver
      },
      .whenIdle("a user whose session is found is signed in") { state in
        state.answered?.call != "read session" || state.answered?.answer != "done" || state.state == .taro
          || state.subject.stored == nil
      },
      .sometimes("a session is not found that is there") { state in
        state.answered?.answer == "nothing" && state.subject.stored != nil
      },
    ]
  }
}

/// What is in the storage, and whether it may go.
private struct Kept: Hashable {
  var session: Secret?
  var isOver = false
}

private enum SignOut {
  case none, began, done
}
