import CoreTesting
import Observation
import StoreExploring
import StoreTesting
import Testing

/// The graph of the states, which is found on subjects that go on from one state to the next.
@Suite(.withoutLines)
@MainActor
struct ScheduleGraphTests {
  @Test(arguments: GraphStore.allCases)
  func `The same exploration finds the same again`(store: GraphStore) async {
    #expect(await store.explore(JudgeCount()) == store.explore(JudgeCount()))
  }

  @Test(arguments: [GraphStore.complete, .racing])
  func `Each step is taken once, on subjects that go on`(store: GraphStore) async {
    let count = JudgeCount()
    let found = await store.explore(count)
    #expect(found.isComplete)
    #expect(count.steps == found.schedules - found.deducedSteps)
    #expect(count.subjects < found.schedules / 4)
  }

  /// Equal states can be found first by a schedule whose calls of the same name have another order.
  @Test func `The schedule to each state leads there`() async throws {
    let reached = Reached()
    let explorer = Selection.explorer([.always("it is noted") { reached.note($0) }])
    let graph = await explorer.explore(maximumRunning: 2).graph
    var wrong: [[Step]] = []
    for (number, node) in graph.nodes.enumerated() {
      let path = graph.path(to: number)
      let violation = try await explorer.replay(path)
      #expect(violation == nil)
      if reached.state != node.state || reached.running != node.running.sorted() { wrong.append(path) }
    }
    #expect(graph.nodes.count > 80)
    #expect(wrong == [])
  }

  @Test func `A violation in a state that another schedule found first is replayed`() async throws {
    let explorer = Selection.explorer([
      .always("“b” does not replace “c” while “a” is loading") { state in
        state.subject.shown != "b" || state.subject.chosen != "c" || state.running.map(\.name) != ["select a"]
      }
    ])
    let violation = try #require(await explorer.explore().violation)
    #expect(try await explorer.replay(violation.steps) == violation)
  }
}

/// The state at the end of a schedule.
@MainActor
private final class Reached {
  private(set) var state = ""
  private(set) var running: [String] = []

  func note(_ reached: ExplorationState<Selection, ObservedProperties>) -> Bool {
    (state, running) = ("\(reached.state)", reached.running.map(\.name).sorted())
    return true
  }
}

/// Shows whatever arrives last.
@MainActor @Observable
private final class Selection {
  private(set) var chosen = ""
  private(set) var shown: String?
  private let load: (String) async throws -> String

  init(load: @escaping (String) async throws -> String) {
    self.load = load
  }

  func select(_ name: String) async {
    chosen = name
    guard let loaded = try? await load(name) else { return }
    shown = loaded
  }

  static func explorer(
    _ invariants: [Invariant<Selection, ObservedProperties>]
  ) -> StoreExplorer<Selection, ObservedProperties> {
    StoreExplorer(
      actions: StoreAction.each("select", of: ["a"], canBeCancelled: true) { await $0.select($1) }
        + StoreAction.each("select", of: ["b", "c"]) { await $0.select($1) }, invariants: invariants
    ) { dependencies in
      Selection(load: dependencies.call("load") { (name: String) in [.success("ok", name)] })
    }
  }
}

/// What there is to explore to its end, to a bound and to a violation.
enum GraphStore: CaseIterable {
  case complete, racing, killed, stale, joined
  case staleChange, bounded, limited, violated, unawaited

  @MainActor
  func explore(_ count: JudgeCount) async -> Exploration {
    func explore<Subject, State>(
      _ explorer: StoreExplorer<Subject, State>, depth: Int = .max, maximumSchedules: Int = 10_000
    ) async -> Exploration {
      await explorer.explore(depth: depth, maximumRunning: 2, maximumSchedules: maximumSchedules)
    }
    let steady = signInExplorer(SteadyStore.self, [.doubleTap, .remembered, count.invariant()]) {
      StateFingerprint($0, identifiers: ["generation"])
    }
    switch self {
    case .complete: return await explore(steady)
    case .racing:
      return await explore(
        signInExplorer(RacingStore.self, [.remembered, count.invariant()]) { StateFingerprint($0) })
    case .bounded: return await explore(steady, depth: 5)
    case .limited: return await explore(steady, maximumSchedules: 60)
    case .killed: return await explore(LifeTests.explorer(invariants: NoteApp.invariants + [count.invariant()]))
    case .stale, .staleChange:
      let isBroken = self == .staleChange
      return await explore(
        StoreExplorer(
          state: \SteadyStore.state,
          actions: [
            StoreAction("login", canBeCancelled: true, locals: .uselessWhenStale) {
              isBroken ? await $0.loginWithoutCheck() : await $0.login()
            },
            StoreAction("logout", canBeCancelled: true, locals: .uselessWhenStale) { await $0.logout() },
          ], invariants: [count.invariant()], fingerprint: { StateFingerprint($0, identifiers: ["generation"]) },
          make: SteadyStore.controlled))
    case .joined:
      return await explore(
        StoreExplorer(
          state: \TaskStore.state, actions: [StoreAction("join", canBeCancelled: true) { await $0.join() }],
          invariants: [count.invariant()],
          fingerprint: { StateFingerprint($0) }, make: TaskStore.controlled))
    case .violated:
      return await explore(
        signInExplorer(RacingStore.self, [.loggedOut, count.invariant()]) { StateFingerprint($0) })
    case .unawaited: return await explore(tasks("change later", count) { store in Task { store.state = .loading } })
    }
  }

  @MainActor
  private func tasks(
    _ name: String, _ count: JudgeCount, _ run: @escaping @MainActor (TaskStore) async -> Void
  ) -> StoreExplorer<TaskStore, NumberStore.State> {
    StoreExplorer(
      state: \TaskStore.state, actions: [StoreAction(name, canBeCancelled: true, run)], invariants: [count.invariant()],
      fingerprint: { StateFingerprint($0) }, make: TaskStore.controlled)
  }
}

extension Invariant where State == SignInState {
  fileprivate static var remembered: Self {
    .following("the last state is remembered", from: SignInState.signedOut) { last, exploration in
      defer { last = exploration.state }
      return last == exploration.previousState
    }
  }
}

/// Counts the subjects and the steps that an exploration judges.
@MainActor
final class JudgeCount {
  private(set) var subjects = 0
  private(set) var steps = 0

  func invariant<Subject, State>() -> Invariant<Subject, State> {
    .always("it is counted") { [self] state in
      if state.lastEvents.isEmpty { subjects += 1 } else { steps += 1 }
      return true
    }
  }
}
