/// A state that was found.
///
/// An exploration has millions of them: what equal parts of other states have too stands in memory once.
@dynamicMemberLookup
final class GraphNode {
  /// What runs in a state, and what it has seen.
  struct Situation: Hashable {
    fileprivate(set) var enabled: Enabled
    fileprivate(set) var numbering: ScheduleRun.Numbering
    /// The running actions in an order that is the same in equal states.
    fileprivate(set) var order: [Int]
    /// Of each running action, the first one that goes on alike.
    fileprivate(set) var alike: [Int]
    /// Whether the server can still handle a request when the process is killed.
    let outlivesDeath: Bool
    /// The label of an action that neither returns nor waits for a call.
    let waiting: String?
    /// A number for the last step, above those of the steps in which the actions went on last; 0 in the first state only.
    let length: Int
    /// The identity of the state, but for its fingerprint.
    fileprivate var identity: StateIdentity
    /// Which actions are cancelled; these are equal to others.
    fileprivate var cancelled: [Bool]

    fileprivate init(
      _ enabled: Enabled, _ numbering: ScheduleRun.Numbering, order: [Int], alike: [Int], outlivesDeath: Bool,
      waiting: String?, length: Int, _ identity: StateIdentity
    ) {
      (self.enabled, self.numbering, self.order, self.alike) = (enabled, numbering, order, alike)
      (self.outlivesDeath, self.waiting, self.length) = (outlivesDeath, waiting, length)
      self.identity = identity.with(fingerprint: 0)
      cancelled = numbering.runs.map(\.isCancelled)
    }
  }

  /// What states have in some explorations only.
  private final class Extras {
    var usualOutcomes: [ParallelOutcome] = []
    var checked: CheckedState?
    var handedOver: [Int: StateKey] = [:]
  }

  /// What tells answers apart of which each must come again where it is possible again and again.
  struct AnswerKind: Hashable {
    let action: String?
    let parameters: [Int]
    let label: String
  }

  private var situation: Shared<Situation>
  /// The numbers of the running actions in a play that comes to the state.
  private var ownNumbers: Shared<ScheduleRun.Numbers>
  private var shown: Shared<ExplorationGraph.Node>
  private(set) var memories: [AnyHashable]
  /// The steps that are possible; another order of what runs in parallel is added where some does.
  var choices: [Choice]
  /// The steps that were taken; the choices are taken in order.
  private(set) var edges: [GraphEdge] = []
  private var extras: Extras?
  private let fingerprint: Int
  private let ownNumber: UInt32
  private var knownDepth: UInt32
  private var parentNumber: UInt32 = 0
  private var parentChoice: UInt32 = .max
  /// Whether it was read from a folder, or written into it.
  var isFromFolder = false

  init(
    number: Int, graphNode: ExplorationGraph.Node, enabled: Enabled, choices: [Choice], identity: StateIdentity,
    memories: [AnyHashable], numbering: ScheduleRun.Numbering, numbers: ScheduleRun.Numbers, order: [Int], alike: [Int],
    outlivesDeath: Bool, waiting: String?, length: Int, depth: Int
  ) {
    situation = Shared(
      Situation(
        enabled, numbering, order: order, alike: alike, outlivesDeath: outlivesDeath, waiting: waiting,
        length: length, identity.numbered(Array(numbering.runs.indices))))
    ownNumbers = Shared(numbers)
    shown = Shared(graphNode)
    (self.memories, self.choices, fingerprint) = (memories, choices, identity.fingerprint)
    (ownNumber, knownDepth) = (UInt32(number), UInt32(clamping: depth))
  }

  subscript<Value>(dynamicMember property: KeyPath<Situation, Value>) -> Value { situation.value[keyPath: property] }

  var number: Int { Int(ownNumber) }
  var graphNode: ExplorationGraph.Node { shown.value }
  var numbers: ScheduleRun.Numbers { ownNumbers.value }
  var identity: StateIdentity {
    situation.value.identity.with(fingerprint: fingerprint).numbered(ownNumbers.value.runs)
  }
  var isUnfinished: Bool { edges.count < choices.count }

  /// The number of steps of the shortest known way; the maximum as long as none is.
  var depth: Int {
    get { knownDepth == .max ? .max : Int(knownDepth) }
    set { knownDepth = UInt32(clamping: newValue) }
  }

  /// The last step of the shortest known way.
  var parent: (node: Int, choice: Int)? {
    get { parentChoice == .max ? nil : (Int(parentNumber), Int(parentChoice)) }
    set { (parentNumber, parentChoice) = newValue.map { (UInt32($0.node), UInt32($0.choice)) } ?? (0, .max) }
  }

  /// What each step has led to in the usual order, as long as the other one was not tried.
  var usualOutcomes: [ParallelOutcome] {
    get { extras?.usualOutcomes ?? [] }
    set { setExtra(\.usualOutcomes, newValue) }
  }

  /// What the ready-made checks read.
  var checked: CheckedState? {
    get { extras?.checked }
    set { setExtra(\.checked, newValue) }
  }

  /// The states to which choices lead that other shards have taken, where these are to be explored here.
  var handedOver: [Int: StateKey] {
    get { extras?.handedOver ?? [:] }
    set { setExtra(\.handedOver, newValue) }
  }

  private func setExtra<Value>(_ property: ReferenceWritableKeyPath<Extras, Value>, _ value: Value) {
    let extras = extras ?? Extras()
    extras[keyPath: property] = value
    self.extras = extras
  }

  /// Refers to what equal states refer to.
  func share(in values: inout SharedValues) {
    var own = situation.value
    own.enabled.share(in: &values)
    own.numbering.share(in: &values)
    own.identity.share(in: &values)
    values.share(&own.order)
    values.share(&own.alike)
    values.share(&own.cancelled)
    situation = values.shared(Shared(own))
    values.share(&ownNumbers)
    values.share(&shown)
    values.share(&memories)
    values.share(&choices)
  }

  func append(_ edge: GraphEdge, sharing values: inout SharedValues) {
    if edges.isEmpty { edges.reserveCapacity(choices.count) }
    edges.append(edge.shared(in: &values))
  }
}

/// A step that was taken, from a state to another one.
@dynamicMemberLookup
struct GraphEdge {
  /// What a step is beside what the result of an exploration shows of it.
  struct Content: Hashable {
    fileprivate var taken: Shared<ExplorationGraph.Taken>
    /// The actions after the step that correspond to those of the state, unless a play cannot go on there.
    fileprivate(set) var indices: [Int]?
    /// The names of the states that follow.
    fileprivate(set) var names: [String]
    let returnedAtOnce: Bool
    fileprivate(set) var applied: [Int]
    /// Whether an invariant is violated after it, where no play goes on.
    let isViolation: Bool
    /// The state before it in the play that took it, where that can differ in what is assumed not to matter.
    fileprivate var past: Shared<StateIdentity>?
    /// The place among the running actions, before the step, of each that runs after it; `nil` stands for a new one.
    fileprivate(set) var origins: [Int?]
    /// What the action got whose call was answered.
    let outcome: AnswerOutcome?
    /// Whether it was not taken, because others show what it leads to.
    let isDeduced: Bool
    /// What it has led to as other processes can read it.
    fileprivate var end: Shared<StepEnd>?
  }

  private let node: UInt32
  /// Whether a play can take it on its way to another step.
  let canBeRepeated: Bool
  private let content: Shared<Content>

  private init(to node: UInt32, _ content: Shared<Content>) {
    (self.node, self.content) = (node, content)
    canBeRepeated = content.value.indices != nil && !content.value.isDeduced
  }

  init(
    step: Step, to: Int, indices: [Int]?, names: [String], returnedAtOnce: Bool, applied: [Int], isViolation: Bool,
    events: [Event], renumbered: [ExplorationGraph.Renumbering], calls: [Int?], past: StateIdentity? = nil,
    origins: [Int?] = [], outcome: AnswerOutcome? = nil, isDeduced: Bool = false, end: StepEnd? = nil
  ) {
    let taken = ExplorationGraph.Taken(step: step, events: events, renumbered: renumbered, calls: calls)
    let content = Content(
      taken: Shared(taken), indices: indices, names: names, returnedAtOnce: returnedAtOnce, applied: applied,
      isViolation: isViolation, past: past.map { Shared($0) }, origins: origins, outcome: outcome,
      isDeduced: isDeduced, end: end.map { Shared($0) })
    self.init(to: UInt32(to), Shared(content))
  }

  subscript<Value>(dynamicMember property: KeyPath<Content, Value>) -> Value { content.value[keyPath: property] }
  subscript<Value>(dynamicMember property: KeyPath<ExplorationGraph.Taken, Value>) -> Value {
    taken.value[keyPath: property]
  }

  var to: Int { Int(node) }
  var past: StateIdentity? { content.value.past?.value }
  var end: StepEnd? { content.value.end?.value }
  var taken: Shared<ExplorationGraph.Taken> { content.value.taken }

  /// The same, which refers to what equal ones refer to.
  fileprivate func shared(in values: inout SharedValues) -> GraphEdge {
    var taken = taken.value
    values.share(&taken.events)
    values.share(&taken.renumbered)
    values.share(&taken.calls)
    var content = content.value
    content.taken = values.shared(Shared(taken))
    values.share(&content.indices)
    values.share(&content.names)
    values.share(&content.applied)
    values.share(&content.origins)
    content.past = content.past.map { values.shared($0) }
    content.end = content.end.map { values.shared($0) }
    return GraphEdge(to: node, values.shared(Shared(content)))
  }

  /// Whether it is the same step to the same state, in which the calls of actions that go on alike can be exchanged.
  func leadsTo(_ other: GraphEdge) -> Bool {
    !self.isViolation && to == other.to && self.step == other.step && Set(self.calls) == Set(other.calls)
  }
}

/// What tells the outcomes of a step in two orders of its tasks apart, beside local values.
struct ParallelOutcome: Equatable {
  private let fingerprint: Int
  private let identifiers: [Int?]
  private let calls: [String]
  private let running: [ActionRun]
  private let memories: [AnyHashable]

  @MainActor
  init(_ identity: StateIdentity, _ run: ScheduleRun, _ memories: [AnyHashable]) {
    fingerprint = identity.fingerprint
    identifiers = identity.identifiers.map(identity.identifiers.firstIndex)
    calls = run.descriptionsOfCalls.sorted()
    running = run.trackedActions
    self.memories = memories
  }
}
