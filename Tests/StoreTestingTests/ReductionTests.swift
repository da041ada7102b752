import StoreExploring
import StoreTesting
import TestSupport
import Testing

/// What a reduced exploration finds is what an exploration of every order finds.
@Suite(.withoutLines)
@MainActor
struct ReductionTests {
  /// One hundred where there is time.
  @Test(arguments: [ProcessTurn.exploresMore ? 100 : 30])
  func `Random Stores are explored alike with and without reduction`(_ count: Int) async {
    var (violated, complete, stoppedEarly) = (0, 0, 0)
    for seed in 1...count {
      let program = RandomProgram(seed: seed)
      let (full, differences) = await compared(program, isJudged: true, depth: program.depth)
      var differencesWithoutInvariant: [String] = []
      if let violation = full.violation {
        // What is found before a violation depends on the order: it is compared without the invariant.
        differencesWithoutInvariant =
          await compared(program, isJudged: false, depth: violation.steps.count + 1).differences
      }
      #expect(differences + differencesWithoutInvariant == [], "seed \(seed)")
      violated += full.violation == nil ? 0 : 1
      complete += full.isComplete ? 1 : 0
      stoppedEarly += full.stoppedEarly ? 1 : 0
    }
    // What stopped early could differ, and what has neither a violation nor an end says little.
    #expect(stoppedEarly == 0)
    #expect((count * 2 / 5...count * 3 / 5).contains(violated))
    #expect(violated + complete >= count * 85 / 100)
  }

  private func compared(
    _ program: RandomProgram, isJudged: Bool, depth: Int
  ) async -> (full: Exploration, differences: [String]) {
    func exploration(isReduced: Bool) async -> Exploration {
      await program.explorer(isJudged: isJudged).explore(
        depth: depth, maximumRunning: program.maximumRunning, maximumSchedules: 3_000, isReduced: isReduced)
    }
    let full = await exploration(isReduced: false)
    return (full, await exploration(isReduced: true).differences(from: full))
  }
}
