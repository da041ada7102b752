import Core
import CoreTesting
import StoreExploring
import StoreTesting
import Testing

@Suite(.withoutLines)
@MainActor
struct RandomWalkTests {
  private func explorer(_ invariants: [Invariant<RacingStore, SignInState>]) -> StoreExplorer<RacingStore, SignInState>
  {
    signInExplorer(RacingStore.self, invariants)
  }

  @Test func `A random schedule that violates an invariant is shrunk to the shortest, and its seed is printed`() async {
    let walk = await explorer([.failureKeepsUser]).walk(steps: 60, walks: 20, seed: 7)
    #expect(walk.violation?.steps.count == 4)
    #expect(walk.description.hasPrefix("Violated after 4 steps: a failure does not sign out."))
    #expect(walk.description.contains(/after [1-9]\d* random steps/))
    #expect(walk.description.hasSuffix("shrunk to 4; no shorter schedule of these actions violates it."))
    #expect(await explorer([.failureKeepsUser]).walk(steps: 60, walks: 1, seed: walk.seed).violation == walk.violation)
  }

  @Test(arguments: [(1, ""), (20_000, "; no shorter schedule of these actions violates it")])
  func `Shrinking leaves out steps as long as the same invariant is violated, and says where it had to stop`(
    maximumSchedules: Int, claim: String
  ) async {
    let first = Invariant<RacingStore, SignInState>.always("the first action is a login") {
      $0.lastEvents.first?.run?.number != 1 || $0.started != "logout"
    }
    var explorer = explorer([.failureKeepsUser, first])
    explorer.maximumShrinkingSchedules = maximumSchedules
    let walk = await explorer.walk(steps: 60, walks: 1, seed: 16)
    #expect(walk.violation?.invariant == "a failure does not sign out")
    #expect(walk.violation?.steps.count == 4)
    #expect(walk.description.hasSuffix("Found with seed 16 after 10 random steps, and shrunk to 4\(claim)."))
  }

  @Test func `Random schedules of actions over many arguments hold, up to a seed`() async {
    let explorer = StoreExplorer(
      state: \NumberStore.state,
      actions: StoreAction.each("load", of: Array(1...50), canBeCancelled: true) { await $0.load($1) },
      invariants: [.whenIdle("nothing is loading") { $0.state != .loading }]
    ) { dependencies in
      NumberStore(load: dependencies.useCase("load") { number in [.success("\(number)", number)] })
    }
    let walk = await explorer.walk(steps: 20, walks: 5, seed: 1)
    #expect(walk.violation == nil)
    #expect(walk.description == "Every invariant held in 5 random schedules of 20 steps, up to seed 5.")
  }

  @Test func `Nothing is claimed of work that no action awaits where steps are awaited`() async {
    var explorer = StoreExplorer(
      state: \TaskStore.state,
      actions: [StoreAction("load", canBeCancelled: true) { store in Task.immediate { await store.finish() } }],
      invariants: []
    ) { dependencies in
      TaskStore(load: dependencies.useCase("load", whenCancelled: .cancelled) { _ in [.failure("offline", .offline)] })
    }
    explorer.isAwaited = true
    let walk = await explorer.walk(steps: 5, walks: 5, seed: 3)
    #expect(
      walk.description == "Inconclusive with seed 3: “load” has returned before its call “load” was answered: await it."
    )
  }
}
