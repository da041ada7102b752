import Feed
import StoreExploring
import StoreTesting
import Testing

/// The Store in every order in which three actions can start, be answered and be cancelled.
@MainActor
struct ExplorationTests {
  @Test(arguments: [false, true])
  func `every kind of answer`(isLoaded: Bool) async {
    await explore(.every, depth: 5, isLoaded: isLoaded)
  }

  @Test(arguments: [false, true])
  func `success, one failure and cancellation, one step deeper`(isLoaded: Bool) async {
    await explore(.few, depth: 6, isLoaded: isLoaded)
  }

  private func explore(_ answers: ExploredAnswers, depth: Int, isLoaded: Bool) async {
    let explorer = StoreExplorer(
      state: \ExploredStore.store.state, actions: isLoaded ? ExploredStore.actions : ExploredStore.firstActions,
      invariants: Invariant.all,
      fingerprint: { $0.fingerprint }
    ) { holds in
      await ExploredStore(holds, answers, isLoaded: isLoaded)
    }
    let start = ContinuousClock.now
    let exploration = await expectClean(explorer, depth: depth)
    print("FeedStore, \(isLoaded ? "loaded" : "idle"), \(answers): \(exploration.pace(in: .now - start))")
    print(exploration.schedulesByDepth)
  }
}
