import Core
import MyPage
import StoreExploring
import StoreTesting
import TestSupport
import Testing

/// The Store at a fake backend, to which another device writes.
@MainActor
struct ServerExplorationTests {
  @Test func `The saved flag is what the server has`() async {
    await expectClean(ProfileApp.explorer(), depth: 5, maximumRunning: 2)
  }

  @Test func `A profile of another device is replaced only where it is shown`() async {
    await expectClean(ProfileApp.explorer(hasOtherDevice: true), depth: 5, maximumRunning: 2)
  }

  @Test func `A flag that is never cleared, and a registration that replaces, are found`() async {
    await expectViolation(
      of: "the flag is what the server has", ProfileApp.explorer(.flagNeverCleared), depth: 5, maximumRunning: 2)
    await expectViolation(
      of: "what another device saved is replaced only where it is shown",
      ProfileApp.explorer(.registrationReplaces, hasOtherDevice: true), depth: 5, maximumRunning: 2)
  }
}

private enum ProfileMistake { case flagNeverCleared, registrationReplaces }

@MainActor
private final class ProfileApp {
  let store: MyPageStore
  private let backend = FakeBackend(FakeConfiguration(sessions: [.taro], now: { .sample }))
  private let session = Session(storage: InMemorySessionStorage())
  private let flags = InMemorySavedFlagStorage()

  init(_ mistake: ProfileMistake?, _ dependencies: ControlledDependencies) async {
    await session.begin(.taro)
    let client = dependencies.client(FakeAPIClient(backend: backend)) { _ in
      [.released("done"), .failed("offline", .requestFailed(.offline))]
    }
    let remote = RemoteMyPageRepository(client: client, session: session)
    let repository: any MyPageRepository = mistake == .registrationReplaces ? Replacing(remote: remote) : remote
    let storage: any SavedFlagStorage = mistake == .flagNeverCleared ? UnclearedFlags(base: flags) : flags
    store = MyPageStore(
      useCase: MyPageUseCase(repository: repository, flags: storage, userID: { User.taro.id }, now: { .article }),
      messages: .japanese)
  }

  /// The name of the profile at the server.
  var name: String? {
    backend.requests.filter { $0.path == "/v1/profile" }.reduce(nil) { name, request in
      switch request.method {
      case .delete: nil
      case .put where name == nil || request.headers["If-None-Match"] == nil:
        try? JSONCoding.decode(ProfileRequest.self, from: request.body).name
      default: name
      }
    }
  }
  var isFlagged: Bool { flags.isSaved(for: User.taro.id) }

  static func explorer(
    _ mistake: ProfileMistake? = nil, hasOtherDevice: Bool = false
  ) -> StoreExplorer<ProfileApp, MyPageState> {
    StoreExplorer(
      state: \.store.state, actions: actions + (hasOtherDevice ? [otherDevice] : []),
      invariants: hasOtherDevice ? [shown, notReplaced] : [shown, flag],
      fingerprint: {
        StateFingerprint(
          $0.store.memory.withoutGenerations, $0.name, $0.isFlagged, identifiers: [$0.store.memory.generation])
      }
    ) {
      await ProfileApp(mistake, $0)
    }
  }

  private static let otherDevice = StoreAction<ProfileApp>("other device registers", when: { $0.name == nil }) { app in
    let remote = RemoteMyPageRepository(client: FakeAPIClient(backend: app.backend), session: app.session)
    _ = try? await remote.register(ProfileDraft(name: "花子", gender: .female, createdAt: .article))
  }

  private static let actions: [StoreAction<ProfileApp>] = [
    StoreAction("load") { await $0.store.load() },
    StoreAction("save") { await $0.store.save(name: ProfileInput.typed.name, gender: ProfileInput.typed.gender) },
    StoreAction("delete") { await $0.store.deleteProfile() },
  ]

  private static let flag = Invariant<ProfileApp, MyPageState>.whenIdle("the flag is what the server has") {
    $0.subject.isFlagged == ($0.subject.name != nil)
  }

  private static let shown = Invariant<ProfileApp, MyPageState>.always(
    "what is shown is what the server said last", when: { $0.answered?.answer == "done" && $0.calls.isEmpty }
  ) { moment in
    guard let content = moment.state.content, moment.isIdle else { return true }
    return content.profile?.name == moment.subject.name
  }

  private static let notReplaced = Invariant<ProfileApp, MyPageState>.following(
    "what another device saved is replaced only where it is shown", from: String?.none
  ) { before, moment in
    defer { before = moment.subject.name }
    guard before == "花子", moment.subject.name == "太郎" else { return true }
    return moment.previousState.content?.profile?.name == "花子"
  }
}

private struct Replacing: MyPageRepository {
  let remote: RemoteMyPageRepository

  func profile() async throws(MyPageError) -> Profile? { try await remote.profile() }
  func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile { try await remote.save(draft) }
  func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile { try await remote.save(draft) }
  func deleteProfile() async throws(MyPageError) { try await remote.deleteProfile() }
}

private struct UnclearedFlags: SavedFlagStorage {
  let base: InMemorySavedFlagStorage

  func isSaved(for userID: User.ID) -> Bool { base.isSaved(for: userID) }
  func set(_ isSaved: Bool, for userID: User.ID) {
    if isSaved { base.set(true, for: userID) }
  }
}
