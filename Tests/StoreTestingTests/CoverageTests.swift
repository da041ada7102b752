import CoreTesting
import Observation
import StoreExploring
import StoreTesting
import Testing

/// What schedules have seen of what was explored.
@Suite(.withoutLines)
@MainActor
struct CoverageTests {
  @Test func `Coverage counts what schedules have seen, and shows what is missing as schedules`() async {
    let explorer = StoreExplorer(
      state: \NumberStore.state, actions: [StoreAction("load") { await $0.load(1) }], invariants: []
    ) { dependencies in
      NumberStore(
        load: dependencies.useCase("load") { _ in [.success("one", 1), .failure("offline", .offline)] })
    }
    let exploration = await explorer.explore(maximumRunning: 1)
    let coverage = exploration.coverage(of: [
      [.start("load"), .answer("load", with: "one")], [.start("load"), .answer("load", with: "two")],
    ])
    #expect(
      coverage.description == """
        States 3 of 8 (37 %), steps 2 of 12 (16 %), answers 1 of 2 (50 %), \
        pairs of overlapping actions 0 of 0 (100 %).
        Schedule 2 leaves what was explored at step 2, .answer("load", with: "two").

        try await explorer.replay([
          .start("load"),
          .answer("load", with: "one"),
          .start("load"),
          .answer("load", with: "one"),
        ])

        try await explorer.replay([
          .start("load"),
          .answer("load", with: "one"),
          .start("load"),
          .answer("load", with: "offline"),
        ])

        try await explorer.replay([
          .start("load"),
          .answer("load", with: "offline"),
          .start("load"),
          .answer("load", with: "offline"),
        ])

        try await explorer.replay([
          .start("load"),
          .answer("load", with: "offline"),
          .start("load"),
          .answer("load", with: "one"),
          .start("load"),
          .answer("load", with: "one"),
        ])

        try await explorer.replay([
          .start("load"),
          .answer("load", with: "offline"),
          .start("load"),
          .answer("load", with: "one"),
          .start("load"),
          .answer("load", with: "offline"),
        ])
        """)
  }

  @Test func `The schedules of what is missing can be replayed, and see all`() async throws {
    var explorer = signInExplorer(SteadyStore.self)
    explorer.statesBeforeAssumptions = 100
    let exploration = await explorer.explore(maximumRunning: 2)
    #expect(exploration.isComplete)
    let missing = exploration.coverage(of: []).missing()
    for steps in missing { #expect(try await explorer.replay(steps) == nil) }
    let coverage = exploration.coverage(of: missing)
    #expect(coverage.leaving == [])
    #expect(coverage.seenSteps == Set(exploration.graph.edges.indices))
    #expect(coverage.seenStates == Set(exploration.graph.nodes.indices))
    #expect(coverage.missing() == [])
  }

  @Test func `A number of a call counts the calls of its own schedule`() async {
    let explorer = StoreExplorer(
      state: \Pages.state,
      actions: [
        StoreAction("first", when: { $0.state["first"] == nil }) { await $0.load("first") },
        StoreAction("second", when: { $0.state["second"] == nil }) { await $0.load("second") },
        StoreAction("nothing") { _ in },
      ], invariants: []
    ) { dependencies in Pages(load: dependencies.call("load") { _ in [.success("ok", "ok")] }) }
    let exploration = await explorer.explore(maximumRunning: 3)
    for (first, second) in [("first", "second"), ("second", "first")] {
      let coverage = exploration.coverage(of: [
        [.start(first), .start(second), .start("nothing"), .answer("load", call: 1, with: "ok")]
      ])
      let answered = coverage.seenStates.map { exploration.graph.nodes[$0] }.filter { $0.state.contains("ok") }
      #expect(answered.map(\.running) == [[first]])
      #expect(answered.map(\.state) == ["[\"\(second)\": \"ok\"]"])
    }
  }

  @Test func `The transitions that no recording has seen are named`() async {
    let machine = await signInExplorer(SteadyStore.self).explore(depth: 3).machine
    let missing = machine.transitions(notIn: [["signedOut", "loading", "signedIn"], ["loading", "signedOut"]])
    #expect(missing.map { "\($0.from) → \($0.to)" } == ["loading → error", "signedIn → signedOut", "error → loading"])
  }

  @Test func `A random walk has its schedules`() async {
    var explorer = signInExplorer(SteadyStore.self)
    explorer.statesBeforeAssumptions = 100
    let walk = await explorer.walk(steps: 20, walks: 10, maximumRunning: 2, seed: 1)
    #expect(walk.schedules.map(\.count) == Array(repeating: 20, count: 10))
    let coverage = await explorer.explore(maximumRunning: 2).coverage(of: walk.schedules)
    #expect(coverage.leaving == [])
    #expect(coverage.answers.description == "3 of 3 (100 %)")
  }
}

@MainActor @Observable
private final class Pages {
  private(set) var state: [String: String] = [:]
  private let load: (String) async throws -> String

  init(load: @escaping (String) async throws -> String) { self.load = load }

  func load(_ name: String) async {
    guard let page = try? await load(name) else { return }
    state[name] = page
  }
}
