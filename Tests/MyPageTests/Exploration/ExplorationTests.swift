import Core
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
        StoreAction("load") { await $0.load() },
        StoreAction("save") { await $0.save(name: ProfileInput.typed.name, gender: ProfileInput.typed.gender) },
        StoreAction("save invalid") { await $0.save(name: "", gender: 0) },
        StoreAction("delete") { await $0.deleteProfile() },
      ],
      invariants: [.idle, .shownActivity, .oneWrite, .doubleTap, .responses, .failures, .cancellations],
      fingerprint: { StateFingerprint($0, ignoring: ["notice", "isNameRefused"], onlyWhileRunning: ["generation"]) },
      make: { MyPageStore(useCase: .controlled(by: $0), messages: .japanese) })
    await expectClean(explorer, depth: 6)
  }
}

extension MyPageUseCase {
  fileprivate static func controlled(by dependencies: ControlledDependencies) -> MyPageUseCase {
    MyPageUseCase(
      readProfile: dependencies.useCase("read", whenCancelled: .cancelled) { _ in
        [.success("profile", .saved), .success("none", .none), .failure("offline", .noNetwork)]
      },
      saveProfile: dependencies.useCase("save", whenCancelled: .cancelled) { _ in
        [.success("saved", .saved), .failure("offline", .noNetwork)]
      },
      deleteProfile: dependencies.useCase("delete", whenCancelled: .cancelled) { _ in
        [.success("deleted"), .failure("offline", .noNetwork)]
      }, now: { .article })
  }
}

@MainActor
extension Invariant<MyPageStore, MyPageState> {
  fileprivate static let idle = Self.whenIdle("nothing is shown as in progress while nothing runs") { moment in
    moment.state != .loading && [nil, .idle].contains(moment.state.content?.activity)
  }

  fileprivate static let shownActivity = Self.always("what is shown as in progress waits for its response") { moment in
    let calls = moment.calls.map(\.name)
    guard let activity = moment.state.content?.activity else {
      return (moment.state == .loading) == calls.contains("read")
    }
    return (activity == .saving) == calls.contains("save") && (activity == .deleting) == calls.contains("delete")
  }

  fileprivate static let oneWrite = Self.always("one save or delete runs at a time") { moment in
    moment.calls.count { $0.name != "read" } <= 1
  }

  fileprivate static let doubleTap = Self.always("a double tap sends one request") { !$0.isDoubleTap || !$0.makesCall }

  fileprivate static let responses = Self.always("a response is shown, unless a save or a delete made it stale") {
    moment in
    guard case .answered(let call, with: let label, by: let run) = moment.lastEvents.first else { return true }
    let form = moment.previousState.content?.form ?? ProfileInput()
    switch (call, label) {
    case ("read", _) where moment.isStale(run): return moment.lastStates == [moment.state]
    case ("read", "profile"): return moment.state == .saved(form: form)
    case ("read", "none"): return moment.state == .unsaved(form: form)
    case (_, "saved"): return moment.state == .saved() && moment.subject.notice == .saveDone
    case (_, "deleted"): return moment.state == .unsaved() && moment.subject.notice == .deleteDone
    default: return true
    }
  }

  fileprivate static let failures = Self.always("a failure is presented, and keeps the profile and the form") {
    moment in
    guard case .answered(let call, with: "offline", by: let run) = moment.lastEvents.first, !moment.isStale(run) else {
      return true
    }
    let (before, notice) = (moment.previousState.content, moment.subject.notice)
    let isKept = moment.state.content?.profile == before?.profile && moment.state.content?.form == before?.form
    switch call {
    case "read": return isKept && notice == .readFailed && (before != nil || moment.state == .readFailed)
    case "save": return isKept && notice == .saveFailed
    default: return isKept && notice == .deleteFailed
    }
  }

  fileprivate static let cancellations = Self.whenIdle("cancelled work restores the state") { moment in
    moment.state == moment.states[0]
      || moment.events.contains { event in
        switch event {
        case .started(let run): run.name == "save invalid"
        case .answered: true
        case .called, .cancelled, .returned: false
        }
      }
  }
}

extension ExplorationState {
  /// Whether a save or a delete was sent after the request of this run.
  fileprivate func isStale(_ run: ActionRun) -> Bool {
    let calls = events.compactMap { event -> (name: String, number: Int)? in
      if case .called(let name, by: let caller) = event { (name, caller.number) } else { nil }
    }
    guard let request = calls.firstIndex(where: { $0.name == "read" && $0.number == run.number }) else { return false }
    return calls[request...].contains { $0.name != "read" }
  }
}
