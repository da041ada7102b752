/// The states that were found, and the steps between them.
///
/// An exploration has millions of them: they are lines of tables, in which what several have stands once.
final class GraphNodes: RandomAccessCollection {
  fileprivate struct Line {
    let fingerprint: UInt32
    let situation: UInt32
    let identity: UInt32
    let trails: UInt32
    let numbers: UInt32
    let shown: UInt32
    let memories: UInt32
    var choices: UInt32
    /// Where the steps that were taken begin, and their number.
    var firstEdge: UInt32 = 0
    var edges: UInt32 = 0
    var depth: UInt32
    var parent: UInt32 = 0
    var parentChoice = UInt32.max
    var isFromFolder = false
  }

  fileprivate struct Step {
    static let none = Step(to: .max, content: .max)

    let to: UInt32
    let content: UInt32

    var isNone: Bool { to == .max }
  }

  /// What states have in some explorations only.
  fileprivate struct Extras {
    var usualOutcomes: [ParallelOutcome] = []
    var checked: CheckedState?
    var handedOver: [Int: StateKey] = [:]
  }

  /// The steps that were taken from a state.
  struct Edges: RandomAccessCollection {
    fileprivate let nodes: GraphNodes
    fileprivate let first: Int
    let endIndex: Int

    var startIndex: Int { 0 }

    subscript(choice: Int) -> GraphEdge {
      let step = nodes.steps[first + choice]
      return GraphEdge(to: Int(step.to), nodes.contents[step.content])
    }

    /// The state to which a step leads; reading that alone is quick.
    func end(of choice: Int) -> Int { Int(nodes.steps[first + choice].to) }
  }

  fileprivate var lines = Table<Line>()
  /// The steps of each state side by side, with room for those that are left.
  private var steps = Table<Step>()
  fileprivate var extras: [Int: Extras] = [:]
  fileprivate var situations = DistinctValues<GraphNode.Situation>()
  fileprivate var fingerprints = DistinctValues<Int>()
  /// But for their fingerprints and trails.
  fileprivate var identities = DistinctValues<StateIdentity>()
  /// But for the numbers of actions.
  fileprivate var trails = DistinctLists<StateIdentity.Trail>()
  fileprivate var numbers = DistinctValues<ScheduleRun.Numbers>()
  fileprivate var shown = DistinctValues<ExplorationGraph.Node>()
  fileprivate var choices = DistinctValues<[Choice]>()
  private var contents = DistinctValues<Shared<GraphEdge.Content>>()
  fileprivate var shared = SharedValues()

  var startIndex: Int { 0 }
  var endIndex: Int { lines.count }

  subscript(number: Int) -> GraphNode { GraphNode(nodes: self, number: number) }

  @discardableResult
  func append(
    _ graphNode: ExplorationGraph.Node, _ situation: GraphNode.Situation, _ identity: StateIdentity,
    _ numbers: ScheduleRun.Numbers, memories: [AnyHashable], choices: [Choice], depth: Int
  ) -> GraphNode {
    var ofSituation = identity.with(fingerprint: 0).numbered(Array(situation.numbering.runs.indices))
    ofSituation.share(in: &shared)
    let trails = ofSituation.trails
    ofSituation.trails = []
    lines.append(
      Line(
        fingerprint: fingerprints.number(of: identity.fingerprint), situation: situations.number(of: situation),
        identity: identities.number(of: ofSituation), trails: self.trails.number(of: trails),
        numbers: self.numbers.number(of: numbers),
        shown: shown.number(of: graphNode), memories: shared.number(of: memories),
        choices: self.choices.number(of: choices), depth: UInt32(clamping: depth)))
    return self[count - 1]
  }

  /// How many states there would be if what running actions have seen told none apart.
  var countWithoutTrails: Int {
    Set(lines.map { [$0.fingerprint, $0.situation, $0.identity, $0.memories] }).count
  }

  fileprivate func append(_ edge: GraphEdge, to node: Int) {
    var line = lines[node]
    let taken = Int(line.firstEdge)..<Int(line.firstEdge + line.edges)
    // A choice can be added later; the first step of another state is there as soon as there is room for it.
    if taken.isEmpty || taken.upperBound == steps.count || !steps[taken.upperBound].isNone {
      line.firstEdge = UInt32(steps.count)
      for step in taken { steps.append(steps[step]) }
      for _ in taken.count..<choices[line.choices].count { steps.append(.none) }
    }
    steps[Int(line.firstEdge + line.edges)] = Step(
      to: UInt32(edge.to), content: contents.number(of: edge.content(in: &shared)))
    line.edges += 1
    lines[node] = line
  }
}

/// A state that was found.
@dynamicMemberLookup
struct GraphNode {
  /// What runs in a state.
  struct Situation: Hashable {
    let enabled: Enabled
    let numbering: ScheduleRun.Numbering
    /// The running actions in an order that is the same in equal states.
    let order: [Int]
    /// Of each running action, the first one that goes on alike.
    let alike: [Int]
    /// Whether the server can still handle a request when the process is killed.
    let outlivesDeath: Bool
    /// The label of an action that neither returns nor waits for a call.
    let waiting: String?
    /// A number for the last step, above those of the steps in which the actions went on last; 0 in the first state only.
    let length: Int
    /// Which actions are cancelled; these are equal to others.
    private let cancelled: [Bool]

    init(
      _ enabled: Enabled, _ numbering: ScheduleRun.Numbering, order: [Int], alike: [Int], outlivesDeath: Bool,
      waiting: String?, length: Int
    ) {
      (self.enabled, self.numbering, self.order, self.alike) = (enabled, numbering, order, alike)
      (self.outlivesDeath, self.waiting, self.length) = (outlivesDeath, waiting, length)
      cancelled = numbering.runs.map(\.isCancelled)
    }
  }

  /// What tells answers apart of which each must come again where it is possible again and again.
  struct AnswerKind: Hashable {
    let action: String?
    let parameters: [Int]
    let label: String
  }

  fileprivate let nodes: GraphNodes
  let number: Int

  private var line: GraphNodes.Line { nodes.lines[number] }

  subscript<Value>(dynamicMember property: KeyPath<Situation, Value>) -> Value {
    nodes.situations[line.situation][keyPath: property]
  }

  var graphNode: ExplorationGraph.Node { nodes.shown[line.shown] }
  /// The numbers of the running actions in a play that comes to the state.
  var numbers: ScheduleRun.Numbers { nodes.numbers[line.numbers] }
  var identity: StateIdentity {
    var identity = nodes.identities[line.identity].with(fingerprint: nodes.fingerprints[line.fingerprint])
    identity.trails = nodes.trails[line.trails]
    return identity.numbered(numbers.runs)
  }
  var memories: [AnyHashable] { nodes.shared.memories[Int(line.memories)] }
  /// The steps that were taken; the choices are taken in order.
  var edges: GraphNodes.Edges {
    GraphNodes.Edges(nodes: nodes, first: Int(line.firstEdge), endIndex: Int(line.edges))
  }
  var isUnfinished: Bool { edges.count < choices.count }

  /// The steps that are possible; another order of what runs in parallel is added where some does.
  var choices: [Choice] {
    get { nodes.choices[line.choices] }
    nonmutating set { nodes.lines[number].choices = nodes.choices.number(of: newValue) }
  }

  /// The number of steps of the shortest known way; the maximum as long as none is.
  var depth: Int {
    get { line.depth == .max ? .max : Int(line.depth) }
    nonmutating set { nodes.lines[number].depth = UInt32(clamping: newValue) }
  }

  /// The last step of the shortest known way.
  var parent: (node: Int, choice: Int)? {
    get { line.parentChoice == .max ? nil : (Int(line.parent), Int(line.parentChoice)) }
    nonmutating set {
      let (parent, choice) = newValue.map { (UInt32($0.node), UInt32($0.choice)) } ?? (0, .max)
      (nodes.lines[number].parent, nodes.lines[number].parentChoice) = (parent, choice)
    }
  }

  /// Whether it was read from a folder, or written into it.
  var isFromFolder: Bool {
    get { line.isFromFolder }
    nonmutating set { nodes.lines[number].isFromFolder = newValue }
  }

  private var extras: GraphNodes.Extras {
    get { nodes.extras[number] ?? GraphNodes.Extras() }
    nonmutating set { nodes.extras[number] = newValue }
  }

  /// What each step has led to in the usual order, as long as the other one was not tried.
  var usualOutcomes: [ParallelOutcome] {
    get { extras.usualOutcomes }
    nonmutating set { extras.usualOutcomes = newValue }
  }

  /// What the ready-made checks read.
  var checked: CheckedState? {
    get { extras.checked }
    nonmutating set { extras.checked = newValue }
  }

  /// The states to which choices lead that other shards have taken, where these are to be explored here.
  var handedOver: [Int: StateKey] {
    get { extras.handedOver }
    nonmutating set { extras.handedOver = newValue }
  }

  func append(_ edge: GraphEdge) {
    nodes.append(edge, to: number)
  }
}
