import Core
import CoreTesting
import StoreExploring
import Testing

/// A schedule that is taken by hand.
@MainActor
struct LiveScheduleTests {
  private func explorer(
    _ invariants: [Invariant<NumberStore, NumberStore.State>] = []
  ) -> StoreExplorer<NumberStore, NumberStore.State> {
    let make: @MainActor (ControlledDependencies) -> NumberStore = { dependencies in
      NumberStore(
        load: dependencies.useCase("load", whenCancelled: .cancelled) { number in
          [.success("\(number)", number), .failure("offline", .offline)]
        })
    }
    var explorer = StoreExplorer(
      state: \NumberStore.state, actions: [StoreAction("load", canBeCancelled: true) { await $0.load(1) }],
      invariants: invariants, stateName: { "\($0)" }, relaunch: { _, dependencies in make(dependencies) }, make: make)
    // A number that the user has typed.
    explorer.actionNamed = { name in
      Int(name.replacing("load ", with: "")).map { number in StoreAction(name) { await $0.load(number) } }
    }
    return explorer
  }

  @Test func `Each step shows its state, its calls and what can come next`() async throws {
    let schedule = await LiveSchedule(explorer())
    #expect(schedule.state == .idle && schedule.calls.isEmpty && schedule.possible == [.start("load"), .kill])
    try await schedule.take(.start("load 7"))
    #expect(schedule.state == .loading && schedule.running.map(\.name) == ["load 7"])
    #expect(schedule.calls.map(\.name) == ["load"] && schedule.calls.map(\.answers) == [["7", "offline"]])
    #expect(schedule.calls[0].action == schedule.running[0] && schedule.calls[0].sleep == nil)
    try await schedule.take(.answer("load", with: "7"))
    #expect(schedule.state == .loaded(7) && schedule.running.isEmpty && schedule.calls.isEmpty)
    #expect(schedule.steps == [.start("load 7"), .answer("load", with: "7")])
    #expect(schedule.lastEvents.map(\.run?.name) == ["load 7", "load 7"])
  }

  @Test func `It goes back to any step, with a subject of its own`() async throws {
    let schedule = await LiveSchedule(explorer())
    let steps: [Step] = [.start("load"), .answer("load", with: "offline"), .kill, .start("load"), .cancel("load")]
    for step in steps { try await schedule.take(step) }
    let last = schedule.subject
    #expect(schedule.state == .idle)
    try await schedule.goBack(to: 2)
    #expect(schedule.state == .failed("offline") && schedule.subject !== last)
    #expect(schedule.steps == Array(steps.prefix(2)))
    try await schedule.goBack(to: 0)
    #expect(schedule.state == .idle && schedule.steps.isEmpty)
  }

  @Test func `Every state of a graph is visited once, by a shortest schedule`() async throws {
    let explorer = explorer()
    let graph = await explorer.explore(depth: 4, maximumRunning: 2).graph
    var visited: [Int: (state: String, steps: [Step])] = [:]
    try await explorer.visitStates(of: graph) { store, node, steps in
      #expect(visited.updateValue(("\(store.state)", steps), forKey: node) == nil)
    }
    #expect(visited.count == graph.nodes.count && graph.nodes.count > 3)
    var distances = [0: 0]
    for length in 1...4 {
      for edge in graph.edges where distances[edge.from] == length - 1 && distances[edge.to] == nil {
        distances[edge.to] = length
      }
    }
    for (node, visit) in visited {
      #expect(visit.state == graph.nodes[node].state)
      #expect(visit.steps.count == distances[node])
    }
  }

  @Test func `An impossible step changes nothing`() async throws {
    let schedule = await LiveSchedule(explorer())
    try await schedule.take(.start("load"))
    let impossible = await #expect(throws: ImpossibleStep.self) {
      try await schedule.take(.answer("load", with: "2"))
    }
    #expect(impossible?.index == 1 && impossible?.step == .answer("load", with: "2"))
    #expect(
      impossible?.possible == [
        .start("load"), .answer("load", with: "1"), .answer("load", with: "offline"), .cancel("load"), .kill,
      ])
    #expect(schedule.state == .loading && schedule.steps == [.start("load")])
  }

  @Test func `An action is cancelled by the number of its start`() async throws {
    let schedule = await LiveSchedule(explorer())
    try await schedule.take(.start("load"))
    let run = try #require(schedule.running.first)
    #expect(schedule.cancellation(ofRun: run.number) == .cancel("load"))
    #expect(schedule.cancellation(ofRun: run.number + 1) == nil)
    try await schedule.take(.cancel("load"))
    #expect(schedule.state == .idle && schedule.running.isEmpty)
    #expect(schedule.cancellation(ofRun: run.number) == nil)
  }

  @Test func `A violated invariant is told with its steps`() async throws {
    let schedule = await LiveSchedule(explorer([.always("nothing fails") { $0.state != .failed("offline") }]))
    try await schedule.take(.start("load"))
    #expect(schedule.violation == nil)
    try await schedule.take(.answer("load", with: "offline"))
    #expect(schedule.violation?.invariant == "nothing fails" && schedule.violation?.steps == schedule.steps)
  }

  @Test func `Steps that are forgotten take no memory, and the subject goes on`() async throws {
    let schedule = await LiveSchedule(explorer())
    try await schedule.take(.start("load"))
    schedule.forgetSteps()
    try await schedule.take(.answer("load", with: "1"))
    #expect(schedule.steps.isEmpty && schedule.state == .loaded(1))
  }

  @Test func `What comes from outside of the process goes on without a step, and is told`() async throws {
    let (elements, source) = AsyncStream.makeStream(of: Int.self)
    let explorer = StoreExplorer(
      state: \NumberStore.state,
      actions: [StoreAction("listen") { store in for await number in elements { await store.load(number) } }],
      stateName: { "\($0)" }
    ) { dependencies in
      NumberStore(load: dependencies.useCase("load", whenCancelled: .cancelled) { [.success("\($0)", $0)] })
    }
    let schedule = await LiveSchedule(explorer)
    try await schedule.take(.start("listen"))
    await withCheckedContinuation { told in
      schedule.onOutsideWork = { told.resume() }
      Task.detached { source.yield(3) }
    }
    #expect(schedule.state == .loading && schedule.calls.map(\.answers) == [["3"]])
    try await schedule.take(.answer("load", with: "3"))
    #expect(schedule.state == .loaded(3))
    schedule.onOutsideWork = {}
    source.finish()
  }

  @Test func `A replayed schedule whose state is another one says which`() async throws {
    #expect(
      try await explorer().replay([(.start("load 7"), "loading"), (.answer("load", with: "7"), "loaded(7)")]) == nil)
    let violation = try await explorer().replay([(.start("load 7"), "idle"), (.answer("load", with: "7"), "loaded(7)")])
    #expect(violation?.invariant == "after step 1 the state is “idle”, not “loading”")
    #expect(violation?.steps == [.start("load 7")])
  }
}
