/// A state with its steps, as one process hands it to another.
struct ExploredState: Codable {
  let key: StateKey
  let state: String
  var pending: [String]
  var enabled: Enabled
  private let fingerprint: Int
  private let kept: Int
  private let isKeptNamed: Bool
  private let identifiers: [Int]
  private let keptIdentifiers: [Int]
  private let owners: [Int]
  private let isAmbiguous: Bool
  private let trails: [StateIdentity.Trail]
  /// Of each invariant, whether something is due.
  private let due: [Bool]
  var numbering: ScheduleRun.Numbering
  var order: [Int]
  var alike: [Int]
  let waiting: String?
  let length: Int
  /// The steps in the order of the choices, or none where it was only found.
  var steps: [ExploredStep]

  @MainActor
  init(_ node: GraphNode, _ keys: Table<StateKey>) {
    key = keys[node.number]
    (state, pending, enabled) = (node.graphNode.state, node.graphNode.pending, node.enabled)
    let identity = node.identity.portable
    switch identity.kept {
    case .number(let number): (kept, isKeptNamed) = (number, false)
    case .named(let number): (kept, isKeptNamed) = (number, true)
    case .values: (kept, isKeptNamed) = (0, true)
    }
    (fingerprint, identifiers, keptIdentifiers) = (identity.fingerprint, identity.identifiers, identity.keptIdentifiers)
    (owners, isAmbiguous, trails) = (identity.owners, identity.isAmbiguous, identity.trails)
    due = node.memories.map { $0 == AnyHashable(true) }
    (numbering, order, alike) = (node.numbering, node.order, node.alike)
    (waiting, length) = (node.waiting, node.length)
    steps =
      node.isUnfinished ? [] : zip(node.choices, node.edges).map { ExploredStep($0, $1, keys) }
  }

  private var identity: StateIdentity {
    StateIdentity(
      fingerprint: fingerprint, kept: isKeptNamed ? .named(kept) : .number(kept), identifiers: identifiers,
      keptIdentifiers: keptIdentifiers, owners: owners, isAmbiguous: isAmbiguous, trails: trails)
  }

  /// Adds it to the states that were found, but for its steps.
  @MainActor
  func add(to nodes: GraphNodes, maximumRunning: Int) {
    let isRunning = numbering.runs.indices.map { !numbering.killed.contains($0) }
    let node = nodes.append(
      ExplorationGraph.Node(
        state: state, running: zip(numbering.runs, isRunning).filter(\.1).map(\.0.name),
        calls: zip(pending, numbering.callers).filter { $1.map { isRunning[$0] } ?? false }.map(\.0), pending: pending),
      GraphNode.Situation(
        enabled, numbering, order: order, alike: alike, outlivesDeath: false, waiting: waiting, length: length),
      identity,
      ScheduleRun.Numbers(runs: numbering.runs.map { $0.number + 1 }, starts: numbering.runs.count, launches: 0),
      memories: due.map { AnyHashable($0) },
      choices: steps.isEmpty ? enabled.choices(maximumRunning: maximumRunning) : [], depth: .max)
    node.isFromFolder = true
  }
}

/// A step that was taken, as one process hands it to another.
struct ExploredStep: Codable {
  var choice: Choice
  var step: Step
  let names: [String]
  let returnedAtOnce: Bool
  let applied: [Int]
  var events: [Event]
  /// The state after it, unless that violates an invariant.
  let to: StateKey?
  var end: StepEnd?

  init(_ choice: Choice, _ edge: GraphEdge, _ keys: Table<StateKey>) {
    (self.choice, step, names, returnedAtOnce) = (choice, edge.step, edge.names, edge.returnedAtOnce)
    (applied, events, end) = (edge.applied, edge.events, edge.end)
    to = edge.isViolation ? nil : keys[edge.to]
  }

  /// The step to a state that can have another order and other numbers; `nil` stands for a violation.
  func edge(from node: GraphNode, to next: GraphNode?) -> GraphEdge {
    guard let next, let end else {
      return GraphEdge(
        step: step, to: node.number, indices: nil, names: names, returnedAtOnce: returnedAtOnce, applied: applied,
        isViolation: true, events: events, renumbered: [], calls: [])
    }
    let (runs, calls) = end.corresponding(next.order, next.numbering)
    let canGoOn = calls.map { end.enabled.reordered(runs, $0) == next.enabled } ?? false
    return GraphEdge(
      step: step, to: next.number, indices: canGoOn ? runs : nil, names: names, returnedAtOnce: returnedAtOnce,
      applied: applied, isViolation: false, events: events,
      renumbered: ExplorationGraph.Renumbering.all(runs.map { end.runs[$0].number }),
      calls: canGoOn ? (calls ?? []).map { end.calls[$0] } : [], end: end)
  }
}

/// What runs and is pending after a step, in the order of the state before it, and with the indices there as numbers.
struct StepEnd: Codable, Hashable {
  var runs: [ActionRun]
  /// The index of the action of each pending call.
  var callers: [Int?]
  /// The number of each pending call among those of the state before; new ones are `nil`.
  var calls: [Int?]
  var order: [Int]
  var alike: [Int]
  var enabled: Enabled

  init(_ runs: [ActionRun], _ callers: [Int?], order: [Int], alike: [Int], calls: [Int?], _ enabled: Enabled) {
    (self.runs, self.callers) = (runs, callers)
    (self.order, self.alike, self.calls, self.enabled) = (order, alike, calls, enabled)
  }

  /// The indices here of the actions and calls of an equal state, unless other calls are pending there.
  func corresponding(_ order: [Int], _ numbering: ScheduleRun.Numbering) -> (runs: [Int], calls: [Int]?) {
    var runs = self.order
    for (own, other) in zip(self.order, order) { runs[other] = own }
    var left = Array(callers.enumerated())
    var calls: [Int] = []
    for caller in numbering.callers {
      guard let caller, let index = left.firstIndex(where: { $0.element == runs[caller] }) else { return (runs, nil) }
      calls.append(left.remove(at: index).offset)
    }
    return (runs, left.isEmpty ? calls : nil)
  }
}

extension Enabled {
  /// The same with the actions and calls at these indices.
  func reordered(_ runs: [Int], _ calls: [Int]) -> Enabled {
    var enabled = self
    enabled.answers = calls.map { answers[$0] }
    enabled.cancellable = runs.indices.filter { cancellable.contains(runs[$0]) }
    return enabled
  }
}
