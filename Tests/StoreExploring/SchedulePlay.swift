/// A schedule on one subject, with the verdict of the invariants after each step.
@MainActor
final class SchedulePlay<Subject, State: Equatable & SendableMetatype> {
  let run: ScheduleRun
  /// What each invariant keeps in mind.
  var memories: [AnyHashable]
  /// How often each invariant applied in the last state.
  private(set) var applied: [Int]
  /// The state after the last step.
  private(set) var state: ExplorationState<Subject, State>
  /// The first violation.
  private(set) var violation: Violation?

  private let explorer: StoreExplorer<Subject, State>
  private let current: Current<Subject>
  private let firstState: State
  /// The state after the last step, unless that was only repeated.
  private var lastState: State?
  private var trace: [TracedStep] = []

  /// Begins a schedule; judges the initial state.
  init(_ explorer: StoreExplorer<Subject, State>, _ run: ScheduleRun, _ current: Current<Subject>) {
    self.explorer = explorer
    self.run = run
    self.current = current
    memories = explorer.invariants.map { $0.memory }
    applied = Array(repeating: 0, count: explorer.invariants.count)
    let first = explorer.state(current.subject)
    firstState = first
    lastState = first
    state = ExplorationState(
      subject: current.subject, running: run.actions, calls: run.calls, lastEvents: [], isIdle: run.isIdle,
      comparedCalls: run.comparedCalls, isLastStepDoubleTap: false, states: [first], judged: explorer.judged)
    judge()
  }

  var subject: Subject { current.subject }

  /// Takes a step that was taken before on another subject, without judging the state after it.
  func repeatStep(_ choice: Choice) async {
    await run.take(choice)
    lastState = nil
  }

  /// Takes a step, judges the state after it, and returns the step.
  ///
  /// A violation shows only the traced steps.
  @discardableResult
  func take(_ choice: Choice, isTraced: Bool = true) async -> Step {
    var step = isTraced ? run.ownStep(choice) : run.step(choice)
    let before = lastState ?? explorer.state(current.subject)
    let recorded = explorer.recordsStates ? Recorded { [current, explorer] in explorer.state(current.subject) } : nil
    await run.take(choice)
    if !run.hadParallelWork { step = step.usual }
    var states = recorded?.values ?? [before]
    let now = explorer.state(current.subject)
    // Of a killed subject, and of a property that is not observable, no change is recorded.
    if states.last != now { states.append(now) }
    lastState = now
    state = ExplorationState(
      subject: current.subject, running: run.actions, calls: run.calls, lastEvents: run.lastEvents, isIdle: run.isIdle,
      comparedCalls: run.comparedCalls, isLastStepDoubleTap: run.isDoubleTap, states: states, judged: explorer.judged)
    if isTraced {
      trace.append(
        TracedStep(
          step: step, events: Array(run.lastEvents), states: explorer.changes(states, explorer.changeName),
          newStates: explorer.newName.map { explorer.changes(states, $0) }))
    }
    applied = Array(repeating: 0, count: applied.count)
    judge()
    return step
  }

  /// Lets work that no action awaits go on, and returns whether it leaves the subject as it is.
  func isUnchangedAfterOtherWork(_ identity: StateIdentity?, _ identities: StateIdentities) async -> Bool {
    await ScheduleRun.letOtherWorkGoOn()
    if let identity, identities.idle(fingerprint).fingerprint != identity.fingerprint { return false }
    return explorer.state(subject) == state.state
  }

  /// Everything that decides what comes next, but for what the running actions have seen.
  var fingerprint: StateFingerprint {
    let surroundings = run.surroundings
    let fingerprint = explorer.fingerprint(subject)
    return surroundings.isEmpty ? fingerprint : fingerprint.surrounded(by: surroundings)
  }

  private func judge() {
    for index in explorer.invariants.indices {
      switch explorer.invariants[index].judge(&memories[index], state) {
      case .held: applied[index] += 1
      case .doesNotApply: break
      case .violated:
        applied[index] += 1
        if violation == nil { violation = violation(of: explorer.invariants[index].name) }
      }
    }
    if let stuck = run.stuck, violation == nil {
      violation = violation(of: "“\(stuck)” does not return: no step answers what it waits for")
    }
  }

  /// The invariants of which something is due.
  var due: [Int] {
    explorer.invariants.indices.filter { explorer.invariants[$0].isObligation && memories[$0] == AnyHashable(true) }
  }

  func violation(of invariant: String) -> Violation {
    Violation(
      invariant: invariant, firstState: explorer.stateName(firstState),
      firstNewState: explorer.newName?(nil, firstState), trace: trace)
  }

  /// A violation of an invariant of which something is due after the first steps, and stays so in those that follow.
  func violation(of invariant: Int, after steps: Int, loop: Int) -> Violation {
    var violation = violation(of: explorer.invariants[invariant].name)
    violation.trace = Array(trace[..<steps])
    violation.loop = Array(trace[steps..<(steps + loop)])
    return violation
  }
}
