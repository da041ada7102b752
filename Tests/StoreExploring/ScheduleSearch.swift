/// A breadth-first search for the shortest schedule that violates an invariant.
@MainActor
final class ScheduleSearch<Subject, State: Equatable & SendableMetatype> {
  private struct Node {
    let path: [Choice]
    let steps: [Step]
    let states: [State]
    let stateName: String
    let enabled: Enabled
    let identity: StateIdentity?
  }

  private let explorer: StoreExplorer<Subject, State>
  private let findings = Inconclusive()
  private let access = HistoryAccess()
  private var identities = StateIdentities()
  private var mergesRunningStates: Bool
  private var exploration: Exploration

  init(_ explorer: StoreExplorer<Subject, State>, _ bounds: ExplorationBounds) {
    self.explorer = explorer
    mergesRunningStates = explorer.fingerprint != nil
    exploration = Exploration(bounds: bounds, machine: StateMachine(actions: explorer.names))
  }

  func run() async -> Exploration {
    if await !search() {
      // An invariant has read the history after states were merged that differ in it.
      mergesRunningStates = false
      identities = StateIdentities()
      exploration = Exploration(bounds: exploration.bounds, machine: StateMachine(actions: explorer.names))
      _ = await search()
    }
    exploration.mergesRunningStates = mergesRunningStates && !access.isRead
    return exploration
  }

  /// Searches, and returns whether the merging of states was sound.
  private func search() async -> Bool {
    var nodes = await root()
    while !nodes.isEmpty, goesOn, exploration.schedulesByDepth.count < exploration.bounds.depth {
      exploration.schedulesByDepth.append(0)
      nodes = await children(of: nodes)
      await checkFindings()
      if access.isRead, exploration.mergedRunningStates > 0 { return false }
    }
    return true
  }

  private var goesOn: Bool { exploration.outcome == .clean && !exploration.stoppedEarly }

  private func root() async -> [Node] {
    let (run, subject) = await explorer.begin(findings)
    defer { run.end() }
    let state = explorer.initial(subject, access)
    let name = explorer.stateName(state.state)
    exploration.machine.begin(name)
    let identity = explorer.fingerprint.map { identities.idle($0(subject)) }
    if let identity { _ = identities.insert(identity) }
    if let violation = explorer.violation(after: [], state) { exploration.outcome = .violated(violation) }
    return [
      Node(
        path: [], steps: [], states: state.lastStates, stateName: name, enabled: run.enabled, identity: identity)
    ]
  }

  private func children(of nodes: [Node]) async -> [Node] {
    var children: [Node] = []
    for node in nodes {
      let choices = node.enabled.choices(
        actions: explorer.names.count, maximumRunning: exploration.bounds.maximumRunning)
      for choice in choices {
        guard exploration.schedules < exploration.bounds.maximumSchedules else {
          exploration.stoppedEarly = true
          return children
        }
        if let child = await child(of: node, choice) { children.append(child) }
        guard goesOn else { return children }
      }
    }
    return children
  }

  /// Runs one schedule, of which only the last step is new.
  private func child(of node: Node, _ choice: Choice) async -> Node? {
    let (run, subject) = await explorer.begin(findings)
    defer { run.end() }
    for choice in node.path { await run.take(choice) }
    guard run.enabled == node.enabled else {
      findings.add("the same schedule led to two states after \(Self.list(node.steps))")
      await checkFindings()
      return nil
    }
    let step = run.step(choice)
    let state = await explorer.take(choice, on: run, subject, after: node.states, access)
    let name = count(step, state, run, from: node.stateName)
    if let violation = explorer.violation(after: node.steps + [step], state) {
      exploration.outcome = .violated(violation)
    }
    if findings.reason != nil || exploration.outcome != .clean { await checkFindings() }
    guard goesOn, node.steps.count + 1 < exploration.bounds.depth else { return nil }
    let identity = identity(of: state, after: step, run, since: node)
    guard isNew(state, run, identity) else { return nil }
    let steps = node.steps + [step]
    if state.isIdle { await watchIdle(subject, after: steps, state.state, identity) }
    return Node(
      path: node.path + [choice], steps: steps, states: state.history.states(with: state.lastStates), stateName: name,
      enabled: run.enabled, identity: identity)
  }

  /// Counts the schedule and its transitions, and returns the name of the state to which it led.
  private func count(
    _ step: Step, _ state: ExplorationState<Subject, State>, _ run: ScheduleRun, from name: String
  ) -> String {
    exploration.schedules += 1
    exploration.schedulesByDepth[exploration.schedulesByDepth.count - 1] += 1
    let names = [name] + state.lastStates.dropFirst().map(explorer.stateName)
    exploration.machine.add(step, names, returnedAtOnce: run.lastStartReturnedAtOnce)
    return names[names.count - 1]
  }

  private func identity(
    of state: ExplorationState<Subject, State>, after step: Step, _ run: ScheduleRun, since node: Node
  ) -> StateIdentity? {
    guard let last = node.identity, let fingerprint = explorer.fingerprint else { return nil }
    return identities.next(
      last, step, answeredCall: run.lastAnsweredCall, events: state.lastEvents, running: state.running,
      fingerprint(state.subject))
  }

  /// Whether the search continues from a state: no equal one was found before.
  private func isNew(
    _ state: ExplorationState<Subject, State>, _ run: ScheduleRun, _ identity: StateIdentity?
  ) -> Bool {
    guard let identity, state.isIdle || mergesRunningStates && !access.isRead && run.isSuspended,
      !identities.insert(identity)
    else { return true }
    if state.isIdle { exploration.mergedIdleStates += 1 } else { exploration.mergedRunningStates += 1 }
    return false
  }

  /// Lets work that no action awaits go on, which is a finding if it changes the subject.
  private func watchIdle(_ subject: Subject, after steps: [Step], _ state: State, _ identity: StateIdentity?) async {
    await letOtherWorkGoOn()
    let isUnchanged = explorer.fingerprint.map { identities.idle($0(subject)).idle == identity?.idle } ?? true
    guard subject[keyPath: explorer.state] != state || !isUnchanged else { return }
    findings.add("work goes on that no action awaits, after \(Self.list(steps))")
    await checkFindings()
  }

  private func letOtherWorkGoOn() async {
    for _ in 1...2 { await Task {}.value }
  }

  /// Lets work that no action awaits make its calls, and ends the search if there is a finding.
  private func checkFindings() async {
    await letOtherWorkGoOn()
    if let reason = findings.reason { exploration.outcome = .inconclusive(reason: reason) }
  }

  private static func list(_ steps: [Step]) -> String {
    steps.map(\.swift).joined(separator: ", ")
  }
}

/// What tells a state apart from others, in numbers.
struct StateIdentity {
  /// The fingerprint without the values that count only while actions run; of a state in which actions run, `nil`.
  let idle: Int?
  /// The whole fingerprint, or `nil` if it has no values for running actions.
  let running: Int?
  /// What each running action has seen, by the number of its run.
  var trails: [(run: Int, trail: Int)]
}

/// Gives equal states equal identities.
///
/// What a running action does next depends on the subject and on what the action has seen: the fingerprints at which it
/// went on, and the answers that it got. That is its trail.
struct StateIdentities {
  private struct Trail: Hashable {
    let earlier: Int
    let fingerprint: Int
    let step: Int
    let call: Int
  }

  private var fingerprints: [[AnyHashable]: Int] = [:]
  private var steps: [String: Int] = [:]
  private var trails: [Trail: Int] = [:]
  private var known: Set<[Int]> = []

  mutating func idle(_ fingerprint: StateFingerprint) -> StateIdentity {
    let idle = Self.number(fingerprint.values, &fingerprints)
    let isWhole = fingerprint.valuesWhileRunning?.isEmpty == true
    return StateIdentity(idle: idle, running: isWhole ? idle : running(fingerprint), trails: [])
  }

  mutating func next(
    _ last: StateIdentity, _ step: Step, answeredCall: Int, events: ArraySlice<Event>, running: [ActionRun],
    _ fingerprint: StateFingerprint
  ) -> StateIdentity {
    guard !running.isEmpty else { return idle(fingerprint) }
    var next = StateIdentity(idle: nil, running: self.running(fingerprint), trails: [])
    guard let lastFingerprint = last.running else { return next }
    let step = Self.number(step.label, &steps)
    for run in running {
      let earlier = last.trails.first { $0.run == run.number }?.trail ?? 0
      let wentOn = events.contains { $0.run.number == run.number }
      let trail = Trail(earlier: earlier, fingerprint: lastFingerprint, step: step, call: answeredCall)
      next.trails.append((run.number, wentOn ? Self.number(trail, &trails) : earlier))
    }
    return next
  }

  /// Adds a state, and returns whether no equal one was there.
  mutating func insert(_ identity: StateIdentity) -> Bool {
    if let idle = identity.idle { return known.insert([idle]).inserted }
    guard let running = identity.running else { return true }
    return known.insert([running] + identity.trails.map(\.trail).sorted()).inserted
  }

  private mutating func running(_ fingerprint: StateFingerprint) -> Int? {
    fingerprint.valuesWhileRunning.map { Self.number(fingerprint.values + $0, &fingerprints) }
  }

  private static func number<Value: Hashable>(_ value: Value, _ numbers: inout [Value: Int]) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = numbers.count + 1
    return numbers.count
  }
}
