import Core
import CoreTesting
import MyPage
import StoreExploring
import StoreTesting
import Testing

/// The Store in every order in which its actions can be started, answered and cancelled.
@MainActor
struct ExplorationTests {
  @Test func `No order of actions, responses and cancellations breaks an invariant`() async {
    let explorer = StoreExplorer(
      state: \MyPageStore.state,
      actions: [
        StoreAction("load", canBeCancelled: true, locals: .uselessWhenStale) { await $0.load() },
        StoreAction("save", canBeCancelled: true, locals: .uselessWhenStale) {
          await $0.save(name: ProfileInput.typed.name, gender: ProfileInput.typed.gender)
        },
        StoreAction("delete", canBeCancelled: true, locals: .uselessWhenStale) { await $0.deleteProfile() },
        StoreAction("dismiss notice", canBeCancelled: true) { $0.dismissNotice() },
      ],
      invariants: [.shownActivity, .oneWrite, .doubleTap, .responses, .cancellations],
      fingerprint: { store in
        StateFingerprint(store.memory.withoutGenerations, identifiers: [store.memory.generation]).keptByActions()
      },
      make: { MyPageStore(useCase: .controlled(by: $0), messages: .japanese) })
    await expectComplete(explorer)
  }
}

extension MyPageUseCase {
  fileprivate static func controlled(by dependencies: ControlledDependencies) -> MyPageUseCase {
    let save: @Sendable (ProfileDraft) -> [HeldAnswer<Profile, MyPageError>] = { _ in
      [.success("saved", .saved), .failure("offline", .noNetwork)]
    }
    let repository = ReplacedMyPageRepository(
      reading: dependencies.useCase("read", whenCancelled: .cancelled) { _ in
        [.success("profile", .saved), .failure("offline", .noNetwork)]
      },
      registering: dependencies.useCase("register", whenCancelled: .cancelled) {
        save($0) + [.failure("there is one", .alreadyRegistered)]
      },
      saving: dependencies.useCase("save", whenCancelled: .cancelled, answers: save),
      deleting: dependencies.useCase("delete", whenCancelled: .cancelled) { _ in
        [.success("deleted"), .failure("offline", .noNetwork)]
      })
    return MyPageUseCase(repository: repository, now: { .article })
  }
}

@MainActor
extension Invariant<MyPageStore, MyPageState> {
  fileprivate static let shownActivity = Self.always("what is shown as in progress waits for its response") { moment in
    let calls = moment.calls.map(\.name)
    guard let activity = moment.state.content?.activity else {
      return (moment.state == .loading) == calls.contains("read")
    }
    let isSaving = calls.contains("save") || calls.contains("register")
    return (activity == .saving) == isSaving && (activity == .deleting) == calls.contains("delete")
  }

  fileprivate static let oneWrite = Self.always("one save or delete runs at a time") { moment in
    moment.calls.count { $0.name != "read" } <= 1
  }

  fileprivate static let doubleTap = Self.always("a double tap sends one request", when: { $0.isDoubleTap }) {
    !$0.makesCall
  }

  fileprivate static let responses = Self.following("a response is shown, unless it is stale", from: PendingReads()) {
    reads, moment in
    defer { reads.note(moment.lastEvents) }
    guard case .answered(let call, with: let label, by: let run) = moment.lastEvents.first else { return true }
    let (before, after) = (moment.previousState.content, moment.state.content)
    switch (call, label) {
    case ("read", _) where reads.isStale[run.number] == true: return moment.lastStates == [moment.state]
    case ("read", "profile"): return moment.state == .saved(form: before?.form ?? ProfileInput())
    case ("register", "there is one"): return moment.calls.contains { $0.name == "read" }
    case (_, "saved"): return moment.state == .saved()
    case (_, "deleted"): return moment.state == .unsaved()
    default: return (after?.profile, after?.form) == (before?.profile, before?.form)
    }
  }

  fileprivate static let cancellations = Self.following(
    "cancelled work restores the state, without a notice", from: MyPageState?.some(.idle)
  ) { before, moment in
    if moment.answered != nil { before = nil }
    guard moment.isIdle else { return true }
    defer { before = moment.subject.notice == nil ? moment.state : nil }
    return before == nil || before == moment.state && moment.subject.notice == nil
  }
}

/// Which of the reads in progress began before the last save or delete, by the numbers of their runs.
private struct PendingReads: Hashable {
  var isStale: [Int: Bool] = [:]

  private var flags: [Bool] { isStale.sorted { $0.key < $1.key }.map(\.value) }

  mutating func note(_ events: ArraySlice<Event>) {
    for event in events {
      switch event {
      case .called("read", by: let run): isStale[run.number] = false
      case .called: isStale = isStale.mapValues { _ in true }
      case .returned(let run): isStale[run.number] = nil
      case .started, .answered, .cancelled, .killed, .served: break
      }
    }
  }

  /// The numbers, which grow, tell apart no states.
  static func == (left: Self, right: Self) -> Bool { left.flags == right.flags }

  func hash(into hasher: inout Hasher) { hasher.combine(flags) }
}
