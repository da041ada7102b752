import Core
import MyPage
import StoreExploring

/// A Store whose calls wait for the schedule, and what its server and its root have seen.
@MainActor
final class ExploredStore {
  let store: MyPageStore
  let server = ExploredServer()
  /// The state in which nothing ran.
  private(set) var before = MyPageState.idle
  private let recordedRoutes = Routes()
  /// Whether the form was changed since nothing ran.
  private(set) var hasChangedForm = false
  private var runningActions = 0

  var routes: [MyPageRoute] { recordedRoutes.all }

  init(_ holds: ControlledDependencies, _ answers: ExploredAnswers, _ start: ExploredStart) async {
    let server = server
    let read = holds.useCase("read", whenCancelled: MyPageError.cancelled) { (_: Void) in
      answers.read(ExploredServer.stored(server.content.name))
    }
    let save = holds.useCase("save", whenCancelled: MyPageError.cancelled) { (draft: ProfileDraft) in
      answers.save(ExploredServer.stored(draft.name))
    }
    let delete = holds.useCase("delete", whenCancelled: MyPageError.cancelled) { (_: Void) in answers.delete() }
    var useCase = MyPageUseCase(repository: HeldMyPage.Repository(), now: { Sample.moment })
    useCase.readProfile = AnyUseCase { (_: Void) async throws(MyPageError) -> StoredProfile in
      try await server.read(read)
    }
    useCase.saveProfile = AnyUseCase { (draft: ProfileDraft) async throws(MyPageError) -> StoredProfile in
      try await server.save(draft, save)
    }
    useCase.deleteProfile = AnyUseCase { (_: Void) async throws(MyPageError) in try await server.delete(delete) }
    let routes = recordedRoutes
    store = MyPageStore(useCase: useCase) { routes.all.append($0) }
    server.keep(start.name)
    if start != .idle { await store.load() }
    before = store.state
    server.isHolding = true
  }

  /// All that decides what happens next while nothing runs.
  var memory: AnyHashable {
    [
      AnyHashable(StateFingerprint(store, ignoring: ["wish", "notice"])), AnyHashable(clearsName),
      AnyHashable(server.content.name), AnyHashable(server.content.isKnown),
    ]
  }

  /// All that decides what happens next while actions run.
  var runningMemory: AnyHashable {
    [
      AnyHashable(StateFingerprint(store, ignoring: ["notice"])), AnyHashable(clearsName), AnyHashable(server.content),
      AnyHashable(server.outcomes), AnyHashable(hasChangedForm),
    ]
  }

  /// Whether the notice is the one whose dismissal clears the name that was typed.
  private var clearsName: Bool { store.notice == MyPageMessages.japanese.save(failedWith: .invalidName) }

  /// What is handed in by the action “save”.
  static let input = ProfileInput(name: "花子", gender: 2)
  /// What is handed in by the action “save nothing”.
  static let wrongInput = ProfileInput()

  static let actions: [StoreAction<ExploredStore>] = [
    StoreAction("load") { await $0.perform { await $0.load() } },
    StoreAction("save") { await $0.perform { await $0.save(name: input.name, gender: input.gender) } },
    StoreAction("save nothing") {
      await $0.perform(changesForm: true) { await $0.save(name: wrongInput.name, gender: wrongInput.gender) }
    },
    StoreAction("delete") { await $0.perform { await $0.deleteProfile() } },
    StoreAction("dismiss notice") { await $0.perform(changesForm: true) { $0.dismissNotice() } },
  ]

  private func perform(changesForm: Bool = false, _ action: (MyPageStore) async -> Void) async {
    if runningActions == 0 {
      hasChangedForm = false
      before = store.state
      server.begin()
    }
    if changesForm { hasChangedForm = true }
    runningActions += 1
    await action(store)
    runningActions -= 1
  }
}

/// Where an exploration begins.
enum ExploredStart: CaseIterable, Sendable {
  case idle, unsaved, saved

  /// The name in the profile that the server keeps.
  var name: String? {
    switch self {
    case .idle, .saved: "太郎"
    case .unsaved: nil
    }
  }
}
