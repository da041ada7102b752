import Core
import CoreTesting
import Observation
import StoreExploring
import StoreTesting
import Testing

/// Explorations of Stores that wait for time, for streams, and for what never comes.
@Suite(.withoutLines)
@MainActor
struct TimeTests {
  @Test func `Time passes in steps, in which the earliest sleep ends first`() async {
    let exploration = await Self.explorer { StateFingerprint($0, ignoring: ["state"]).adding($0.state.last) }
      .explore(maximumRunning: 2)
    #expect(exploration.outcome == .clean)
    #expect(exploration.isComplete)
    let names = exploration.graph.nodes.flatMap(\.calls)
    #expect(Set(names) == ["clock"])
  }

  @Test func `A fingerprint that lacks what decides the next state is a finding`() async {
    let explorer = Self.explorer {
      StateFingerprint($0, ignoring: ["state", "typed"]).adding($0.state.last, $0.typed > 1)
    }
    #expect(
      await explorer.explore(maximumRunning: 2).outcome
        == .inconclusive(
          reason: """
            states with an equal fingerprint differ in what follows, after .start("type b") from “[]”: the fingerprint \
            lacks what decides it
            """))
  }

  private static func explorer(
    fingerprint: @escaping (ClockStore) -> StateFingerprint
  ) -> StoreExplorer<ClockStore, [String]> {
    StoreExplorer(
      state: \ClockStore.state,
      actions: StoreAction.each("type", of: ["a", "b"], canBeCancelled: true) { await $0.type($1) },
      invariants: [
        .following("what was typed last is searched last", from: "") { last, exploration in
          if let typed = exploration.started?.last { last = String(typed) }
          if case .cancelled = exploration.lastEvents.first { last = "" }
          return !exploration.isIdle || last.isEmpty || exploration.state.last == last
        },
        .sometimes("typing again replaces a search") { $0.isIdle && $0.state.count == 1 && $0.subject.typed > 1 },
      ], fingerprint: fingerprint
    ) { ClockStore($0.clock()) }
  }

  @Test func `A stored instant is named, because equal states have it at another distance`() async {
    let explorer = StoreExplorer(actions: [StoreAction<Throttled>("load") { $0.load() }]) { Throttled($0.clock()) }
    let exploration = await explorer.explore(maximumRunning: 1)
    #expect(!exploration.isComplete)
    #expect(exploration.leftOut.count == 1, "\(exploration)")
  }

  @Test func `A sleep for ever ends in a step as any other`() async {
    let explorer = StoreExplorer(
      actions: [
        StoreAction<Throttled>("wait") { model in
          try? await model.clock.sleep(for: .seconds(Int.max))
          model.hasWaited = true
        }
      ], invariants: [.sometimes("it has waited") { $0.subject.hasWaited }]
    ) { Throttled($0.clock()) }
    #expect(await explorer.explore(maximumRunning: 1).outcome == .clean)
  }

  @Test func `A launch that waits for a held call is named, and ends`() async {
    let explorer = StoreExplorer(actions: [StoreAction<Throttled>("load") { $0.load() }]) { dependencies in
      let model = Throttled(dependencies.clock())
      try? await model.clock.sleep(for: .seconds(1))
      return model
    }
    #expect(
      await explorer.explore().outcome
        == .inconclusive(
          reason: "the launch waits for “clock”: await that in a task of the model, or in an action"))
  }

  @Test func `A retry sleeps longer each time, and a cancelled sleep throws`() async throws {
    let explorer = StoreExplorer(
      state: \RetryStore.state, actions: [StoreAction("load", canBeCancelled: true) { await $0.load() }],
      invariants: [.whenIdle("three seconds have passed") { $0.state == .idle || $0.state == .loaded(3) }]
    ) { dependencies in
      RetryStore(
        dependencies.clock(),
        load: dependencies.useCase("load") { _ in [.success("ok", 0), .failure("offline", .offline)] })
    }
    let steps: [Step] = [
      .start("load"), .answer("load", with: "offline"), .answer("clock", with: "1.0 seconds pass"),
      .answer("load", with: "offline"), .answer("clock", with: "2.0 seconds pass"), .answer("load", with: "ok"),
    ]
    #expect(try await explorer.replay(steps) == nil)
    let failing = StoreExplorer(
      state: \RetryStore.state, actions: [StoreAction("load", canBeCancelled: true) { await $0.load() }],
      invariants: [.whenIdle("it never gives up") { $0.state != .failed("cancelled") }]
    ) { dependencies in
      RetryStore(dependencies.clock(), load: dependencies.useCase("load") { _ in [.failure("offline", .offline)] })
    }
    let exploration = await failing.explore(depth: 3)
    #expect(exploration.violatingSteps == [.start("load"), .answer("load", with: "offline"), .cancel("load")])
  }

  @Test func `A Store that reads a stream is explored to the end, element by element`() async {
    let explorer = StoreExplorer(
      state: \StreamStore.state,
      actions: [
        StoreAction("listen", canBeCancelled: true, locals: .forgotten, when: { !$0.isListening }) { await $0.listen() }
      ],
      invariants: [
        .sometimes("it is online") { $0.state == "online" }, .sometimes("it is offline") { $0.state == "offline" },
      ], fingerprint: { StateFingerprint($0) }
    ) { dependencies in
      StreamStore(dependencies.stream("reachability", elements: ["up": "online", "down": "offline"]))
    }
    let exploration = await explorer.explore()
    #expect(exploration.isComplete)
    #expect(exploration.outcome == .clean)
    #expect(exploration.bounds.maximumSchedules == 1_000_000)
  }

  @Test func `An action that waits for what no step brings is a finding, and does not hang the run`() async {
    var explorer = StoreExplorer(
      state: \LockedStore.state,
      actions: [
        StoreAction("lock", canBeCancelled: true) { await $0.lock() },
        StoreAction("load", canBeCancelled: true) { await $0.load() },
      ], invariants: []
    ) { dependencies in
      LockedStore(load: dependencies.useCase("load") { _ in [.success("ok", 1)] })
    }
    explorer.patience = 50
    let exploration = await explorer.explore()
    #expect(
      exploration.description == """
        Violated after 2 steps: “lock” does not return: no step answers what it waits for.
        It holds without the first “lock”.

        #expect(try await explorer.replay([
          .start("lock"),
          .start("lock"),
        ]) == nil)

        step   lock #1   lock #2   state
                                   idle
        lock   returns
        lock             starts
        Explored: 844 schedules of up to 8 steps (by length: 2, 6, 20, 59, 151, 261, 255, 90); 1 state of the \
        Store, 308 with what runs in them; 0 transitions.
        """)
  }
}

/// Searches 300 milliseconds after the last key.
@MainActor @Observable
final class ClockStore {
  private(set) var state: [String] = []
  /// The number of texts that were typed, up to 2.
  @ObservationIgnored private(set) var typed = 0
  private var generation = Generation()
  private let clock: ControlledClock

  init(_ clock: ControlledClock) {
    self.clock = clock
  }

  func type(_ text: String) async {
    let current = generation.next()
    typed = min(typed + 1, 2)
    do { try await clock.sleep(for: .milliseconds(300)) } catch { return }
    if generation == current { state.append(text) }
  }
}

/// A model that remembers when it loaded last.
@MainActor @Observable
private final class Throttled {
  var hasWaited = false
  private var last: ControlledClock.Instant?
  let clock: ControlledClock

  init(_ clock: ControlledClock) {
    self.clock = clock
  }

  func load() {
    last = clock.now
  }
}

@MainActor @Observable
final class RetryStore {
  private(set) var state = NumberStore.State.idle
  private let clock: ControlledClock
  private let load: AnyUseCase<Void, Int, LoadError>

  init(_ clock: ControlledClock, load: AnyUseCase<Void, Int, LoadError>) {
    self.clock = clock
    self.load = load
  }

  func load() async {
    let start = clock.now
    for seconds in [1, 2, 4] {
      if let number = try? await load.execute() {
        return state = .loaded(number + Int(start.duration(to: clock.now) / .seconds(1)))
      }
      do { try await clock.sleep(for: .seconds(seconds)) } catch { return state = .failed("cancelled") }
    }
    state = .failed("offline")
  }
}

@MainActor @Observable
final class StreamStore {
  private(set) var state = "unknown"
  private(set) var isListening = false
  private let stream: ControlledStream<String>

  init(_ stream: ControlledStream<String>) {
    self.stream = stream
  }

  func listen() async {
    isListening = true
    for await element in stream { state = element }
    isListening = false
  }
}

/// Takes a lock that it never gives back.
@MainActor @Observable
final class LockedStore {
  private(set) var state = NumberStore.State.idle
  private var isLocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private let load: AnyUseCase<Void, Int, LoadError>

  init(load: AnyUseCase<Void, Int, LoadError>) {
    self.load = load
  }

  isolated deinit {
    for continuation in waiting { continuation.resume() }
  }

  func lock() async {
    if isLocked { await withCheckedContinuation { waiting.append($0) } }
    isLocked = true
  }

  func load() async {
    _ = try? await load.execute()
  }
}
