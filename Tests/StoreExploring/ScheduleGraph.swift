/// The states of a subject and the steps between them, found by taking every step of every state once.
///
/// A play goes on from one state to the next instead of repeating the way to each, and leaves the deeper states for
/// later: what it finds is the shortest schedule of those that violate an invariant.
@MainActor
final class ScheduleGraph<Subject, State: Equatable & SendableMetatype> {
  private typealias Play = SchedulePlay<Subject, State>

  /// A play that takes more steps than this, and than four times its first way, is replaced: the logs of its subject can
  /// grow.
  private static var maximumLength: Int { 500 }
  /// Up to so many states, what was found is given up as soon as an identifier turns out to be fixed.
  private static var maximumGivenUp: Int { 500 }
  /// How many levels of states are completed before deeper ones are looked at.
  private static var levels: Int { 2 }
  /// Of more states than this, deeper ones are looked at as soon as less than a quarter have steps that were not taken: the
  /// ways between the last ones of a level are long.
  private static var manyStates: Int { 1_000 }
  /// How many times a loop is repeated in search of the same steps.
  private static var turns: Int { 4 }

  let explorer: StoreExplorer<Subject, State>
  /// Whether what the ready-made checks read is noted.
  private let isChecking: Bool
  let bounds: ExplorationBounds
  let findings = Inconclusive()
  let identities: StateIdentities
  let nodes = GraphNodes()
  private var firstApplied: [Int]?
  private var schedules = 0
  var map = GraphMap()
  /// Only states that fewer steps lead to are looked at.
  var horizon: Int
  /// The states with steps that were not taken, which are left for later; some more than once.
  private var deferred = Table<UInt32>()
  /// The steps that violate an invariant, by the state before them.
  var violations: [(node: Int, choice: Int)] = []
  private var firstViolation: Violation?
  private var maximumDepth = Int.max
  private var isTooDeep = false

  /// The first steps of each label that have brought identifiers, by the state before them.
  private var identifying: [String: [(node: Int, choice: Int)]] = [:]
  private let assumptions: Assumptions
  private var progress: ExplorationProgress
  /// An assumption that was seen to be wrong, with what it should have been.
  private(set) var correction: Assumptions?
  /// The number of steps that were repeated with another past, to check what is assumed.
  private var checks = 0
  private var reduction: Reduction
  private let isReduced: Bool
  private let judgedBefore: [AnyHashable]
  /// Which states it explores, unless it explores all of them by itself.
  let shard: Shard?

  init(
    _ explorer: StoreExplorer<Subject, State>, _ bounds: ExplorationBounds, _ assumptions: Assumptions,
    _ progress: ExplorationProgress, isChecking: Bool = false, shard: Shard? = nil
  ) {
    self.shard = shard
    self.isChecking = isChecking
    self.assumptions = assumptions
    self.progress = progress
    self.explorer = explorer
    self.bounds = bounds
    judgedBefore = explorer.judged.all
    reduction = Reduction(explorer.judged)
    isReduced = bounds.isReduced && !isChecking && explorer.newName == nil
    identities = StateIdentities(
      explorer.actions, assumptions, explorer.judged, isPortable: shard != nil)
    horizon = min(bounds.depth, Self.levels)
  }

  /// Whether the fingerprint names what actions keep.
  var areKeptValuesNamed: Bool { nodes.first?.identity.kept.isNamed == true }

  /// Finds states until none is left, or as many as the maximum, or one that is deeper than the maximum; goes on where
  /// it has stopped before.
  func run(maximumStates: Int = .max, maximumDepth: Int = .max) async -> Exploration {
    await finished(stoppedEarly: await search(maximumStates, maximumDepth: maximumDepth))
  }

  /// Returns whether it has stopped before no state was left.
  func search(_ maximumStates: Int, maximumDepth: Int = .max) async -> Bool {
    (self.maximumDepth, isTooDeep) = (maximumDepth, false)
    guard explorer.isFollowed else {
      findings.add(
        "another tool has replaced the hooks of the concurrency runtime, by which steps are followed: do without it")
      return false
    }
    while nodes.count < maximumStates, !isTooDeep {
      if nodes.count > Self.manyStates, map.openCount < nodes.count / 4, horizon < bounds.depth { goDeeper() }
      let play = await explorer.begin(findings)
      let end = isToBeRepeated ? .playEnds : await follow(play, maximumStates)
      play.run.end()
      await explorer.afterPlay(schedules, nodes.count)
      if Task.isCancelled { return true }
      switch end {
      case .playEnds:
        if FixedIdentifiers.current?.hasFound == true, nodes.count < Self.maximumGivenUp { return true }
        if isToBeRepeated { return true }
      case .nothingLeft:
        await takeAgain()
        await ScheduleRun.letOtherWorkGoOn()
        if assumptions != .none, violations.isEmpty, findings.reason == nil { await check() }
        return false
      case .maximumReached:
        await takeAgain()
        await ScheduleRun.letOtherWorkGoOn()
        return true
      case .inconclusive:
        await takeAgain()
        return false
      }
    }
    return true
  }

  /// Takes steps that have brought identifiers once more, to see whether these are fixed; twice where identifiers of the
  /// first time can be forgotten.
  private func takeAgain() async {
    let ways = [[]] + identifying.values.joined().map { path(to: $0.node) + [$0] }
    for way in FixedIdentifiers.current?.hasForgotten == true ? ways.flatMap({ [$0, $0] }) : ways {
      let play = await explorer.begin(findings)
      _ = play.fingerprint
      for (node, choice) in way {
        await play.repeatStep(nodes[node].choices[choice])
        let edge = nodes[node].edges[choice]
        let next = nodes[edge.to]
        guard let indices = edge.indices, play.run.reorder(as: next.numbering, indices),
          play.run.enabled == next.enabled
        else { break }
      }
      _ = play.fingerprint
      for index in play.run.trackedActions.indices { _ = play.run.calls(by: index) { _ in 0 } }
      play.run.end()
    }
  }

  /// What an exploration of these states can assume to end sooner.
  var assumable: Assumptions {
    let steps = nodes.flatMap { node in
      node.edges.compactMap { edge in
        edge.isViolation
          ? nil : (from: node.identity, to: nodes[edge.to].identity, isWaiting: !node.graphNode.running.isEmpty)
      }
    }
    return Assumptions(kept: [], steps: 1, counters: identities.counters(steps), returnsWhenStale: true)
  }

  /// Whether it must begin anew, because what was left out matters.
  var isToBeRepeated: Bool {
    reduction.mistake != nil || judgedBefore != explorer.judged.all
  }

  private struct Position {
    var node: Int
    var identity: StateIdentity
  }

  private enum End: Error {
    case nothingLeft, playEnds, maximumReached, inconclusive
  }

  /// Takes steps until the play cannot go on.
  private func follow(_ play: Play, _ maximumStates: Int) async -> End {
    identities.beginPlay()
    let identity = identities.first(play.fingerprint, on: play.run)
    if firstApplied == nil { (firstApplied, firstViolation) = (play.applied, play.violation) }
    if nodes.isEmpty {
      let (_, _, order, alike) = identities.insert(identity, play.run, memories: play.memories)
      add(play, identity, explorer.stateName(play.state.state), order: order, alike: alike, parent: nil)
    }
    guard firstViolation == nil else { return .nothingLeft }
    guard identity.fingerprint == nodes[0].identity.fingerprint else {
      findings.add(ledToTwoStates(after: "the launch"))
      return .inconclusive
    }
    var position = Position(node: 0, identity: identity)
    var steps = 0
    var maximumLength = Self.maximumLength
    do throws(End) {
      while steps < maximumLength, nodes.count < maximumStates, !isTooDeep {
        if map.isOpen[position.node] {
          position = try await takeStep(play, from: position)
          if correction != nil { return .inconclusive }
          steps += 1
        } else if let way = way(from: position.node, isFirst: steps == 0) {
          position = try await take(way, play, from: position)
          if steps == 0 { maximumLength = max(maximumLength, 4 * way.count) }
          steps += way.count
        } else if map.openCount > 0, steps > 0 {
          return .playEnds
        } else if map.openCount > 0 || !goDeeper() {
          return .nothingLeft
        }
      }
      return .playEnds
    } catch {
      return correction == nil ? error : .inconclusive
    }
  }

  /// Returns the choices that lead to a state with steps that were not taken.
  ///
  /// A search that takes longer than the way of a new play is given up.
  private func way(from node: Int, isFirst: Bool) -> [Int]? {
    guard isFirst else { return map.way(from: node, visitingAtMost: 64 * (1 + nodes[node].depth), in: nodes) }
    guard let open = map.firstOpen() else { return nil }
    let path = path(to: open)
    let canGoOn = path.allSatisfy { nodes[$0.node].edges[$0.choice].canBeRepeated }
    return canGoOn ? path.map(\.choice) : map.wayFromFirst(in: nodes)
  }

  /// Opens states of the next levels, unless there are none or a violation is nearer.
  @discardableResult
  private func goDeeper() -> Bool {
    let depths = deferred.lazy.map { self.nodes[Int($0)].depth }.filter { $0 < self.bounds.depth }
    guard violations.isEmpty, let nearest = depths.min() else { return false }
    // The deeper, the longer is the way of a play to where it goes on.
    horizon = max(horizon, nearest) + Self.levels + nearest
    let nodes = deferred
    deferred = Table()
    for node in nodes { noteIsOpen(Int(node)) }
    return true
  }

  /// Repeats steps that were taken before.
  private func take(_ way: [Int], _ play: Play, from position: Position) async throws(End) -> Position {
    if assumptions != .none {
      var position = position
      for index in way { position = try await checkStep(index, play, from: position) }
      return position
    }
    let start = position.node
    let expected = nodes[way.reduce(start) { nodes[$0].edges[$1].to }]
    let known = expected.identity
    var position = position
    for index in way {
      let node = nodes[position.node]
      let edge = node.edges[index]
      if known.isAmbiguous {
        // Which identifier an action has seen can be known from the steps only.
        let step = await play.take(node.choices[index], isTraced: false)
        position.identity = identities.next(position.identity, step, node.length + 1, on: play.run, play.fingerprint)
      } else if shard == nil {
        await play.repeatStep(node.choices[index])
      } else {
        // What invariants remember is not handed from one process to another.
        await play.take(node.choices[index], isTraced: false)
      }
      let next = nodes[edge.to]
      guard let indices = edge.indices, play.run.renumber(as: next.numbering, next.numbers, indices) else {
        throw await differs(after: way, from: start)
      }
      position.node = edge.to
      if known.isAmbiguous {
        position.identity = position.identity.renumbered(as: next.identity, indices)
      }
    }
    let reached =
      known.isAmbiguous
      ? position.identity : identities.repeated(known, play.fingerprint)
    guard let identity = reached, identity.fingerprint == known.fingerprint,
      play.run.enabled == expected.enabled
    else { throw await differs(after: way, from: start) }
    if shard == nil { play.memories = expected.memories }
    return Position(node: position.node, identity: identity)
  }

  private func differs(after way: [Int], from start: Int) async -> End {
    var (node, steps): (Int, [String]) = (start, [])
    for index in way {
      steps.append(nodes[node].edges[index].step.swift)
      node = nodes[node].edges[index].to
    }
    if let schedule = await scheduleThatIsNotRepeatable(to: start, way) {
      findings.add(ledToTwoStates(after: schedule))
    } else {
      findings.add(
        "states with an equal fingerprint differ in what follows, after \(steps.joined(separator: ", ")) "
          + "from “\(nodes[start].graphNode.state)”: the fingerprint lacks what decides it")
    }
    return .inconclusive
  }

  /// Runs a schedule twice, and returns it where it leads to two states.
  private func scheduleThatIsNotRepeatable(to node: Int, _ way: [Int]) async -> String? {
    let plays = [await explorer.begin(findings), await explorer.begin(findings)]
    defer { for play in plays { play.run.end() } }
    var way = way[...]
    var path = path(to: node)[...]
    var steps: [String] = []
    var node = 0
    while true {
      let ends = plays.map { play in (identities.idle(play.fingerprint).fingerprint, play.run.enabled) }
      guard ends[0] == ends[1] else { return steps.joined(separator: ", ") }
      guard let choice = path.popFirst()?.choice ?? way.popFirst() else { return nil }
      steps.append(nodes[node].edges[choice].step.swift)
      for play in plays { await play.repeatStep(nodes[node].choices[choice]) }
      let edge = nodes[node].edges[choice]
      for play in plays {
        let next = nodes[edge.to]
        guard let indices = edge.indices, play.run.renumber(as: next.numbering, next.numbers, indices) else {
          // Where the two cannot be continued in the same way, they differ from each other if one goes another way.
          return nil
        }
      }
      node = edge.to
    }
  }

  /// Repeats a step with another past, and sees whether it leads to the same state.
  private func checkStep(_ index: Int, _ play: Play, from position: Position) async throws(End) -> Position {
    checks += 1
    let node = nodes[position.node]
    let edge = node.edges[index]
    let step = await play.take(node.choices[index], isTraced: false)
    let identity = identities.next(position.identity, step, node.length + 1, on: play.run, play.fingerprint)
    let known = nodes[edge.to]
    guard play.violation == nil, step == edge.step,
      let found = identities.find(identity, play.run, memories: play.memories), found.number == edge.to
    else {
      throw wrong(position.identity, edge.past ?? node.identity, after: identity)
    }
    var corresponding = found.order
    for (own, other) in zip(found.order, known.order) { corresponding[other] = own }
    guard edge.indices != nil else { throw .playEnds }
    guard play.run.renumber(as: known.numbering, known.numbers, corresponding), play.run.enabled == known.enabled
    else {
      throw wrong(position.identity, edge.past ?? node.identity, after: identity)
    }
    play.memories = known.memories
    return Position(node: edge.to, identity: identity.renumbered(as: known.identity, corresponding))
  }

  /// Notes that what follows from a state is not what is assumed; `next` is the state after the step that showed it.
  private func wrong(_ identity: StateIdentity, _ other: StateIdentity, after next: StateIdentity? = nil) -> End {
    var corrected = assumptions
    let isStale = next.map { next in
      [identity, next].contains { identity in identity.trails.contains(where: identity.isStale) }
    }
    let properties = identities.differences(identity, other).filter { assumptions.kept?.contains($0) == false }
    if assumptions.returnsWhenStale, isStale == true {
      corrected.returnsWhenStale = false
    } else if let property = properties.first {
      corrected.kept?.insert(property)
    } else if let steps = assumptions.steps, steps < 3 {
      corrected.steps = steps + 1
    } else if !assumptions.counters.isEmpty {
      corrected.counters = []
    } else if assumptions.steps != nil {
      corrected.steps = nil
    } else {
      corrected = .none
    }
    correction = corrected
    return .inconclusive
  }

  /// Whether a schedule leads through the states that it is assumed to lead through; if not, that is corrected.
  private func isAsAssumed(_ way: [(node: Int, choice: Int)]) async -> Bool {
    let play = await explorer.begin(findings)
    defer { play.run.end() }
    identities.beginPlay()
    var position = Position(node: 0, identity: identities.first(play.fingerprint, on: play.run))
    do throws(End) {
      for step in way { position = try await checkStep(step.choice, play, from: position) }
    } catch {}
    return correction == nil
  }

  /// Walks at random through all states, so that each step is repeated with other pasts.
  private func check() async {
    var random = RandomSteps(seed: 1)
    let enough = min(max(nodes.reduce(0) { $0 + $1.edges.count } / 2, 2_000), 200_000)
    while checks < enough, correction == nil, !Task.isCancelled {
      let play = await explorer.begin(findings)
      identities.beginPlay()
      var position = Position(node: 0, identity: identities.first(play.fingerprint, on: play.run))
      // A walk that mostly does the same in the same state goes round the loops in which something is counted.
      let habit = Int.random(in: 0..<1_000_000, using: &random)
      do throws(End) {
        for _ in 0..<100 {
          let edges = nodes[position.node].edges
          guard !edges.isEmpty else { break }
          let isHabit = Int.random(in: 0..<10, using: &random) > 0
          let index =
            isHabit ? (habit &+ position.node &* 7_919) % edges.count : Int.random(in: edges.indices, using: &random)
          position = try await checkStep(index, play, from: position)
        }
      } catch {}
      play.run.end()
    }
  }

  /// Takes a step for the first time.
  private func takeStep(_ play: Play, from position: Position) async throws(End) -> Position {
    guard schedules < bounds.maximumSchedules else { throw .maximumReached }
    schedules += 1
    let node = nodes[position.node]
    progress.note(schedules) { (nodes.count, node.depth, identities.mostVaried) }
    let choice = node.edges.count
    let deduced =
      isReduced
      ? reduction.edge(
        node.choices[choice], play.run.step(node.choices[choice]), of: position.node, nodes, identities) : nil
    if let deduced, !reduction.isChecked() {
      node.append(deduced)
      noteIsOpen(position.node)
      relax(deduced.to, from: position.node, choice)
      return position
    }
    let identifiers = FixedIdentifiers.current?.count ?? 0
    let (numbersBefore, callsBefore) = (play.run.numbers, play.run.numbersOfCalls)
    let step = await play.take(node.choices[choice], isTraced: false)
    let names = play.state.states.dropFirst().map(explorer.stateName)
    let returnedAtOnce = play.run.lastStartReturnedAtOnce
    if findings.reason != nil { throw .inconclusive }
    var changed: Set<Int> = []
    defer {
      let taken = node.edges.count > choice ? node.edges[choice] : nil
      if taken != nil, isReduced { reduction.note(choice, of: position.node, changed, nodes, identities) }
      if let deduced, taken?.leadsTo(deduced) != true {
        if let past = deduced.past { _ = wrong(position.identity, past) } else { reduction.mistake = step.label }
      }
    }
    let events = play.run.lastEvents.map { $0.mapRun(numbersBefore.numberedByIndex) }
    let runs = play.run.trackedActions.map(numbersBefore.numberedByIndex)
    let identity = identities.next(position.identity, step, node.length + 1, on: play.run, play.fingerprint)
    if isReduced, step.isKill { changed = identities.changedParts(position.identity, identity) }
    if !node.isFromFolder, isUsualOutcome(play, identity, of: node, choice), play.violation == nil {
      node.choices.remove(at: choice)
      noteIsOpen(position.node)
      throw .playEnds
    }
    let isStaleChange = play.state.isStaleChange(
      from: position.identity, to: identity, identities.uselessWhenStale)
    if play.violation != nil || isStaleChange {
      if play.run.isIdle, await !play.isUnchangedAfterOtherWork(identity, identities) {
        throw otherWorkGoesOn(after: position.node, step)
      }
      violations.append((position.node, choice))
      horizon = min(horizon, node.depth + 1)
      node.append(
        GraphEdge(
          step: step, to: position.node, indices: nil, names: names, returnedAtOnce: returnedAtOnce,
          applied: play.applied, isViolation: true, events: events, renumbered: [], calls: []))
      for node in nodes.indices { noteIsOpen(node) }
      throw .playEnds
    }
    let (next, isNew, order, alike) = identities.insert(identity, play.run, memories: play.memories)
    if let key = node.handedOver[choice], key != identities.keys[next] {
      let steps = (path(to: position.node) + [(position.node, choice)]).dropLast().map {
        nodes[$0.node].edges[$0.choice].step.swift
      }
      findings.add(
        "processes tell states apart by values that are not the same in each, after "
          + (steps + [step.swift]).joined(separator: ", ") + ": let the test make them the same, or leave them out")
      throw .inconclusive
    }
    let end = shard.map { _ in
      StepEnd(
        runs, play.run.numbering.callers, order: order, alike: alike,
        calls: play.run.numbersOfCalls.map(callsBefore.firstIndex), play.run.enabled)
    }
    var corresponding = Array(order.indices)
    var canGoOn = true
    if isNew {
      add(play, identity, names.last ?? node.graphNode.state, order: order, alike: alike, parent: node)
      if play.run.isIdle, node.depth + 1 < bounds.depth {
        guard await play.isUnchangedAfterOtherWork(identity, identities) else {
          throw otherWorkGoesOn(after: position.node, step)
        }
      }
    } else {
      // What changes nothing while it is awaited may do so after.
      if play.run.isAwaited, play.run.isIdle, await !play.isUnchangedAfterOtherWork(nil, identities) {
        throw otherWorkGoesOn(after: position.node, step)
      }
      let known = nodes[next]
      for (own, other) in zip(order, known.order) { corresponding[other] = own }
      canGoOn =
        play.run.renumber(as: known.numbering, known.numbers, corresponding) && play.run.enabled == known.enabled
      if !canGoOn, assumptions != .none { throw wrong(identity, known.identity) }
      if !known.isFromFolder { play.memories = known.memories }
    }
    let indices = canGoOn ? corresponding : nil
    let origins: [Int?] =
      isChecking || isReduced
      ? (indices ?? []).map { node.numbering.runs.indices.contains(runs[$0].number) ? runs[$0].number : nil } : []
    node.append(
      GraphEdge(
        step: step, to: next, indices: indices, names: names, returnedAtOnce: returnedAtOnce, applied: play.applied,
        isViolation: false, events: events,
        renumbered: ExplorationGraph.Renumbering.all(corresponding.map { runs[$0].number }),
        calls: indices == nil ? [] : play.run.numbersOfCalls.map(callsBefore.firstIndex),
        past: assumptions == .none ? nil : position.identity, origins: origins, outcome: play.run.lastOutcome,
        end: end))
    noteIsOpen(position.node)
    if FixedIdentifiers.current?.count ?? 0 > identifiers, identifying[step.label, default: []].count < 3 {
      identifying[step.label, default: []].append((position.node, choice))
    }
    relax(next, from: position.node, choice)
    if isNew, nodes[next].depth > maximumDepth { isTooDeep = true }
    guard let indices else { throw .playEnds }
    return Position(node: next, identity: identity.renumbered(as: nodes[next].identity, indices))
  }

  /// Whether a step in another order of its tasks has led to the same as in the usual one; the first time, the other order
  /// becomes a choice.
  private func isUsualOutcome(_ play: Play, _ identity: StateIdentity, of node: GraphNode, _ choice: Int) -> Bool {
    if node.choices[choice].isLastFirst {
      return node.usualOutcomes.removeFirst() == ParallelOutcome(identity, play.run, play.memories)
    }
    guard play.run.hadParallelWork else { return false }
    node.choices.append(Choice(kind: node.choices[choice].kind, isLastFirst: true))
    node.usualOutcomes.append(ParallelOutcome(identity, play.run, play.memories))
    return false
  }

  private func otherWorkGoesOn(after node: Int, _ step: Step) -> End {
    let steps = path(to: node).map { nodes[$0.node].edges[$0.choice].step } + [step]
    findings.add(
      "work goes on that no action awaits, after \(steps.map(\.swift).joined(separator: ", ")): do it in a task of the model"
    )
    return .inconclusive
  }

  private func add(
    _ play: Play, _ identity: StateIdentity, _ name: String, order: [Int], alike: [Int], parent: GraphNode?
  ) {
    let enabled = play.run.enabled
    let stored = identities.stored(identity, length: (parent?.length ?? -1) + 1)
    let situation = GraphNode.Situation(
      enabled, play.run.numbering, order: order, alike: alike, outlivesDeath: play.run.outlivesDeath,
      waiting: play.run.waiting, length: stored.length)
    let node = nodes.append(
      ExplorationGraph.Node(name, play.state, pending: play.run.pendingCalls.map(\.name)), situation, stored.identity,
      play.run.numbers, memories: play.memories, choices: enabled.choices(maximumRunning: bounds.maximumRunning),
      depth: parent == nil ? 0 : .max)
    if isChecking {
      node.checked = CheckedState(play.state.state, isIdle: play.run.isIdle, calls: play.run.pendingDetails)
    }
    map.add()
    noteIsOpen(nodes.count - 1)
  }

  /// Notes a shorter way to a state, which shortens those that go on from there.
  private func relax(_ node: Int, from parent: Int, _ choice: Int) {
    var shorter = [(node, parent, choice)]
    while let (node, parent, choice) = shorter.popLast() {
      let depth = nodes[parent].depth + 1
      guard depth < nodes[node].depth else { continue }
      nodes[node].depth = depth
      nodes[node].parent = (parent, choice)
      noteIsOpen(node)
      for (choice, edge) in nodes[node].edges.enumerated() where !edge.isViolation {
        shorter.append((edge.to, node, choice))
      }
    }
  }

  func noteIsOpen(_ node: Int) {
    let isOwn = !nodes[node].isFromFolder && shard?.owns(identities.keys[node]) != false
    guard isOwn || !nodes[node].handedOver.isEmpty else { return }
    let isUnfinished = nodes[node].isUnfinished
    map.setOpen(node, nodes[node].depth < horizon && nodes[node].depth < bounds.depth && isUnfinished)
    if isUnfinished, !map.isOpen[node] { deferred.append(UInt32(node)) }
  }

  /// The steps of a shortest way to a state.
  private func path(to node: Int) -> [(node: Int, choice: Int)] {
    var path: [(node: Int, choice: Int)] = []
    var node = node
    while let parent = nodes[node].parent {
      path.append(parent)
      node = parent.node
    }
    return path.reversed()
  }

  // MARK: The result

  func finished(stoppedEarly: Bool) async -> Exploration {
    var exploration = Exploration(
      bounds: bounds, machine: StateMachine(actions: explorer.actions.map(\.name)),
      applications: explorer.invariants.enumerated().map { index, invariant in
        Exploration.Application(invariant: invariant.name, states: firstApplied?[index] ?? 0)
      })
    guard !nodes.isEmpty else {
      if let reason = findings.reason { exploration.outcome = .inconclusive(reason: reason) }
      return exploration
    }
    let (openStates, violation) = summarize(&exploration)
    exploration.deducedSteps = nodes.reduce(0) { $0 + $1.edges.count { $0.isDeduced } }
    exploration.leftOut = identities.leftOut
    exploration.readTimes = identities.readTimes
    exploration.outside = findings.outside
    exploration.stoppedEarly = stoppedEarly
    exploration.coveredLength =
      nodes.filter(\.isUnfinished).map(\.depth).min() ?? exploration.schedulesByDepth.count
    if let firstViolation {
      exploration.outcome = .violated(firstViolation)
    } else if let reason = findings.reason {
      exploration.outcome = .inconclusive(reason: reason)
    } else if let violation {
      exploration.outcome = await outcome(violation)
      if case .inconclusive = exploration.outcome, exploration.deducedSteps > 0 {
        reduction.mistake = reduction.mistake ?? "a step of a violation"
      }
    } else if !isChecking, let stuck = stuckState() {
      exploration.outcome = await outcome(stuck)
    } else if let unmet = nearestUnmetObligation() {
      exploration.outcome = await outcome(unmet.node, unmet.loop)
    } else {
      exploration.end(
        openStates: openStates, identities, obligations: explorer.invariants.filter(\.isObligation).map(\.name))
    }
    exploration.wronglyDeduced = reduction.mistake
    return exploration
  }

  /// Adds the states and steps as a search in breadth finds them, up to the first violation; returns that, and the
  /// number of states that are as deep as the bound.
  ///
  /// Of several shortest ways to a state, the first one in the order of the choices becomes the known one.
  private func summarize(_ exploration: inout Exploration) -> (open: Int, violation: (node: Int, choice: Int)?) {
    exploration.machine.begin(nodes[0].graphNode.state)
    exploration.graph.add(nodes[0].graphNode)
    var level = [0]
    var numbers: [Int?] = nodes.map { _ in nil }
    numbers[0] = 0
    while !level.isEmpty, level.contains(where: { !nodes[$0].edges.isEmpty }) {
      exploration.schedulesByDepth.append(0)
      var children: [Int] = []
      for parent in level {
        for (choice, edge) in nodes[parent].edges.enumerated() {
          exploration.count(edge.applied)
          exploration.machine.add(
            edge.step, [nodes[parent].graphNode.state] + edge.names, returnedAtOnce: edge.returnedAtOnce)
          if edge.isViolation { return (0, (parent, choice)) }
          let isNew = numbers[edge.to] == nil
          if isNew {
            numbers[edge.to] = exploration.graph.nodes.count
            nodes[edge.to].parent = (parent, choice)
            exploration.graph.add(nodes[edge.to].graphNode)
            children.append(edge.to)
          } else {
            exploration.mergedStates += 1
          }
          exploration.graph.add(
            ExplorationGraph.Edge(from: numbers[parent] ?? 0, to: numbers[edge.to] ?? 0, edge.taken), isNew: isNew)
        }
      }
      level = children
    }
    return (nodes.count { $0.isUnfinished }, nil)
  }

  /// The nearest state with an action that never returns, whatever comes.
  private func stuckState() -> Int? {
    var canGoOn = nodes.map { $0.waiting == nil || $0.isUnfinished }
    guard canGoOn.contains(false) else { return nil }
    var before = nodes.map { _ in [Int]() }
    for (index, node) in nodes.enumerated() {
      for edge in node.edges where !edge.isViolation { before[edge.to].append(index) }
    }
    var open = nodes.indices.filter { canGoOn[$0] }
    while let node = open.popLast() {
      for earlier in before[node] where !canGoOn[earlier] {
        canGoOn[earlier] = true
        open.append(earlier)
      }
    }
    return nodes.indices.filter { !canGoOn[$0] }.min { nodes[$0].depth < nodes[$1].depth }
  }

  /// The nearest state in which something is due that does not come in the loop that follows, or where the loop is empty,
  /// because no answer is left to come.
  private func nearestUnmetObligation() -> (node: Int, loop: [AnswerGraph.Answer])? {
    let obligations = explorer.invariants.indices.filter { explorer.invariants[$0].isObligation }
    guard !obligations.isEmpty else { return nil }
    let answers = answers
    let finished = nodes.indices.filter { !nodes[$0].isUnfinished }.sorted { nodes[$0].depth < nodes[$1].depth }
    var unmet: [(node: Int, loop: [AnswerGraph.Answer])] = []
    for obligation in obligations {
      let due = finished.filter { nodes[$0].memories[obligation] == AnyHashable(true) }
      if let end = due.first(where: { answers.awaitedCalls[$0].isEmpty }) { unmet.append((end, [])) }
      unmet += answers.fairLoops(through: due).map { ($0.start, $0.answers) }
    }
    return unmet.min { nodes[$0.node].depth + $0.loop.count < nodes[$1.node].depth + $1.loop.count }
  }

  private var answers: AnswerGraph {
    var kinds: [GraphNode.AnswerKind: Int] = [:]
    let answers = nodes.map { node in
      zip(node.choices, node.edges).enumerated().compactMap { index, taken -> AnswerGraph.Answer? in
        let (choice, edge) = taken
        guard case .answer(let call, _) = choice.kind, !edge.isViolation else { return nil }
        let kind = node.numbering.awaited[call].map { parameters in
          let kind = GraphNode.AnswerKind(
            action: node.numbering.callers[call].map { node.numbering.runs[$0].name }, parameters: parameters,
            label: edge.step.usual.label)
          let number = kinds[kind] ?? kinds.count
          kinds[kind] = number
          return number
        }
        return AnswerGraph.Answer(choice: index, to: edge.to, kind: kind, calls: edge.calls)
      }
    }
    return AnswerGraph(
      answers: answers,
      awaitedCalls: nodes.map { node in node.numbering.awaited.indices.filter { node.numbering.awaited[$0] != nil } })
  }

  /// Runs the schedule to a state and the loop that follows once more, to record each of the steps.
  private func outcome(_ node: Int, _ loop: [AnswerGraph.Answer]) async -> Exploration.Outcome {
    let play = await explorer.begin(findings)
    defer { play.run.end() }
    let stem = path(to: node)
    let repeated = zip([node] + loop.map(\.to), loop).map { (node: $0, choice: $1.choice) }
    var steps: [Step] = []
    var states = [play.state.state]
    // Where actions of the same name take turns, the steps are the same again only after several times.
    for way in [stem] + Array(repeating: repeated, count: Self.turns) {
      for (node, choice) in way {
        let edge = nodes[node].edges[choice]
        steps.append(await play.take(nodes[node].choices[choice]))
        states.append(play.state.state)
        guard let indices = edge.indices, play.run.reorder(as: nodes[edge.to].numbering, indices) else {
          return isNotRepeatable(steps)
        }
      }
      if steps.count > stem.count || loop.isEmpty, let violation = await violation(steps, stem.count, states) {
        return .violated(violation)
      }
    }
    if assumptions != .none { _ = wrong(nodes[node].identity, nodes[node].identity) }
    return isNotRepeatable(steps)
  }

  /// The violation by these steps, of which those after the first ones are a loop; that begins as early as it can, and is
  /// as short as it can be where it leads from and to the same state.
  private func violation(_ steps: [Step], _ stem: Int, _ states: [State]) async -> Violation? {
    let count = steps.count - stem
    guard count > 0 else { return try? await explorer.violation(after: steps, loop: []) }
    let loop = steps[stem...]
    let lengths = (1...count).filter { count % $0 == 0 && loop.dropFirst($0).elementsEqual(loop.dropLast($0)) }
    var first = stem
    while first > 0, steps[first - 1] == steps[first - 1 + count] { first -= 1 }
    // What only grows, such as a number of attempts, never comes back.
    let comesBack = states[stem] == states[steps.count]
    for start in first...stem {
      for length in lengths where length == count || !comesBack || states[start] == states[start + length] {
        let loop = Array(steps[start..<(start + length)])
        if let violation = try? await explorer.violation(after: Array(steps[..<start]), loop: loop) { return violation }
      }
    }
    return nil
  }

  private func ledToTwoStates(after schedule: String) -> String {
    "the same schedule led to two states after \(schedule): pass in what differs, such as random numbers and the time"
  }

  private func isNotRepeatable(_ steps: [Step]) -> Exploration.Outcome {
    .inconclusive(reason: ledToTwoStates(after: steps.map(\.swift).joined(separator: ", ")))
  }

  /// Runs the schedule to a state in which an action is stuck once more, to record each of its steps.
  private func outcome(_ stuck: Int) async -> Exploration.Outcome {
    let way = path(to: stuck)
    let action = nodes[stuck].waiting ?? "an action"
    let violation = await violation(
      after: way, of: "“\(action)” does not return: no step answers what it waits for")
    return violation.map(Exploration.Outcome.violated)
      ?? isNotRepeatable(way.map { nodes[$0.node].edges[$0.choice].step })
  }

  /// Runs a schedule once more, to record each of its steps; `nil` where it does not lead to the same.
  private func violation(
    after way: [(node: Int, choice: Int)], shows: (CheckedState, Int) -> Bool = { _, _ in true }, of name: String
  ) async -> Violation? {
    let play = await explorer.begin(findings)
    defer { play.run.end() }
    for (node, choice) in way {
      await play.take(nodes[node].choices[choice])
      let edge = nodes[node].edges[choice]
      guard let indices = edge.indices, play.run.reorder(as: nodes[edge.to].numbering, indices),
        play.run.enabled == nodes[edge.to].enabled,
        shows(CheckedState(play.state.state, isIdle: play.run.isIdle, calls: []), edge.to)
      else { return nil }
    }
    return play.violation(of: name)
  }

  /// What the ready-made checks find in the states and steps, and why those have not found more that were cut short.
  func findings(leavingOut: Set<Check>) async -> (found: [CheckReport.Finding], cutShort: [Check: String]) {
    var found: [CheckReport.Finding] = []
    var cutShort: [Check: String] = [:]
    let steps = nodes.flatMap { node in
      node.edges.compactMap { edge in
        edge.isViolation || edge.step.isKill ? nil : (from: node.identity, to: nodes[edge.to].identity)
      }
    }
    let growing = identities.growingParts(steps)
    let checks = GraphChecks(
      nodes, answers, stuck: stuckState(), counters: assumptions.counters, maximumOfRun: explorer.maximumStatesOfRun
    ) { [identities] in identities.isEqual($0, $1, ignoring: growing) }
    for check in Check.allCases where !leavingOut.contains(check) {
      let finding = checks.finding(of: check)
      cutShort[check] = checks.limit
      guard let finding else { continue }
      let way = path(to: finding.start) + finding.way.map { ($0.node, $0.choice) }
      let loop = finding.loop.map { (node: $0.node, choice: $0.choice) }
      if assumptions != .none, await !isAsAssumed(way + loop) { return ([], [:]) }
      let played = await violation(after: way + loop, shows: checks.isShown, of: finding.explanation)
      guard var violation = played else {
        cutShort[check] = "what it found does not play to the same again"
        continue
      }
      if !finding.loop.isEmpty { violation.loop = Array(violation.trace[way.count...]) }
      violation.trace = Array(violation.trace.prefix(way.count))
      found.append(CheckReport.Finding(check: check, violation: violation))
    }
    return (found, cutShort)
  }

  /// Runs the schedule once more, to record each of its steps.
  private func outcome(_ violation: (node: Int, choice: Int)) async -> Exploration.Outcome {
    let play = await explorer.begin(findings)
    defer { play.run.end() }
    identities.beginPlay()
    var identity = identities.first(play.fingerprint, on: play.run)
    var steps: [Step] = []
    for (node, choice) in path(to: violation.node) + [violation] {
      let step = await play.take(nodes[node].choices[choice])
      steps.append(step)
      if let violation = play.violation { return .violated(violation) }
      let next = identities.next(identity, step, steps.count, on: play.run, play.fingerprint)
      if play.state.isStaleChange(from: identity, to: next, identities.uselessWhenStale) {
        return .violated(play.violation(of: "an action changes nothing once it is stale"))
      }
      identity = next
      let edge = nodes[node].edges[choice]
      if let indices = edge.indices { _ = play.run.reorder(as: nodes[edge.to].numbering, indices) }
    }
    return isNotRepeatable(steps)
  }
}
