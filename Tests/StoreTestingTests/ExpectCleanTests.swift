import Core
import CoreTesting
import Dispatch
import StoreExploring
import StoreTesting
import Testing

@Suite(.withoutLines)
@MainActor
struct ExpectCleanTests {
  private func explorer(_ invariant: Invariant<LightStore, String>) -> StoreExplorer<LightStore, String> {
    StoreExplorer(
      state: \LightStore.state, actions: [StoreAction("toggle", canBeCancelled: true) { await $0.toggle() }],
      invariants: [invariant]
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
    #expect(messages.map { $0.hasPrefix("Violated after 2 steps: it is never on.\n") } == [true])
  }

  @Test func `A failure in Markdown has the violation, what decides it, a diagram and the schedule`() async throws {
    let explorer = explorer(.always("it is never on") { $0.state != "on" })
    let violation = try #require(await expectViolation(of: "it is never on", explorer))
    let why = try #require(violation.why)
    func summary(_ violation: Violation?) -> String {
      TestFailure(message: "Not complete.", fileID: "AppTests/LampTests.swift", filePath: "", line: 7, column: 1)
        .summary(violation, of: "A lamp is off")
    }
    #expect(
      summary(violation) == """
        ## Violated after 2 steps: it is never on

        \(why)

        ```mermaid
        \(violation.mermaid)```

        ```swift
        #expect(try await explorer.replay([
          .start("toggle"),
          .answer("power", with: "on"),
        ]) == nil)
        ```

        The test is “A lamp is off”, at AppTests/LampTests.swift:7.

        """)
    #expect(
      summary(nil) == """
        ## Failed

        ```text
        Not complete.
        ```

        The test is “A lamp is off”, at AppTests/LampTests.swift:7.

        """)
  }

  @Test func `An exploration that stops before its depth is a failure`() async {
    let messages = await failureMessages {
      await expectClean(explorer(.always("anything") { _ in true }), depth: 3, maximumSchedules: 2)
    }
    #expect(messages.map { $0.hasPrefix("Every invariant held.\nNot complete: ") } == [true])
  }

  @Test func `An exploration that does not end, or a planted violation that is not found, is a failure`() async {
    let anything = Invariant<LightStore, String>.always("anything") { _ in true }
    let neverOn = Invariant<LightStore, String>.always("it is never on") { $0.state != "on" }
    let messages = await failureMessages {
      await expectComplete(explorer(anything), maximumSchedules: 2)
      await expectViolation(of: "anything", explorer(anything), maximumSchedules: 2)
      await expectViolation(of: "it is never on", explorer(neverOn), depth: 1)
    }
    #expect(messages.count == 3)
    #expect(messages.first?.hasPrefix("Every invariant held.\nNot complete: ") == true)
    for (message, invariant) in zip(messages.dropFirst(), ["anything", "it is never on"]) {
      #expect(message.hasPrefix("Expected a violation of “\(invariant)”.\nEvery invariant held.\nNot complete: "))
    }
    let violation = await expectViolation(of: "it is never on", explorer(neverOn))
    #expect(violation?.steps == [.start("toggle"), .answer("power", with: "on")])
  }

  @Test func `A random schedule that violates an invariant is a failure with its seed`() async {
    let messages = await failureMessages {
      await expectClean(walking: explorer(.always("it is never on") { $0.state != "on" }), steps: 20, walks: 5, seed: 1)
    }
    #expect(messages.first?.contains("Found with seed 1 after ") == true)
    await expectClean(walking: explorer(.always("anything") { _ in true }), steps: 5, walks: 2)
  }

  @Test func `An inconclusive exploration is a failure with its reason`() async {
    let explorer = StoreExplorer(
      state: \LightStore.state, actions: [StoreAction("toggle", canBeCancelled: true) { await $0.toggle() }],
      invariants: [.always("anything") { _ in true }]
    ) { dependencies in
      let power: AnyUseCase<Void, Void, Never> = dependencies.useCase("power") { _ in [.success("on")] }
      return LightStore(power: AnyUseCase { (_: Void) in await Elsewhere().execute(power) })
    }
    let messages = await failureMessages { await expectClean(explorer, depth: 3) }
    #expect(messages.map { $0.contains("“power” is called off the main actor") } == [true])
  }

  @Test(arguments: [("4", 4), ("2", 3), ("deep", 3)])
  func `An environment variable makes explorations deeper, and is a failure if it is no number`(
    value: String, depth: Int
  ) async {
    var messages: [String] = []
    let exploration = await expectClean(
      explorer(.always("anything") { _ in true }), depth: 3, maximumRunning: 1, maximumSchedules: 100,
      requestedDepth: value
    ) { message, _ in messages.append(message) }
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
