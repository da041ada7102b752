/// The search for a schedule that breaks an invariant, all schedules of one step before those of two.
@MainActor
final class ScheduleSearch<Subject, State: Equatable & SendableMetatype> {
  private struct Node {
    let path: [Choice]
    let steps: [Step]
    let states: [State]
    let choices: [Choice]
    let memory: AnyHashable?
    let running: RunningMoments.Moment?
  }

  private let explorer: StoreExplorer<Subject, State>
  private let bounds: ExplorationBounds
  private let doubts = Inconclusive()
  private var quietMemories: Set<AnyHashable> = []
  private let runningMoments = RunningMoments()
  private var exploration: Exploration

  init(_ explorer: StoreExplorer<Subject, State>, _ bounds: ExplorationBounds) {
    self.explorer = explorer
    self.bounds = bounds
    exploration = Exploration(bounds: bounds, machine: StateMachine(actions: explorer.names))
  }

  func run() async -> Exploration {
    var nodes = await root()
    while !nodes.isEmpty, goesOn, exploration.schedulesByDepth.count < bounds.depth {
      exploration.schedulesByDepth.append(0)
      nodes = await children(of: nodes)
      await settleDoubts()
    }
    return exploration
  }

  private var goesOn: Bool { exploration.outcome == .clean && !exploration.stoppedEarly }

  private func root() async -> [Node] {
    let (run, subject) = await explorer.begin(doubts: doubts)
    defer { run.end() }
    let state = subject[keyPath: explorer.state]
    exploration.machine.begin(explorer.stateName(state))
    let memory = explorer.memory?(subject)
    if let memory { quietMemories.insert(memory) }
    if let violation = explorer.violation(after: [], .first(of: subject, [state])) {
      exploration.outcome = .violated(violation)
    }
    return [
      Node(
        path: [], steps: [], states: [state], choices: run.choices(maximumRunning: bounds.maximumRunning),
        memory: memory, running: explorer.runningMemory.map { RunningMoments.Moment(memory: $0(subject)) })
    ]
  }

  private func children(of nodes: [Node]) async -> [Node] {
    var children: [Node] = []
    for node in nodes {
      for choice in node.choices {
        guard exploration.schedules < bounds.maximumSchedules else {
          exploration.stoppedEarly = true
          return children
        }
        if let child = await child(of: node, choice) { children.append(child) }
        guard goesOn else { return children }
      }
    }
    return children
  }

  /// Runs one schedule; only its last step is new.
  private func child(of node: Node, _ choice: Choice) async -> Node? {
    let (run, subject) = await explorer.begin(doubts: doubts)
    defer { run.end() }
    for choice in node.path { await run.take(choice) }
    guard run.choices(maximumRunning: bounds.maximumRunning) == node.choices else {
      doubts.raise("the same schedule went two ways after \(node.steps.map(\.swift).joined(separator: ", "))")
      await settleDoubts()
      return nil
    }
    let steps = node.steps + [run.step(choice)]
    let moment = await explorer.moment(after: choice, on: run, subject, node.states)
    count(steps, moment, run)
    if let violation = explorer.violation(after: steps, moment) { exploration.outcome = .violated(violation) }
    if doubts.first != nil || exploration.outcome != .clean { await settleDoubts() }
    guard goesOn, steps.count < bounds.depth else { return nil }
    let memory = explorer.memory?(subject)
    let running = node.running.flatMap { last in
      explorer.runningMemory.map {
        runningMoments.next(
          last, steps.last, answeredCall: run.lastAnsweredCall, moment, memory: $0(subject))
      }
    }
    if run.lastStartReturnedAtOnce, isUnchanged(moment, memory, running, since: node) {
      exploration.ignoredStarts += 1
      return nil
    }
    guard isNew(moment, memory), isNewWhileRunning(moment, run, running) else { return nil }
    if moment.isQuiet { await watchQuiet(subject, after: steps, moment.state, memory) }
    return Node(
      path: node.path + [choice], steps: steps, states: moment.states,
      choices: run.choices(maximumRunning: bounds.maximumRunning), memory: memory, running: running)
  }

  private func count(_ steps: [Step], _ moment: ExplorationState<Subject, State>, _ run: ScheduleRun) {
    exploration.schedules += 1
    exploration.schedulesByDepth[steps.count - 1] += 1
    guard let step = steps.last else { return }
    exploration.machine.add(
      step, moment.lastStates.map(explorer.stateName), returnedAtOnce: run.lastStartReturnedAtOnce)
  }

  /// Whether a step has changed nothing that decides what follows: while actions run that takes more to know.
  private func isUnchanged(
    _ moment: ExplorationState<Subject, State>, _ memory: AnyHashable?, _ running: RunningMoments.Moment?, since node: Node
  ) -> Bool {
    guard let memory, memory == node.memory else { return false }
    guard !moment.isQuiet else { return true }
    return running != nil && running?.memory == node.running?.memory
  }

  /// Whether what follows may differ from everything that was gone on from.
  private func isNew(_ moment: ExplorationState<Subject, State>, _ memory: AnyHashable?) -> Bool {
    guard let memory, moment.isQuiet, !quietMemories.insert(memory).inserted else { return true }
    exploration.repeatedMoments += 1
    return false
  }

  /// Lets work that nobody awaits go on, and doubts that all is quiet where it changes something.
  private func watchQuiet(_ subject: Subject, after steps: [Step], _ state: State, _ memory: AnyHashable?) async {
    await letStrayWorkGoOn()
    guard subject[keyPath: explorer.state] != state || explorer.memory?(subject) != memory else { return }
    doubts.raise("something goes on after \(steps.map(\.swift).joined(separator: ", "))")
    await settleDoubts()
  }

  private func isNewWhileRunning(
    _ moment: ExplorationState<Subject, State>, _ run: ScheduleRun, _ running: RunningMoments.Moment?
  ) -> Bool {
    guard let running, !moment.isQuiet, run.isStanding, !runningMoments.insert(running) else { return true }
    exploration.repeatedRunningMoments += 1
    return false
  }

  private func letStrayWorkGoOn() async {
    for _ in 1...2 { await Task {}.value }
  }

  /// Lets work that nobody awaits come forward, and then claims nothing.
  private func settleDoubts() async {
    await letStrayWorkGoOn()
    if let reason = doubts.first { exploration.outcome = .unknown(reason: reason) }
  }
}
