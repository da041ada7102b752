/// A walk that takes every step of every state once, on subjects that go on from one state to the next.
///
/// It costs a fraction of what a ``ScheduleSearch`` costs, which repeats the way to a state for each of its steps, and
/// returns nothing unless everything is as it should be: what is wrong is for the search to report.
@MainActor
final class ScheduleTour<Subject, State: Equatable & SendableMetatype> {
  private typealias Play = SchedulePlay<Subject, State>

  /// A play that is longer is replaced, because the logs of its subject can grow.
  private static var maximumLength: Int { 500 }
  /// Whether an action is stuck is for the search to find out, so that it is waited for once.
  private static var patience: Int { 50 }

  private let explorer: StoreExplorer<Subject, State>
  private let fingerprint: (Subject) -> StateFingerprint
  private let bounds: ExplorationBounds
  private let findings = Inconclusive()
  private let identities: StateIdentities
  private var nodes: [TourNode] = []
  private var firstApplied: [Int] = []
  private var schedules = 0
  /// How states that are taken for equal were seen to differ.
  private(set) var difference: String?
  private var map = TourMap()

  init(
    _ explorer: StoreExplorer<Subject, State>, _ bounds: ExplorationBounds,
    fingerprint: @escaping (Subject) -> StateFingerprint
  ) {
    self.explorer = explorer
    self.bounds = bounds
    self.fingerprint = fingerprint
    identities = StateIdentities(explorer.actions)
  }

  /// Returns `nil` where an invariant is violated, the maximum of schedules is reached or the work cannot be followed.
  func run() async -> Exploration? {
    while true {
      let play = await explorer.begin(findings, patience: min(explorer.patience, Self.patience))
      defer { play.run.end() }
      let identity = identities.idle(fingerprint(play.subject))
      if nodes.isEmpty {
        let (_, _, order) = identities.insert(identity, play.run, memories: play.memories)
        firstApplied = play.applied
        add(play, identity, explorer.stateName(play.state.state), order: order, parent: nil)
      }
      guard play.violation == nil, identity.fingerprint == nodes[0].identity.fingerprint else { return nil }
      switch await follow(play, from: Position(node: 0, identity: identity)) {
      case .playEnds: continue
      case .noStepLeft:
        await ScheduleRun.letOtherWorkGoOn()
        return findings.reason == nil ? summary() : nil
      case .tourFails: return nil
      }
    }
  }

  private struct Position {
    var node: Int
    var identity: StateIdentity
  }

  private enum End: Error {
    case noStepLeft, playEnds, tourFails
  }

  /// Takes steps until the play cannot go on.
  private func follow(_ play: Play, from position: Position) async -> End {
    var position = position
    var steps = 0
    do throws(End) {
      while steps < Self.maximumLength {
        if map.isOpen[position.node] {
          position = try await takeStep(play, from: position)
          steps += 1
        } else if let way = map.way(from: position.node) {
          position = try await take(way, play, from: position.node)
          steps += way.count
        } else {
          return steps == 0 ? .noStepLeft : .playEnds
        }
      }
      return .playEnds
    } catch {
      return error
    }
  }

  /// Repeats steps that were taken before.
  private func take(_ way: [Int], _ play: Play, from start: Int) async throws(End) -> Position {
    var node = start
    for index in way {
      let edge = nodes[node].edges[index]
      await play.run.take(nodes[node].choices[index])
      node = edge.to
      guard let indices = edge.indices, play.run.renumber(as: nodes[node].numbering, indices) else { throw .tourFails }
    }
    let expected = nodes[node]
    guard let identity = identities.repeated(expected.identity, fingerprint(play.subject)),
      play.run.enabled == expected.enabled
    else {
      if play.run.stuck == nil, findings.reason == nil { noteDifference(after: way, from: start) }
      throw .tourFails
    }
    play.memories = expected.memories
    return Position(node: node, identity: identity)
  }

  private func noteDifference(after way: [Int], from start: Int) {
    var (node, steps): (Int, [String]) = (start, [])
    for index in way {
      steps.append(nodes[node].edges[index].step.swift)
      node = nodes[node].edges[index].to
    }
    difference =
      "states with an equal fingerprint differ in what follows, after \(steps.joined(separator: ", ")) "
      + "from “\(nodes[start].graphNode.state)”: the fingerprint lacks what decides it"
  }

  /// Takes a step for the first time.
  private func takeStep(_ play: Play, from position: Position) async throws(End) -> Position {
    guard schedules < bounds.maximumSchedules else { throw .tourFails }
    schedules += 1
    let node = nodes[position.node]
    let step = await play.take(node.choices[node.edges.count], isTraced: false)
    guard play.violation == nil, play.run.stuck == nil, findings.reason == nil else { throw .tourFails }
    let identity = identities.next(position.identity, step, node.length + 1, on: play.run, fingerprint(play.subject))
    guard !play.state.isStaleChange(from: position.identity, to: identity, identities.uselessWhenStale) else {
      throw .tourFails
    }
    let (next, isNew, order) = identities.insert(identity, play.run, memories: play.memories)
    let names = [node.graphNode.state] + play.state.lastStates.dropFirst().map(explorer.stateName)
    let returnedAtOnce = play.run.lastStartReturnedAtOnce
    var indices: [Int]? = Array(order.indices)
    if isNew {
      add(play, identity, names[names.count - 1], order: order, parent: node)
      if play.run.isIdle, node.depth + 1 < bounds.depth {
        guard await play.isUnchangedAfterOtherWork(identity, fingerprint, identities) else { throw .tourFails }
      }
    } else {
      // What changes nothing while it is awaited may do so after.
      if play.run.isIdle, await !play.isUnchangedAfterOtherWork(nil, nil, identities) { throw .tourFails }
      let known = nodes[next]
      var corresponding = order
      for (own, other) in zip(order, known.order) { corresponding[other] = own }
      let canGoOn = play.run.renumber(as: known.numbering, corresponding) && play.run.enabled == known.enabled
      indices = canGoOn ? corresponding : nil
      play.memories = known.memories
    }
    if indices != nil { map.addWay(from: position.node, to: next, edge: node.edges.count) }
    node.edges.append(
      TourNode.Edge(
        step: step, to: next, indices: indices, names: names, returnedAtOnce: returnedAtOnce, applied: play.applied))
    noteIsOpen(position.node)
    relax(next, node.depth + 1)
    guard let indices else { throw .playEnds }
    return Position(node: next, identity: identity.renumbered(as: nodes[next].identity, indices))
  }

  private func add(
    _ play: Play, _ identity: StateIdentity, _ name: String, order: [Int], parent: TourNode?
  ) {
    let enabled = play.run.enabled
    nodes.append(
      TourNode(
        graphNode: ExplorationGraph.Node(name, play.state), enabled: enabled,
        choices: enabled.choices(maximumRunning: bounds.maximumRunning), identity: identities.numbered(identity),
        memories: play.memories,
        numbering: play.run.numbering, order: order, length: (parent?.length ?? -1) + 1,
        depth: (parent?.depth ?? -1) + 1))
    map.add()
    noteIsOpen(nodes.count - 1)
  }

  /// Notes a shorter way to a state, which shortens those that go on from there.
  private func relax(_ node: Int, _ depth: Int) {
    var shorter = [(node, depth)]
    while let (node, depth) = shorter.popLast() {
      guard depth < nodes[node].depth else { continue }
      nodes[node].depth = depth
      noteIsOpen(node)
      shorter += nodes[node].edges.map { ($0.to, depth + 1) }
    }
  }

  private func noteIsOpen(_ node: Int) {
    map.isOpen[node] = nodes[node].depth < bounds.depth && nodes[node].edges.count < nodes[node].choices.count
  }

  /// The exploration as a search in breadth would have found it.
  private func summary() -> Exploration {
    var exploration = Exploration(
      bounds: bounds, machine: StateMachine(actions: explorer.actions.map(\.name)),
      applications: explorer.invariants.enumerated().map { index, invariant in
        Exploration.Application(invariant: invariant.name, states: firstApplied[index])
      })
    exploration.machine.begin(nodes[0].graphNode.state)
    exploration.graph.add(nodes[0].graphNode)
    var level = [0]
    var numbers = [0: 0]
    while !level.isEmpty, exploration.schedulesByDepth.count < bounds.depth {
      exploration.schedulesByDepth.append(0)
      var children: [Int] = []
      for parent in level {
        for edge in nodes[parent].edges {
          exploration.count(edge.applied)
          exploration.machine.add(edge.step, edge.names, returnedAtOnce: edge.returnedAtOnce)
          let isNew = numbers[edge.to] == nil
          if isNew {
            numbers[edge.to] = numbers.count
            exploration.graph.add(nodes[edge.to].graphNode)
            children.append(edge.to)
          } else {
            exploration.mergedStates += 1
          }
          exploration.graph.add(
            edge.step, from: numbers[parent] ?? 0, to: numbers[edge.to] ?? 0, isNew: isNew)
        }
      }
      level = children
    }
    exploration.hasFingerprint = true
    exploration.end(openStates: level.count, identities)
    return exploration
  }
}

/// A state that a tour has found.
private final class TourNode {
  /// A step that was taken.
  struct Edge {
    let step: Step
    let to: Int
    /// The actions after the step that correspond to those of the state, unless a play cannot go on there.
    let indices: [Int]?
    /// The names of the states, the one before the step first.
    let names: [String]
    let returnedAtOnce: Bool
    let applied: [Int]
  }

  let graphNode: ExplorationGraph.Node
  let enabled: Enabled
  let choices: [Choice]
  let identity: StateIdentity
  let memories: [AnyHashable]
  let numbering: ScheduleRun.Numbering
  /// The running actions in an order that is the same in equal states.
  let order: [Int]
  /// The number of steps of the play that found it.
  let length: Int
  /// The number of steps of the shortest known way.
  var depth: Int
  /// The steps that were taken; the choices are taken in order.
  var edges: [Edge] = []

  init(
    graphNode: ExplorationGraph.Node, enabled: Enabled, choices: [Choice], identity: StateIdentity,
    memories: [AnyHashable], numbering: ScheduleRun.Numbering, order: [Int], length: Int, depth: Int
  ) {
    self.graphNode = graphNode
    self.enabled = enabled
    self.choices = choices
    self.identity = identity
    self.memories = memories
    self.numbering = numbering
    self.order = order
    self.length = length
    self.depth = depth
  }
}

/// The known ways between states, in arrays of numbers.
private struct TourMap {
  /// Whether a state has steps that were not taken.
  var isOpen: [Bool] = []
  /// The other states to which steps of each state lead, in the order in which they were found, and the first such step.
  private var ways: [[(end: Int, edge: Int)]] = []
  /// The last search that came to each state.
  private var visits: [Int] = []
  private var lastVisit = 0

  mutating func add() {
    isOpen.append(false)
    ways.append([])
    visits.append(0)
  }

  mutating func addWay(from node: Int, to next: Int, edge: Int) {
    guard next != node, !ways[node].contains(where: { $0.end == next }) else { return }
    ways[node].append((next, edge))
  }

  /// Returns the steps of the shortest way to a state with steps that were not taken.
  mutating func way(from start: Int) -> [Int]? {
    lastVisit += 1
    visits[start] = lastVisit
    var reached = [(node: start, parent: -1, edge: -1)]
    var next = 0
    while next < reached.count {
      let node = reached[next].node
      if isOpen[node] {
        var steps: [Int] = []
        while next > 0 {
          steps.append(reached[next].edge)
          next = reached[next].parent
        }
        return steps.reversed()
      }
      for way in ways[node] where visits[way.end] != lastVisit {
        visits[way.end] = lastVisit
        reached.append((way.end, next, way.edge))
      }
      next += 1
    }
    return nil
  }
}
