import Authentication
import Core
import StoreExploring
import StoreTesting
import Testing

/// Mistakes planted around the repository and the storage of the session, each found by the invariants of the Store over
/// them as they are.
@MainActor
struct PlantedSessionMistakes {
  @Test(arguments: SessionMistake.allCases)
  func `A mistake is found`(mistake: SessionMistake) async {
    let explorer = StoreExplorer(
      state: \ExploredSession.store.state, actions: ExploredSession.actions, invariants: Invariant.ofSession,
      fingerprint: { $0.fingerprint },
      relaunch: { killed, dependencies in ExploredSession(dependencies, killed.world, mistake) }
    ) { dependencies in
      ExploredSession(dependencies, SessionWorld(), mistake)
    }
    await expectViolation(of: mistake.violates, explorer, depth: 8, maximumRunning: mistake.isRace ? 2 : 1)
  }
}

enum SessionMistake: CaseIterable {
  case storageWritesNothing, storageNeverRemoves
  case loginWithoutGenerationCheck, loginWithoutSession, logoutAfterAnswer, offlineEndsSession

  /// Whether it takes two actions at once.
  var isRace: Bool { self == .loginWithoutGenerationCheck }

  var violates: String {
    switch self {
    case .storageWritesNothing, .logoutAfterAnswer: "signed in means stored, and signed out means forgotten"
    case .storageNeverRemoves, .loginWithoutGenerationCheck:
      "a user who signed out is not signed in again, in this life or another"
    case .loginWithoutSession: "a signed-in user has a session"
    case .offlineEndsSession: "only a sign-out, a refusal or a launch signs out"
    }
  }
}

struct MistakenStorage: SessionStorage {
  private let storage: any SessionStorage
  private let mistake: SessionMistake

  init(_ storage: any SessionStorage, _ mistake: SessionMistake) {
    self.storage = storage
    self.mistake = mistake
  }

  func load() async throws(SessionStorageError) -> StoredSession? {
    try await storage.load()
  }

  func update(
    _ change: @Sendable (StoredSession?) -> StoredSession?
  ) async throws(SessionStorageError) -> StoredSession? {
    if mistake == .storageWritesNothing { return change(try await storage.load()) }
    guard mistake == .storageNeverRemoves else { return try await storage.update(change) }
    return try await storage.update { change($0) ?? $0 }
  }
}

struct MistakenAuthRepository: AuthRepository {
  private let base: RemoteAuthRepository
  private let client: any APIClient
  private let session: Session
  private let mistake: SessionMistake

  init(_ client: any APIClient, _ session: Session, _ mistake: SessionMistake) {
    base = RemoteAuthRepository(client: client, session: session)
    self.client = client
    self.session = session
    self.mistake = mistake
  }

  func login(email: String, pass: String) async throws(AuthError) -> User {
    switch mistake {
    case .loginWithoutGenerationCheck:
      let opened = try await opened(email: email, pass: pass)
      await session.begin(opened)
      return opened.user
    case .loginWithoutSession: return try await opened(email: email, pass: pass).user
    default: return try await base.login(email: email, pass: pass)
    }
  }

  func restore() async throws(SessionStorageError) -> User? {
    try await base.restore()
  }

  func currentUser() async throws(AuthError) -> User {
    do throws(AuthError) {
      return try await base.currentUser()
    } catch {
      guard mistake == .offlineEndsSession, error == .noNetwork else { throw error }
      _ = await session.close()
      throw .sessionEnded
    }
  }

  func logout() async throws(AuthError) {
    guard mistake == .logoutAfterAnswer else { return try await base.logout() }
    let logout = APIRequest<EmptyResponse>(.post, "/v1/logout", body: EmptyRequestBody())
    _ = try await client.send(logout, orThrow: AuthError.self)
    _ = await session.close()
  }

  private func opened(email: String, pass: String) async throws(AuthError) -> StoredSession {
    let login = APIRequest<UserResponse>(
      .post, "/v1/login", body: LoginRequest(email: email, pass: pass), authorization: .anonymous)
    return try await client.send(login, orThrow: AuthError.self).session
  }
}
