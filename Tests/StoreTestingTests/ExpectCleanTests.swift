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

        try await explorer.replay([
          .start("toggle"),
          .answer("power", with: "on"),
        ])

        States: off → waiting → on. Running: nothing. Waiting: nothing.
        Schedules: 3 (by number of steps: 1, 2). States: 3. Transitions: 2.
        """
      ])
  }

  @Test func `an exploration that stops before its depth is a failure`() async {
    let messages = await failureMessages {
      await expectClean(explorer(.always("anything") { _ in true }), depth: 3, maximumSchedules: 2)
    }
    #expect(messages.count == 1)
  }
}
