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
    ) { holds in
      LightStore(power: holds.useCase("power") { _ in [.success("on")] })
    }
  }

  @Test func `a Store that keeps its invariants passes`() async {
    let exploration = await expectClean(explorer(.whenQuiet("it does not wait") { $0.state != "waiting" }), depth: 3)
    #expect(exploration.machine.states == ["off", "waiting", "on"])
  }

  @Test func `a violation is a failure with the shortest schedule`() async {
    let messages = await failureMessages {
      await expectClean(explorer(.always("it is never on") { $0.state != "on" }), depth: 3)
    }
    #expect(
      messages == [
        """
        It does not hold that it is never on, after 2 steps:

        #expect(try await explorer.replay([
          .start("toggle"),
          .answer("power", with: "on"),
        ]) == nil)

        States: off → waiting → on. Running: nothing. Waiting: nothing.
        Schedules: 3 (by number of steps: 1, 2). States: 3. Transitions: 2.
        """
      ])
  }

  @Test func `an exploration that stops before its depth is a failure`() async {
    let messages = await failureMessages {
      await expectClean(explorer(.always("anything") { _ in true }), depth: 3, maximumSchedules: 2)
    }
    #expect(
      messages == [
        """
        Every invariant held.
        Schedules: 2 (by number of steps: 1, 1). States: 2. Transitions: 1.
        Not covered: more than 3 steps, more than 3 actions at once, and what was left of the schedules of 2 steps and \
        more when the bound of 2 schedules was reached.
        """
      ])
  }

  @Test func `an exploration that can claim nothing is a failure with its reason`() async {
    let explorer = StoreExplorer(
      state: \LightStore.state, actions: [StoreAction("toggle") { await $0.toggle() }],
      invariants: [.always("anything") { _ in true }]
    ) { holds in
      let power: AnyUseCase<Void, Void, Never> = holds.useCase("power") { _ in [.success("on")] }
      return LightStore(power: AnyUseCase { (_: Void) in await Elsewhere().execute(power) })
    }
    let messages = await failureMessages { await expectClean(explorer, depth: 3) }
    #expect(
      messages == [
        """
        It cannot be known when all is quiet, so nothing is claimed: “power” is called away from the main actor. An \
        action must return when its work is done, and its work must stay on the main actor.
        Schedules: 1 (by number of steps: 1). States: 3. Transitions: 2.
        """
      ])
  }
}

/// An actor with a queue of its own, where no explorer can follow.
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
