/// The states that an exploration told apart, and the steps between them.
public struct ExplorationGraph: Equatable, Sendable {
  /// A state of the subject and its running actions.
  public struct Node: Hashable, Sendable {
    /// The name of the state.
    public let state: String
    /// The labels of the actions that run.
    public let running: [String]
    /// The names of the pending calls.
    public let calls: [String]
    /// The same with the requests of a killed process that the server has yet to handle.
    let pending: [String]
  }

  /// A step from one state to another, by their numbers.
  public struct Edge: Equatable, Sendable {
    private let start: UInt32
    private let end: UInt32
    private let taken: Shared<Taken>

    init(from start: Int, to end: Int, _ taken: Shared<Taken>) {
      (self.start, self.end, self.taken) = (UInt32(start), UInt32(end), taken)
    }

    /// The number of the state before.
    public var from: Int { Int(start) }
    /// The step.
    public var step: Step { taken.value.step }
    /// The number of the state after.
    public var to: Int { Int(end) }
    var events: [Event] { taken.value.events }
    var renumbered: [Renumbering] { taken.value.renumbered }
    var calls: [Int?] { taken.value.calls }
  }

  /// What happens in a step.
  struct Taken: Hashable, Sendable {
    let step: Step
    /// The events, in which runs have their indices in the state before as their numbers.
    var events: [Event]
    /// The runs whose indices differ in the state after.
    var renumbered: [Renumbering]
    /// The pending calls of the state after, by number among those of the state before; new ones are `nil`.
    var calls: [Int?]
  }

  /// A run that has another number in the state after a step than in the events of the step.
  struct Renumbering: Hashable, Sendable {
    let number: Int
    let before: Int

    /// Those of the runs of the state after, by their numbers before.
    static func all(_ before: [Int]) -> [Renumbering] {
      before.enumerated().filter { $0 != $1 }.map { Renumbering(number: $0, before: $1) }
    }
  }

  /// The states, in the order in which they were found; the first is the initial one.
  public private(set) var nodes: [Node] = []
  /// The steps, in the order in which they were taken.
  public private(set) var edges: [Edge] = []
  /// The edge by which each node was found first.
  private var first: [Int?] = []

  mutating func add(_ node: Node) {
    nodes.append(node)
    first.append(nil)
  }

  mutating func add(_ edge: Edge, isNew: Bool) {
    if isNew { first[edge.to] = edges.count }
    edges.append(edge)
  }

  /// A schedule that leads to a state.
  public func path(to node: Int) -> [Step] {
    schedule(way(to: node))
  }

  /// The edges that lead to a state, by number.
  func way(to node: Int) -> [Int] {
    var way: [Int] = []
    var node = node
    while let index = first[node] {
      way.append(index)
      node = edges[index].from
    }
    return way.reversed()
  }

  /// The steps of the schedule that takes some edges, from the initial state.
  func schedule(_ way: [Int]) -> [Step] {
    var position = GraphPosition(self)
    return way.map { index in
      defer { position.take(edges[index]) }
      return position.step(edges[index])
    }
  }
}

/// The state of a schedule in a graph.
///
/// Its steps have the numbers that calls and runs have in its own play, which can differ from those in the play that found
/// a state.
struct GraphPosition {
  private(set) var node = 0
  private let graph: ExplorationGraph
  private var lastCall = 0
  private var starts = 0
  /// The pending calls in the order of the state, by number.
  private var calls: [(number: Int, name: String)] = []
  /// The runs by their number in the state, with the number of their start.
  private var running: [Int: (start: Int, run: ActionRun)] = [:]

  /// The initial state.
  init(_ graph: ExplorationGraph) {
    self.graph = graph
    noteCalls([])
  }

  /// An edge of the state as a step of this schedule.
  func step(_ edge: ExplorationGraph.Edge) -> Step {
    edge.step.numbered { number in
      switch edge.events.first {
      case .answered(let name, with: _, by: _), .served(let name, with: _, by: _):
        let same = calls.filter { $0.name == name }
        guard same.indices.contains(number) else { return number }
        return same.count { $0.number < same[number].number }
      case .cancelled(let run):
        guard let own = running[run.number] else { return number }
        return running.values.count { $0.run.name == run.name && $0.start < own.start }
      case .started, .called, .returned, .killed, nil: return number
      }
    }
  }

  /// Goes on to the next state.
  mutating func take(_ edge: ExplorationGraph.Edge) {
    starts += 1
    for event in edge.events {
      switch event {
      case .started(let run): running[run.number] = (starts, run)
      case .returned(let run): running[run.number] = nil
      case .killed(let process): running = running.filter { process != nil && $0.value.run.process != process }
      case .called, .answered, .cancelled, .served: break
      }
    }
    let before = running
    for renumbering in edge.renumbered { running[renumbering.before] = nil }
    for renumbering in edge.renumbered { running[renumbering.number] = before[renumbering.before] }
    node = edge.to
    noteCalls(edge.calls)
  }

  private mutating func noteCalls(_ numbers: [Int?]) {
    let before = calls
    calls = graph.nodes[node].pending.enumerated().map { index, name in
      if index < numbers.count, let call = numbers[index] { return before[call] }
      lastCall += 1
      return (lastCall, name)
    }
  }
}

extension ExplorationGraph.Node {
  init<Subject, State>(_ name: String, _ state: ExplorationState<Subject, State>, pending: [String]) {
    self.state = name
    running = state.running.map(\.name)
    calls = state.calls.map(\.name)
    self.pending = pending
  }
}
