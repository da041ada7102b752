import MyPage
import StoreExploring
import StoreTesting
import Testing

/// The Store in every order in which three actions can start, be answered and be cancelled.
@MainActor
struct ExplorationTests {
  @Test(arguments: ExploredStart.allCases)
  func `every kind of answer`(start: ExploredStart) async {
    await explore(.every, depth: 5, start)
  }

  @Test(arguments: ExploredStart.allCases)
  func `success, one failure and cancellation, one step deeper`(start: ExploredStart) async {
    await explore(.few, depth: 6, start)
  }

  private func explore(_ answers: ExploredAnswers, depth: Int, _ start: ExploredStart) async {
    let explorer = StoreExplorer(
      state: \ExploredStore.store.state, actions: ExploredStore.actions, invariants: Invariant.all,
      fingerprint: { StateFingerprint(idle: $0.memory, running: $0.runningMemory) }
    ) { holds in
      await ExploredStore(holds, answers, start)
    }
    let began = ContinuousClock.now
    let exploration = await expectClean(explorer, depth: depth)
    print("MyPageStore, \(start), \(answers): \(exploration.pace(in: .now - began))")
  }
}
