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
        StoreAction("delete") { await $0.deleteProfile() },
      ],
      invariants: [.shownActivity, .oneWrite, .doubleTap, .responses, .cancellations],
      fingerprint: { StateFingerprint($0, ignoring: ["notice", "isNameRefused"], onlyWhileRunning: ["generation"]) },
      make: { MyPageStore(useCase: .controlled(by: $0), messages: .japanese) })
    await expectClean(explorer, depth: 6)
  }
}

extension MyPageUseCase {
  fileprivate static func controlled(by dependencies: ControlledDependencies) -> MyPageUseCase {
    MyPageUseCase(
      readProfile: dependencies.useCase("read", whenCancelled: .cancelled) { _ in
        [.success("profile", .saved), .failure("offline", .noNetwork)]
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

  fileprivate static let responses = Self.always("a response is shown, unless it is stale") { moment in
    guard case .answered(let call, with: let label, by: let run) = moment.lastEvents.first else { return true }
    let (before, after) = (moment.previousState.content, moment.state.content)
    switch (call, label) {
    case ("read", _) where moment.isStale(run): return moment.lastStates == [moment.state]
    case ("read", "profile"): return moment.state == .saved(form: before?.form ?? ProfileInput())
    case (_, "saved"): return moment.state == .saved()
    case (_, "deleted"): return moment.state == .unsaved()
    default: return (after?.profile, after?.form) == (before?.profile, before?.form)
    }
  }

  fileprivate static let cancellations = Self.whenIdle("cancelled work restores the state") { moment in
    moment.state == moment.states[0]
      || moment.events.contains { event in
        if case .answered = event { true } else { false }
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
