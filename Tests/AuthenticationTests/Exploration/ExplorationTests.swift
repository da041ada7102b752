import Authentication
import StoreExploring
import StoreTesting
import Testing

/// The Store in every order in which three actions can start, be answered and be cancelled.
@MainActor
struct ExplorationTests {
  @Test(arguments: [false, true])
  func `every kind of answer`(isSignedIn: Bool) async {
    await explore(.every, depth: 5, isSignedIn, ExploredStore.actions + ExploredStore.otherActions)
  }

  @Test(arguments: [false, true])
  func `success, one failure and cancellation, one step deeper`(isSignedIn: Bool) async {
    await explore(.few, depth: 6, isSignedIn, ExploredStore.actions)
  }

  private func explore(
    _ answers: ExploredAnswers, depth: Int, _ isSignedIn: Bool, _ actions: [StoreAction<ExploredStore>]
  ) async {
    let explorer = StoreExplorer(
      state: \ExploredStore.store.state, actions: actions, invariants: Invariant.all,
      fingerprint: { StateFingerprint(idle: $0.memory, running: $0.runningMemory) }
    ) { holds in
      await ExploredStore(holds, answers, isSignedIn: isSignedIn)
    }
    let start = ContinuousClock.now
    let exploration = await expectClean(explorer, depth: depth)
    print("AuthStore, \(isSignedIn ? "signed in" : "signed out"), \(answers): \(exploration.pace(in: .now - start))")
  }
}
