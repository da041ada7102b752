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

  let to: Int
  private let content: Shared<Content>

  init(to node: Int, _ content: Shared<Content>) {
    (to, self.content) = (node, content)
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
    self.init(to: to, Shared(content))
  }

  subscript<Value>(dynamicMember property: KeyPath<Content, Value>) -> Value { content.value[keyPath: property] }
  subscript<Value>(dynamicMember property: KeyPath<ExplorationGraph.Taken, Value>) -> Value {
    taken.value[keyPath: property]
  }

  /// Whether a play can take it on its way to another step.
  var canBeRepeated: Bool { content.value.indices != nil && !content.value.isDeduced }
  var past: StateIdentity? { content.value.past?.value }
  var end: StepEnd? { content.value.end?.value }
  var taken: Shared<ExplorationGraph.Taken> { content.value.taken }

  /// What it is, which refers to what equal ones refer to.
  func content(in values: inout SharedValues) -> Shared<Content> {
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
    if var past = content.past?.value {
      past.share(in: &values)
      values.share(&past.trails)
      content.past = values.shared(Shared(past))
    }
    content.end = content.end.map { values.shared($0) }
    return Shared(content)
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
