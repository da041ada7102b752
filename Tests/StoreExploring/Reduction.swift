/// Finds out what some steps lead to without taking them, from others that were taken.
///
/// Where two running actions go on alike from here on, an answer to one is an answer to the other. What the death of the
/// process leads to depends on what survives it. Both are seen in the graph, and checked: some of these steps are taken
/// all the same.
@MainActor
struct Reduction {
  /// One of so many steps that need not be taken is.
  private static var checkedShare: Int { 16 }
  /// So many deaths show what survives.
  private static var deathsBefore: Int { 20 }

  /// Everything that can decide what follows the death of the process.
  private struct Survival: Hashable {
    let values: [Int]
    let identifiers: [Int]
    let memories: [AnyHashable]
  }

  /// A step that was taken and led to something else.
  var mistake: String?
  private let judged: JudgedSteps
  private let judgesStatesBefore: Bool
  private var found = 0
  /// The states in which the process was killed.
  private var deaths: [UInt32] = []
  /// The properties that no death has changed.
  private var unchanged: Set<Int>?
  private var afterDeath: [Survival: UInt32] = [:]

  init(_ judged: JudgedSteps) {
    self.judged = judged
    judgesStatesBefore = judged.statesBefore
  }

  /// Whether a step is taken although what it leads to is known.
  mutating func isChecked() -> Bool {
    found += 1
    return found % Self.checkedShare == 1
  }

  /// What a step leads to, as far as others show it.
  func edge(
    _ choice: Choice, _ step: Step, of index: Int, _ nodes: GraphNodes, _ identities: StateIdentities
  ) -> GraphEdge? {
    let node = nodes[index]
    guard !choice.isLastFirst, !node.choices.contains(where: \.isLastFirst) else { return nil }
    switch choice.kind {
    case .answer(let call, let label):
      return node.twins(of: call).lazy.compactMap { twin in
        node.edges.indices.first { edge in
          if case .answer(twin, label) = node.choices[edge].kind { true } else { false }
        }.flatMap { node.edge(like: node.edges[$0], step, swapping: call, twin, in: nodes) }
      }.first
    case .kill(process: 0) where !judgesStatesBefore:
      guard deaths.count >= Self.deathsBefore, let known = afterDeath[survival(of: node, deciding, identities)] else {
        return nil
      }
      // Where nothing else differs, what is shown may be the same.
      let death = death(in: known, nodes)
      guard identities.values(nodes[death.to].identity) != identities.values(node.identity) else { return nil }
      return node.edge(after: death, in: nodes)
    case .start, .cancel, .kill, .killAfterWrites:
      return nil
    }
  }

  /// Notes a step that was taken, with the properties that it has changed.
  mutating func note(
    _ choice: Int, of index: Int, _ changed: Set<Int>, _ nodes: GraphNodes, _ identities: StateIdentities
  ) {
    let node = nodes[index]
    guard case .kill(process: 0) = node.choices[choice].kind, !node.outlivesDeath, !node.edges[choice].isViolation
    else { return }
    deaths.append(UInt32(index))
    if unchanged?.isDisjoint(with: changed) == true {
      enter(UInt32(index), nodes, identities)
    } else {
      unchanged = (unchanged ?? Set(identities.values(node.identity).indices)).subtracting(changed)
      afterDeath = [:]
      for death in deaths { enter(death, nodes, identities) }
    }
  }

  /// The properties that are taken to decide what follows a death.
  private var deciding: Set<Int> { (unchanged ?? []).union(judged.decisiveAfterDeath) }

  private mutating func enter(_ node: UInt32, _ nodes: GraphNodes, _ identities: StateIdentities) {
    let survival = survival(of: nodes[Int(node)], deciding, identities)
    if let known = afterDeath[survival], !isAlike(known, node, in: nodes) {
      learn(from: known, node, nodes, identities)
    }
    afterDeath[survival] = node
  }

  private func death(in node: UInt32, _ nodes: GraphNodes) -> GraphEdge {
    let node = nodes[Int(node)]
    return node.edges[node.choices.firstIndex(of: Choice(kind: .kill(process: 0))) ?? 0]
  }

  private func isAlike(_ one: UInt32, _ other: UInt32, in nodes: GraphNodes) -> Bool {
    death(in: one, nodes).to == death(in: other, nodes).to
  }

  /// Finds the property in which two states differ whose deaths led to different ones, though the same seemed to survive:
  /// the one that tells most of such deaths apart.
  private func learn(from one: UInt32, _ other: UInt32, _ nodes: GraphNodes, _ identities: StateIdentities) {
    let deciding = deciding
    let differing = identities.values(nodes[Int(one)].identity).indices.filter { property in
      let survivals = [one, other].map { survival(of: nodes[Int($0)], deciding.union([property]), identities) }
      return survivals[0] != survivals[1]
    }
    let contradictions = differing.map { property in
      var ends: [Survival: UInt32] = [:]
      return deaths.count { death in
        let survival = survival(of: nodes[Int(death)], deciding.union([property]), identities)
        defer { ends[survival] = death }
        return ends[survival].map { !isAlike($0, death, in: nodes) } ?? false
      }
    }
    guard let best = zip(differing, contradictions).min(by: { $0.1 < $1.1 })?.0 else { return }
    judged.decisiveAfterDeath.insert(best)
  }

  private func survival(of node: GraphNode, _ deciding: Set<Int>, _ identities: StateIdentities) -> Survival {
    let identity = node.identity
    let identifiers = zip(identity.identifiers, identity.owners).filter { deciding.contains($1) }.map(\.0)
    return Survival(
      values: identities.values(identity).enumerated().map { deciding.contains($0) ? $1 : 0 },
      identifiers: identifiers.map { identifiers.firstIndex(of: $0) ?? 0 }, memories: node.memories)
  }
}

extension GraphNode {
  /// The pending calls of other actions that go on alike when they get the same answer.
  fileprivate func twins(of call: Int) -> [Int] {
    let (numbering, alike) = (self.numbering, self.alike)
    guard let caller = numbering.callers[call] else { return [] }
    let place = numbering.callers[..<call].count { $0 == caller }
    return numbering.callers.indices.filter { other in
      guard let twin = numbering.callers[other], twin != caller, alike[twin] == alike[caller] else { return false }
      return numbering.callers[..<other].count { $0 == twin } == place
    }
  }

  /// A step of one of two actions that go on alike, from the same step of the other one.
  fileprivate func edge(
    like edge: GraphEdge, _ step: Step, swapping call: Int, _ twin: Int, in nodes: GraphNodes
  ) -> GraphEdge? {
    let (numbering, answers) = (self.numbering, self.enabled.answers)
    guard !edge.isViolation, edge.indices != nil, let run = numbering.callers[call],
      let twinRun = numbering.callers[twin], !numbering.runs[run].isCancelled, !numbering.runs[twinRun].isCancelled,
      answers[call] == answers[twin]
    else { return nil }
    let calls = [run, twinRun].map { run in numbering.callers.indices.filter { numbering.callers[$0] == run } }
    guard calls[0].count == calls[1].count else { return nil }
    func swapped(_ index: Int, _ one: [Int], _ other: [Int]) -> Int {
      if let place = one.firstIndex(of: index) { return other[place] }
      if let place = other.firstIndex(of: index) { return one[place] }
      return index
    }
    let origins = edge.origins.map { $0.map { swapped($0, [run], [twinRun]) } }
    let survivors = origins.compactMap(\.self).sorted()
    guard survivors.count == origins.count else { return nil }
    let events = edge.events.map { event in
      event.mapRun { own in
        own.number == run || own.number == twinRun ? numbering.runs[run + twinRun - own.number] : own
      }
    }
    return GraphEdge(
      step: step, to: edge.to, indices: origins.map { origin in survivors.firstIndex { $0 == origin } ?? 0 },
      names: edge.names, returnedAtOnce: edge.returnedAtOnce, applied: edge.applied, isViolation: false, events: events,
      renumbered: ExplorationGraph.Renumbering.all(origins.compactMap(\.self)),
      calls: edge.calls.map { $0.map { swapped($0, calls[0], calls[1]) } },
      past: edge.past == nil ? nil : identity.swapping(run, twinRun),
      origins: origins, outcome: edge.outcome, isDeduced: true)
  }

  /// The death of the process, from another one after which the same is left.
  fileprivate func edge(after death: GraphEdge, in nodes: GraphNodes) -> GraphEdge? {
    let name = nodes[death.to].graphNode.state
    guard !self.outlivesDeath, death.indices != nil, name != graphNode.state else { return nil }
    return GraphEdge(
      step: death.step, to: death.to, indices: death.indices, names: [name],
      returnedAtOnce: death.returnedAtOnce, applied: death.applied, isViolation: false, events: death.events,
      renumbered: death.renumbered, calls: death.calls.map { _ in nil }, origins: death.origins.map { _ in nil },
      isDeduced: true)
  }
}

extension Event {
  /// The same event of another run.
  func mapRun(_ other: (ActionRun) -> ActionRun) -> Event {
    switch self {
    case .started(let run): .started(other(run))
    case .called(let call, by: let run): .called(call, by: other(run))
    case .answered(let call, with: let label, by: let run): .answered(call, with: label, by: other(run))
    case .cancelled(let run): .cancelled(other(run))
    case .returned(let run): .returned(other(run))
    case .served(let call, with: let label, by: let run): .served(call, with: label, by: other(run))
    case .killed: self
    }
  }
}
