import Authentication
import Core
import CoreTesting
import Foundation
import StoreExploring
import Synchronization

/// T: reads, sign-ins and sign-outs at once over tokens that are saved, with lost answers, and a process that is killed.
@MainActor
final class Tokens {
  /// What survives the process.
  struct World {
    let disk = ExploredDisk<StoredSession>()
    let server = RotatingTokens(isLenient: true)
  }

  private let world: World
  private let storage: SavedSession
  private let session: Session
  private let repository: RemoteAuthRepository
  private let client: LossyClient
  /// Identifies the last sign-in that has begun.
  private var attempt = UUID()

  init(_ dependencies: ControlledDependencies, _ world: World) async {
    self.world = world
    storage = SavedSession(disk: world.disk, storage: dependencies.storage("session", on: world.disk))
    session = Session(storage: storage)
    let client = LossyClient(
      issuing: dependencies.client(world.server, whenLost: .requestFailed(.connectionLost)) { _ in [.released()] },
      others: dependencies.client(world.server) { request in
        request.hasPrefix("GET") ? [.released("200"), .unauthorized] : [.released()]
      })
    repository = RemoteAuthRepository(client: client, session: session)
    self.client = client
    _ = try? await session.restore()
  }

  var isSignedIn: Bool { session.current != nil }

  private func read() async {
    let client = AuthorizedAPIClient(wrapping: NumberedAttempts(client: client, session: session), session: session)
    let _: ListsResponse? = try? await client.get(path: "/v1/lists")
  }

  private func signIn() async {
    attempt = UUID()
    _ = try? await repository.login(email: RotatingTokens.user.email, pass: "password")
  }

  private func signOut() async {
    try? await repository.logout()
  }

  private var fingerprint: StateFingerprint {
    let sessions = [session.current, world.disk.value, storage.write ?? nil]
    return StateFingerprint(
      sessions.map { $0.map(world.server.accepts) }, storage.write != nil,
      identifiers: sessions.map { $0?.accessToken }
    ).keptByActions(identifiers: [session.generation, attempt])
  }

  /// A read uses nothing from before its last answer but what its request says, and a sign-out nothing that others know.
  static var explorer: StoreExplorer<Tokens, Bool> {
    StoreExplorer(
      state: \.isSignedIn,
      actions: [
        StoreAction("read", locals: .forgotten, when: { $0.isSignedIn }) { await $0.read() },
        StoreAction("sign in", when: { !$0.isSignedIn }) { await $0.signIn() },
        StoreAction("sign out", locals: .forgotten, when: { $0.isSignedIn }) { await $0.signOut() },
      ],
      invariants: [
        .always("the server accepts the tokens that the app has and those that are saved") { state in
          [state.subject.session.current, state.subject.world.disk.value].compactMap(\.self)
            .allSatisfy(state.subject.world.server.accepts)
        },
        .whenIdle("signed in means saved, and signed out means forgotten") { state in
          state.subject.session.current == state.subject.world.disk.value
        },
        .always(
          "only a sign-out or the end of the process signs out", when: { $0.previousState && !$0.state }
        ) { $0.started == "sign out" || $0.isRelaunched },
      ],
      fingerprint: \.fingerprint, relaunch: { await Tokens($1, $0.world) }
    ) { await Tokens($0, World()) }
  }
}

/// A storage that is read at launch, before anything else happens, and whose writes wait for the schedule.
private final class SavedSession: SessionStorage {
  private let disk: ExploredDisk<StoredSession>
  private let storage: ControlledStorage<StoredSession>
  private let pending = Mutex<StoredSession??>(nil)

  init(disk: ExploredDisk<StoredSession>, storage: ControlledStorage<StoredSession>) {
    (self.disk, self.storage) = (disk, storage)
  }

  /// What a write on its way saves, which others of the session wait for.
  var write: StoredSession?? { pending.withLock { $0 } }

  func load() -> StoredSession? { disk.value }

  func update(
    _ change: @Sendable (StoredSession?) -> StoredSession?
  ) async throws(SessionStorageError) -> StoredSession? {
    pending.withLock { $0 = .some(change(disk.value)) }
    defer { pending.withLock { $0 = nil } }
    do throws(StorageFault) { return try await storage.write(change) } catch { throw .notWritten(reason: "") }
  }
}

/// A client that may lose the answers which issue tokens.
private struct LossyClient: APIClient {
  let issuing: any APIClient
  let others: any APIClient

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let client = ["/v1/login", "/v1/refresh"].contains(request.path) ? issuing : others
    return try await client.send(request)
  }
}

/// A client that numbers the attempts of one read since it has waited for new tokens, so that its local values follow from
/// the last one.
private final class NumberedAttempts: APIClient {
  private let client: LossyClient
  private let session: Session
  private let attempts = Mutex(0)

  init(client: LossyClient, session: Session) {
    (self.client, self.session) = (client, session)
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    guard case .token(let token, _) = request.authorization else { return try await client.send(request) }
    var numbered = request
    numbered.headers["Attempt"] = attempts.withLock { attempts in
      attempts += 1
      return "\(attempts)"
    }
    do throws(APIError) {
      return try await client.send(numbered)
    } catch {
      if token == session.current?.accessToken { attempts.withLock { $0 = 0 } }
      throw error
    }
  }
}
