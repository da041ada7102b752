import CoreTesting
import StoreExploring
import Testing

@MainActor
struct StateMachineTests {
  @Test func `The explored state machine is drawn as a diagram`() async {
    let exploration = await signInExplorer(SteadyStore.self).explore(depth: 3)
    #expect(
      exploration.machine.mermaid == """
        stateDiagram-v2
          state "signedOut" as s0
          state "loading" as s1
          state "signedIn" as s2
          state "error" as s3
          [*] --> s0
          s0 --> s1: login
          s1 --> s0: logout, cancelled
          s1 --> s2: login answers taro
          s1 --> s3: login answers offline
          s2 --> s0: logout
          s3 --> s1: login

        """)
  }

  @Test func `Answers that lead to the same state share an arrow`() async {
    let explorer = StoreExplorer(
      state: \NumberStore.state, actions: [StoreAction("load", canBeCancelled: true) { await $0.load(1) }],
      invariants: []
    ) { dependencies in
      NumberStore(load: dependencies.useCase("load") { _ in [.success("one", 1), .success("two", 2)] })
    }
    #expect(await explorer.explore(depth: 2).machine.mermaid.contains(": load answers one or two\n"))
  }

  @Test func `A state is named by its case, or else in full`() {
    #expect(StateName.ofCase(NumberStore.State.loaded(1)) == "loaded")
    #expect(StateName.ofCase(StoreChange(from: 1, to: 2)) == "StoreChange<Int>(from: 1, to: 2)")
  }

  @Test func `The table of the state machine shows the cells that were never reached`() async {
    let exploration = await signInExplorer(SteadyStore.self).explore(depth: 2)
    #expect(
      exploration.machine.table == """
        | action | signedOut | loading | signedIn | error |
        |---|---|---|---|---|
        | `login` | loading | unchanged | never reached | never reached |
        | `logout` | unchanged | signedOut | never reached | never reached |

        """)
    #expect(exploration.machine.outcomes(of: "login", in: "signedIn") == [])
  }
}
