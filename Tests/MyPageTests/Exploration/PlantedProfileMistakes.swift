import Core
import MyPage
import StoreExploring
import StoreTesting
import TestSupport
import Testing

/// Mistakes planted around the repository and the storage of flags, each found by invariants that hold without one.
@MainActor
struct PlantedProfileMistakes {
  @Test(arguments: [nil] + ProfileMistake.allCases)
  func `A mistake is found`(mistake: ProfileMistake?) async {
    let explorer = StoreExplorer(
      state: \ProfileApp.store.state, actions: ProfileApp.actions, invariants: ProfileApp.invariants,
      fingerprint: { $0.fingerprint }
    ) {
      await ProfileApp(mistake, $0)
    }
    if mistake == nil {
      await expectClean(explorer, depth: 5, maximumRunning: 2)
    } else {
      await expectViolation(of: "the flag is what the server has", explorer, depth: 7, maximumRunning: 2)
    }
  }
}

enum ProfileMistake: CaseIterable {
  case flagBeforeAnswer, flagNeverCleared, failureIsSuccess
}

@MainActor
private final class ProfileApp {
  let store: MyPageStore
  private let backend = FakeBackend(FakeConfiguration(sessions: [.taro], now: { .sample }))
  private let flags = InMemorySavedFlagStorage()

  init(_ mistake: ProfileMistake?, _ dependencies: ControlledDependencies) async {
    let session = Session(storage: InMemorySessionStorage())
    await session.begin(.taro)
    let client = dependencies.client(FakeAPIClient(backend: backend)) { _ in
      [.released("done"), .failed("offline", .requestFailed(.offline))]
    }
    let repository = MistakenMyPageRepository(
      RemoteMyPageRepository(client: client, session: session), flags, mistake)
    let storage: any SavedFlagStorage = mistake == .flagNeverCleared ? UnclearedFlags(flags) : flags
    store = MyPageStore(
      useCase: MyPageUseCase(
        repository: repository, flags: storage, userID: { session.current?.user.id }, now: { .article }),
      messages: .japanese)
  }

  /// Whether the server has a profile.
  var isAtServer: Bool {
    backend.requests.last { $0.path == "/v1/profile" && $0.method != .get }?.method == .put
  }
  var isFlagged: Bool { flags.isSaved(for: User.taro.id) }

  var fingerprint: StateFingerprint {
    StateFingerprint(store, ignoring: ["notice", "isNameRefused", "messages"]).adding(isAtServer, isFlagged)
  }

  static let actions: [StoreAction<ProfileApp>] = [
    StoreAction("load") { await $0.store.load() },
    StoreAction("save") { await $0.store.save(name: ProfileInput.typed.name, gender: ProfileInput.typed.gender) },
    StoreAction("delete") { await $0.store.deleteProfile() },
  ]

  static let invariants: [Invariant<ProfileApp, MyPageState>] = [
    .whenIdle("the flag is what the server has") { $0.subject.isFlagged == $0.subject.isAtServer },
    .always(
      "what is shown is what the server has",
      when: { $0.isIdle && $0.state.content != nil && $0.answered?.answer == "done" }
    ) { ($0.state.content?.profile != nil) == $0.subject.isAtServer },
    .always(
      "a failure shows nothing new", when: { $0.answered?.answer == "offline" && $0.previousState.content != nil }
    ) { $0.state.content?.profile == $0.previousState.content?.profile },
  ]
}

private struct MistakenMyPageRepository: MyPageRepository {
  private let base: RemoteMyPageRepository
  private let flags: InMemorySavedFlagStorage
  private let mistake: ProfileMistake?

  init(_ base: RemoteMyPageRepository, _ flags: InMemorySavedFlagStorage, _ mistake: ProfileMistake?) {
    self.base = base
    self.flags = flags
    self.mistake = mistake
  }

  func profile() async throws(MyPageError) -> Profile? {
    try await base.profile()
  }

  func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    if mistake == .flagBeforeAnswer { flags.set(true, for: User.taro.id) }
    do throws(MyPageError) {
      return try await base.save(draft)
    } catch {
      guard mistake == .failureIsSuccess else { throw error }
      return Profile(userID: User.taro.id, name: draft.name, gender: draft.gender, createdAt: draft.createdAt)
    }
  }

  func deleteProfile() async throws(MyPageError) {
    try await base.deleteProfile()
  }
}

private struct UnclearedFlags: SavedFlagStorage {
  let base: InMemorySavedFlagStorage

  init(_ base: InMemorySavedFlagStorage) {
    self.base = base
  }

  func isSaved(for userID: User.ID) -> Bool { base.isSaved(for: userID) }

  func set(_ isSaved: Bool, for userID: User.ID) {
    if isSaved { base.set(true, for: userID) }
  }
}
