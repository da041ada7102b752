import Core
import Dispatch
import StoreExploring
import StoreTesting
import Testing

@MainActor
struct ExpectCleanTests {
  private func explorer(_ invariant: Invariant<LightStore, String>) -> StoreExplorer<LightStore, String> {
    StoreExplorer(
      state: \LightStore.state, actions: [StoreAction("toggle") { await $0.toggle() }], invariants: [invariant]
    ) { dependencies in
      LightStore(power: dependencies.useCase("power") { _ in [.success("on")] })
    }
  }

  @Test func `A Store that keeps its invariants passes`() async {
    let exploration = await expectClean(explorer(.whenIdle("it does not wait") { $0.state != "waiting" }), depth: 3)
    #expect(exploration.machine.states == ["off", "waiting", "on"])
  }

  @Test func `A violation is a failure with the shortest schedule`() async {
    let messages = await failureMessages {
      await expectClean(explorer(.always("it is never on") { $0.state != "on" }), depth: 3)
    }
    #expect(
      messages == [
        """
        Violated after 2 steps: it is never on.

        #expect(try await explorer.replay([
          .start("toggle"),
          .answer("power", with: "on"),
        ]) == nil)

        States: off → waiting → on. Running actions: none. Pending calls: none.
        Explored: 3 schedules (by length: 1, 2), 3 states, 2 transitions.
        """
      ])
  }

  @Test func `An exploration that stops before its depth is a failure`() async {
    let messages = await failureMessages {
      await expectClean(explorer(.always("anything") { _ in true }), depth: 3, maximumSchedules: 2)
    }
    #expect(
      messages == [
        """
        Every invariant held.
        Explored: 2 schedules (by length: 1, 1), 2 states, 1 transition.
        Not covered: more than 3 steps, more than 3 actions at once, and the remaining schedules of 2 steps or more \
        beyond the maximum of 2 schedules.
        """
      ])
  }

  @Test func `An inconclusive exploration is a failure with its reason`() async {
    let explorer = StoreExplorer(
      state: \LightStore.state, actions: [StoreAction("toggle") { await $0.toggle() }],
      invariants: [.always("anything") { _ in true }]
    ) { dependencies in
      let power: AnyUseCase<Void, Void, Never> = dependencies.useCase("power") { _ in [.success("on")] }
      return LightStore(power: AnyUseCase { (_: Void) in await Elsewhere().execute(power) })
    }
    let messages = await failureMessages { await expectClean(explorer, depth: 3) }
    #expect(
      messages == [
        """
        Inconclusive, because the explorer cannot tell when the Store is idle: “power” is called off the main actor. \
        An action must return when its work is done, and its work must stay on the main actor.
        Explored: 1 schedule (by length: 1), 3 states, 2 transitions.
        """
      ])
  }

  @Test(arguments: [("4", 4), ("2", 3), ("deep", 3)])
  func `An environment variable makes explorations deeper, and is a failure if it is no number`(
    value: String, depth: Int
  ) async {
    var messages: [String] = []
    let exploration = await expectClean(
      explorer(.always("anything") { _ in true }), depth: 3, maximumRunning: 1, maximumSchedules: 100,
      requestedDepth: value
    ) { messages.append($0) }
    #expect(exploration.bounds.depth == depth)
    #expect(messages == (value == "deep" ? ["FOCAL_EXPLORATION_DEPTH must be a number of steps, not “deep”."] : []))
  }
}

/// An actor with its own queue, whose work the explorer cannot follow.
private actor Elsewhere {
  private let queue = Queue()
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func execute(_ useCase: AnyUseCase<Void, Void, Never>) async {
    await useCase.execute()
  }

  private final class Queue: SerialExecutor {
    private let queue = DispatchQueue(label: "elsewhere")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
}
