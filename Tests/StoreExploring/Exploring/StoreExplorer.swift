/// Runs a Store through every order in which its actions can start, its calls be answered and its tasks be cancelled.
///
/// It makes a fresh Store for each schedule, so that what it explores is exactly what a user could do:
///
/// ```swift
/// let explorer = StoreExplorer(
///   state: \NumberStore.state,
///   actions: [StoreAction("load") { await $0.load() }],
///   invariants: [.whenQuiet("it is not loading") { $0.state != .loading }]
/// ) { holds in
///   NumberStore(
///     load: holds.useCase("load", whenCancelled: .cancelled) { _ in
///       [.success("ok", 1), .failure("offline", .offline)]
///     })
/// }
/// let exploration = await explorer.explore(depth: 6)
/// print(exploration)
/// ```
///
/// It is for Stores whose actions return when their work is done, and whose work stays on the main actor between two
/// calls. Where it finds otherwise, it says so and claims nothing; work that is not awaited and sleeps first, or leaves
/// the main actor without a call, it cannot find.
@MainActor
public struct StoreExplorer<Subject, State: Equatable & SendableMetatype> {
  let state: KeyPath<Subject, State>
  let actions: [StoreAction<Subject>]
  let names: [String]
  let invariants: [Invariant<Subject, State>]
  let stateName: (State) -> String
  let memory: ((Subject) -> AnyHashable)?
  let runningMemory: ((Subject) -> AnyHashable)?
  let make: @MainActor (ControlledDependencies) async -> Subject

  /// Makes an explorer.
  ///
  /// - Parameters:
  ///   - state: The state of what `make` makes, such as `\AuthStore.state`.
  ///   - actions: What can be done at any time; each label stands once.
  ///   - invariants: What must hold.
  ///   - stateName: A short name for a state, in schedules and diagrams; it must say no secret. By default the name of
  ///     the case, and of a state that is no enumeration the whole value.
  ///   - fingerprint: Everything that decides what a Store does next while nothing runs: its state, its notice, the
  ///     session, what a fake server keeps. Two quiet moments that remember the same are explored once, and so is what
  ///     follows an action that the Store ignores. With `nil` nothing is left out.
  ///   - runningFingerprint: All of that, and what matters only while actions run, such as a counter of wishes:
  ///     ``StateFingerprint`` takes everything that a Store stores. Moments that remember the same, with the same actions
  ///     running, each of which has seen the same, are then explored once too. The invariants must judge by the subject
  ///     and by the last step, because such moments may differ in what went before.
  ///   - make: Makes what is explored, a Store or a value of the test's own around one, out of held use cases.
  public init(
    state: KeyPath<Subject, State>, actions: [StoreAction<Subject>], invariants: [Invariant<Subject, State>],
    stateName: @escaping (State) -> String = StateName.ofCase,
    fingerprint: ((Subject) -> AnyHashable)? = nil,
    runningFingerprint: ((Subject) -> AnyHashable)? = nil,
    make: @escaping @MainActor (ControlledDependencies) async -> Subject
  ) {
    self.state = state
    self.actions = actions
    names = actions.map { $0.name }
    self.invariants = invariants
    self.stateName = stateName
    memory = fingerprint
    runningMemory = runningFingerprint
    self.make = make
  }

  /// Runs every schedule up to a depth, the shortest first, until one breaks an invariant.
  ///
  /// - Parameters:
  ///   - depth: How many steps a schedule has at most, 1 or more.
  ///   - maximumRunning: How many actions run at once at most, 1 or more.
  ///   - maximumSchedules: After how many schedules to stop, 1 or more.
  /// - Returns: What was found, and what was not covered.
  public func explore(
    depth: Int, maximumRunning: Int = 3, maximumSchedules: Int = 1_000_000
  ) async -> Exploration {
    let bounds = ExplorationBounds(
      depth: depth, maximumRunning: maximumRunning, maximumSchedules: maximumSchedules)
    let search = ScheduleSearch(self, bounds)
    return await search.run()
  }

  /// Runs one schedule, such as a message has shown it.
  ///
  /// - Parameter steps: The steps.
  /// - Returns: What it breaks, or `nil`.
  /// - Throws: ``ImpossibleStep`` where a step is not possible when its turn comes.
  public func replay(_ steps: [Step]) async throws(ImpossibleStep) -> Violation? {
    let (run, subject) = await begin(doubts: Inconclusive())
    defer { run.end() }
    var states = [subject[keyPath: state]]
    if let violation = violation(after: [], .first(of: subject, states)) { return violation }
    for (index, step) in steps.enumerated() {
      let choices = run.choices(maximumRunning: .max)
      guard let choice = choices.first(where: { run.step($0) == step }) else {
        throw ImpossibleStep(index: index, step: step, possible: choices.map(run.step))
      }
      let moment = await moment(after: choice, on: run, subject, states)
      states = moment.states
      if let violation = violation(after: Array(steps[...index]), moment) { return violation }
    }
    return nil
  }

  /// A fresh Store, and the schedule that is run on it.
  func begin(doubts: Inconclusive) async -> (ScheduleRun, Subject) {
    let holds = ControlledDependencies(doubts: doubts)
    let subject = await make(holds)
    let run = ScheduleRun(names, holds) { [actions] index in
      { await actions[index].run(subject) }
    }
    return (run, subject)
  }

  /// Takes a step and records it, where `states` are those before it since all was last quiet.
  func moment(
    after choice: Choice, on run: ScheduleRun, _ subject: Subject, _ states: [State]
  ) async -> ExplorationState<Subject, State> {
    let wasQuiet = run.isQuiet
    let recorded = Recorded { subject[keyPath: state] }
    await run.take(choice)
    let last = recorded.values
    return ExplorationState(
      subject: subject, states: wasQuiet ? last : states + last.dropFirst(), lastStates: last,
      running: run.actions, calls: run.calls, events: run.events)
  }

  func violation(after steps: [Step], _ moment: ExplorationState<Subject, State>) -> Violation? {
    guard let broken = invariants.first(where: { $0.isBroken(at: moment) }) else { return nil }
    return Violation(
      invariant: broken.name, steps: steps, states: moment.states.map(stateName), running: moment.running.map(\.name),
      calls: moment.calls.map(\.name))
  }
}

/// Short names for states.
public enum StateName {
  /// The name of an enumeration's case, without what it carries; any other value in full.
  ///
  /// - Parameter state: The state.
  /// - Returns: The name.
  public static func ofCase<State>(_ state: State) -> String {
    let mirror = Mirror(reflecting: state)
    guard mirror.displayStyle == .enum else { return String(describing: state) }
    return mirror.children.first?.label ?? String(describing: state)
  }
}
