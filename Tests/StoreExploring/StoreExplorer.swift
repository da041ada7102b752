/// Runs a Store through every order in which its actions can start, its calls be answered and its tasks be cancelled.
///
/// It creates a fresh Store for each schedule, so that every state that it finds can be reached by a user:
///
/// ```swift
/// let explorer = StoreExplorer(
///   state: \NumberStore.state,
///   actions: [StoreAction("load") { await $0.load() }],
///   invariants: [.whenIdle("nothing is loading") { $0.state != .loading }],
///   fingerprint: { StateFingerprint($0) }
/// ) { dependencies in
///   NumberStore(
///     load: dependencies.useCase("load", whenCancelled: .cancelled) { _ in
///       [.success("ok", 1), .failure("offline", .offline)]
///     })
/// }
/// let exploration = await explorer.explore(depth: 6)
/// print(exploration)
/// ```
///
/// It is for Stores whose actions return when their work is done, and whose work stays on the main actor between two
/// calls. Otherwise the exploration is inconclusive. Work that is not awaited and sleeps first, or leaves the main actor
/// without a call, goes unnoticed.
@MainActor
public struct StoreExplorer<Subject, State: Equatable & SendableMetatype> {
  let state: KeyPath<Subject, State>
  let actions: [StoreAction<Subject>]
  let names: [String]
  let invariants: [Invariant<Subject, State>]
  let stateName: (State) -> String
  let fingerprint: ((Subject) -> StateFingerprint)?
  let make: @MainActor (ControlledDependencies) async -> Subject

  /// Creates an explorer of what `make` returns, a Store or the test's wrapper of one.
  ///
  /// `actions` are what a user can do at any time, each under its own label. `stateName` returns a short name for
  /// schedules and diagrams, without secrets; the default is the name of the case, and for other types the whole value.
  ///
  /// `fingerprint` returns everything that decides what the subject does next. Of states with an equal fingerprint only
  /// the first is explored further; while actions run, each must also have seen the same. With `nil`, every state is.
  public init(
    state: KeyPath<Subject, State>, actions: [StoreAction<Subject>], invariants: [Invariant<Subject, State>],
    stateName: @escaping (State) -> String = StateName.ofCase,
    fingerprint: ((Subject) -> StateFingerprint)? = nil,
    make: @escaping @MainActor (ControlledDependencies) async -> Subject
  ) {
    self.state = state
    self.actions = actions
    names = actions.map { $0.name }
    self.invariants = invariants
    self.stateName = stateName
    self.fingerprint = fingerprint
    self.make = make
  }

  /// Runs every schedule of up to `depth` steps, the shortest first, until one violates an invariant.
  ///
  /// All bounds are 1 or more.
  public func explore(
    depth: Int, maximumRunning: Int = 3, maximumSchedules: Int = 1_000_000
  ) async -> Exploration {
    let bounds = ExplorationBounds(
      depth: depth, maximumRunning: maximumRunning, maximumSchedules: maximumSchedules)
    return await ScheduleSearch(self, bounds).run()
  }

  /// Runs one schedule, such as a failure message shows it, and returns the violation that it leads to.
  ///
  /// Throws ``ImpossibleStep`` if a step is not possible when its turn comes.
  public func replay(_ steps: [Step]) async throws(ImpossibleStep) -> Violation? {
    let access = HistoryAccess()
    let (run, subject) = await begin(Inconclusive())
    defer { run.end() }
    let first = initial(subject, access)
    if let violation = violation(after: [], first) { return violation }
    var states = first.lastStates
    for (index, step) in steps.enumerated() {
      let choices = run.choices(maximumRunning: .max)
      guard let choice = choices.first(where: { run.step($0) == step }) else {
        throw ImpossibleStep(index: index, step: step, possible: choices.map(run.step))
      }
      let next = await take(choice, on: run, subject, after: states, access)
      states = next.history.states(with: next.lastStates)
      if let violation = violation(after: Array(steps[...index]), next) { return violation }
    }
    return nil
  }

  /// A fresh subject, and the schedule that runs on it.
  func begin(_ findings: Inconclusive) async -> (ScheduleRun, Subject) {
    let dependencies = ControlledDependencies(findings)
    let subject = await make(dependencies)
    let run = ScheduleRun(names, dependencies) { [actions] index in
      { await actions[index].run(subject) }
    }
    return (run, subject)
  }

  func initial(_ subject: Subject, _ access: HistoryAccess) -> ExplorationState<Subject, State> {
    ExplorationState(
      subject: subject, lastStates: [subject[keyPath: state]], running: [], calls: [], lastEvents: [],
      history: History(earlierStates: [], events: [], access: access))
  }

  /// Takes a step and records the states, where `states` are those since the subject was last idle.
  func take(
    _ choice: Choice, on run: ScheduleRun, _ subject: Subject, after states: [State], _ access: HistoryAccess
  ) async -> ExplorationState<Subject, State> {
    let earlierStates = run.isIdle ? [] : states
    let recorded = Recorded { subject[keyPath: state] }
    await run.take(choice)
    return ExplorationState(
      subject: subject, lastStates: recorded.values, running: run.actions, calls: run.calls,
      lastEvents: run.lastEvents, history: History(earlierStates: earlierStates, events: run.events, access: access))
  }

  func violation(after steps: @autoclosure () -> [Step], _ state: ExplorationState<Subject, State>) -> Violation? {
    for invariant in invariants where invariant.isViolated(in: state) {
      return Violation(
        invariant: invariant.name, steps: steps(),
        states: state.history.states(with: state.lastStates).map(stateName), running: state.running.map(\.name),
        calls: state.calls.map(\.name))
    }
    return nil
  }
}

/// An action that a user can take at any time.
public struct StoreAction<Subject> {
  /// The label, which schedules and diagrams show; it must not contain a secret.
  public let name: String
  let run: @MainActor (Subject) async -> Void

  /// Creates an action that returns when its work is done, such as `{ await $0.load() }`.
  public init(_ name: String, _ run: @escaping @MainActor (Subject) async -> Void) {
    self.name = name
    self.run = run
  }
}

/// Short names for states.
public enum StateName {
  /// The name of an enumeration's case, without its associated values; any other value in full.
  public static func ofCase<State>(_ state: State) -> String {
    let mirror = Mirror(reflecting: state)
    guard mirror.displayStyle == .enum else { return String(describing: state) }
    return mirror.children.first?.label ?? String(describing: state)
  }
}
