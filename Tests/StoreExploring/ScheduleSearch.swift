/// A breadth-first search for the shortest schedule that violates an invariant.
@MainActor
final class ScheduleSearch<Subject, State: Equatable & SendableMetatype> {
  /// A state whose steps are not explored yet.
  private struct Open {
    let node: Int
    let stateName: String
    let enabled: Enabled
    let identity: StateIdentity?
    let memories: [AnyHashable]
  }

  private let explorer: StoreExplorer<Subject, State>
  private let findings = Inconclusive()
  private let identities: StateIdentities
  private var exploration: Exploration
  /// How each node was reached first.
  private var origins: [(parent: Int, choice: Choice)?] = []

  init(_ explorer: StoreExplorer<Subject, State>, _ bounds: ExplorationBounds) {
    self.explorer = explorer
    identities = StateIdentities(explorer.actions)
    exploration = Exploration(
      bounds: bounds, machine: StateMachine(actions: explorer.actions.map(\.name)),
      applications: explorer.invariants.map { Exploration.Application(invariant: $0.name, states: 0) })
  }

  func run() async -> Exploration {
    var open = await root()
    while !open.isEmpty, goesOn, exploration.schedulesByDepth.count < exploration.bounds.depth {
      exploration.schedulesByDepth.append(0)
      open = await children(of: open)
      await checkFindings()
    }
    guard goesOn else { return exploration }
    exploration.hasFingerprint = explorer.fingerprint != nil
    exploration.end(openStates: open.count, identities)
    return exploration
  }

  private var goesOn: Bool { exploration.outcome == .clean && !exploration.stoppedEarly }

  private func root() async -> [Open] {
    let play = await explorer.begin(findings)
    defer { play.run.end() }
    let name = explorer.stateName(play.state.state)
    exploration.machine.begin(name)
    let identity = explorer.fingerprint.map { identities.idle($0(play.subject)) }
    if let identity { _ = identities.insert(identity, play.run, memories: play.memories) }
    origins.append(nil)
    exploration.graph.add(ExplorationGraph.Node(name, play.state))
    for (index, count) in play.applied.enumerated() { exploration.applications[index].states += count }
    if let violation = play.violation { exploration.outcome = .violated(violation) }
    return [
      Open(node: 0, stateName: name, enabled: play.run.enabled, identity: identity, memories: play.memories)
    ]
  }

  private func children(of open: [Open]) async -> [Open] {
    var children: [Open] = []
    for parent in open {
      let path = path(to: parent.node)
      for choice in parent.enabled.choices(maximumRunning: exploration.bounds.maximumRunning) {
        guard exploration.schedules < exploration.bounds.maximumSchedules else {
          exploration.stoppedEarly = true
          return children
        }
        if let child = await child(of: parent, path, choice) { children.append(child) }
        guard goesOn else { return children }
      }
    }
    return children
  }

  /// Runs one schedule, of which only the last step is new, and returns its state if no equal one was found before.
  private func child(of parent: Open, _ path: [Choice], _ choice: Choice) async -> Open? {
    let play = await explorer.begin(findings)
    let run = play.run
    defer { run.end() }
    await play.repeatSteps(path, memories: parent.memories)
    let fingerprint = explorer.fingerprint?(play.subject)
    let identity = parent.identity.flatMap { known in fingerprint.flatMap { identities.repeated(known, $0) } }
    guard run.enabled == parent.enabled, (identity == nil) == (parent.identity == nil) else {
      findings.add("the same schedule led to two states after \(list(parent.node))")
      await checkFindings()
      return nil
    }
    let step = await play.take(choice, isTraced: false)
    let name = count(step, play, from: parent.stateName)
    if play.violation != nil || run.stuck != nil { await report(path + [choice]) }
    if findings.reason != nil || exploration.outcome != .clean { await checkFindings() }
    guard goesOn else { return nil }
    let next = identity.flatMap { self.identity(of: play, after: step, since: $0) }
    if let next, let identity, play.state.isStaleChange(from: identity, to: next, identities.uselessWhenStale) {
      await report(path + [choice], as: "an action changes nothing once it is stale")
      return nil
    }
    let known = next.map { identities.insert($0, run, memories: play.memories) }
    guard known?.isNew != false else {
      // What changes nothing while it is awaited may do so after.
      if run.isIdle { await watchIdle(play, after: list(parent.node, step)) }
      exploration.mergedStates += 1
      exploration.graph.add(step, from: parent.node, to: known?.number ?? 0, isNew: false)
      return nil
    }
    let node = origins.count
    origins.append((parent.node, choice))
    exploration.graph.add(ExplorationGraph.Node(name, play.state))
    exploration.graph.add(step, from: parent.node, to: node, isNew: true)
    if run.isIdle, exploration.schedulesByDepth.count < exploration.bounds.depth {
      await watchIdle(play, next, after: list(node))
    }
    return Open(
      node: node, stateName: name, enabled: run.enabled, identity: next.map(identities.numbered),
      memories: play.memories)
  }

  /// Runs a schedule that violates an invariant once more, to record each of its steps.
  private func report(_ path: [Choice], as invariant: String? = nil) async {
    let play = await explorer.begin(findings)
    defer { play.run.end() }
    var steps: [Step] = []
    for choice in path { steps.append(await play.take(choice)) }
    if let violation = play.violation ?? invariant.map(play.violation) {
      exploration.outcome = .violated(violation)
    } else {
      findings.add("the same schedule led to two states after \(steps.map(\.swift).joined(separator: ", "))")
    }
  }

  /// Counts the schedule and its transitions, and returns the name of the state to which it led.
  private func count(_ step: Step, _ play: SchedulePlay<Subject, State>, from name: String) -> String {
    let names = [name] + play.state.lastStates.dropFirst().map(explorer.stateName)
    exploration.machine.add(step, names, returnedAtOnce: play.run.lastStartReturnedAtOnce)
    exploration.count(play.applied)
    return names[names.count - 1]
  }

  private func identity(
    of play: SchedulePlay<Subject, State>, after step: Step, since last: StateIdentity
  ) -> StateIdentity? {
    explorer.fingerprint.map { fingerprint in
      identities.next(last, step, exploration.schedulesByDepth.count, on: play.run, fingerprint(play.subject))
    }
  }

  /// Lets work that no action awaits go on, which is a finding if it changes the subject; without an identity, only its
  /// state is compared, which costs little.
  private func watchIdle(
    _ play: SchedulePlay<Subject, State>, _ identity: StateIdentity? = nil, after path: @autoclosure () -> String
  ) async {
    let fingerprint = identity.flatMap { _ in explorer.fingerprint }
    guard await !play.isUnchangedAfterOtherWork(identity, fingerprint, identities) else { return }
    findings.add("work goes on that no action awaits, after \(path())")
    await checkFindings()
  }

  /// Lets work that no action awaits make its calls, and ends the search if there is a finding.
  private func checkFindings() async {
    await ScheduleRun.letOtherWorkGoOn()
    if let reason = findings.reason { exploration.outcome = .inconclusive(reason: reason) }
  }

  private func path(to node: Int) -> [Choice] {
    sequence(first: node) { self.origins[$0]?.parent }.compactMap { origins[$0]?.choice }.reversed()
  }

  private func list(_ node: Int, _ step: Step? = nil) -> String {
    (exploration.graph.path(to: node) + [step].compactMap(\.self)).map(\.swift).joined(separator: ", ")
  }
}
