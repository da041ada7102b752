/// The states that an exploration told apart, and the steps between them.
public struct ExplorationGraph: Equatable, Sendable {
  /// A state of the subject and its running actions.
  public struct Node: Equatable, Sendable {
    /// The name of the state.
    public let state: String
    /// The labels of the actions that run.
    public let running: [String]
    /// The names of the pending calls.
    public let calls: [String]

    init<Subject, State>(_ name: String, _ state: ExplorationState<Subject, State>) {
      self.state = name
      running = state.running.map(\.name)
      calls = state.calls.map(\.name)
    }
  }

  /// A step from one state to another, by their numbers.
  public struct Edge: Equatable, Sendable {
    /// The number of the state before.
    public let from: Int
    /// The step.
    public let step: Step
    /// The number of the state after.
    public let to: Int
  }

  /// The states, in the order in which they were found; the first is the initial one.
  public private(set) var nodes: [Node] = []
  /// The steps, in the order in which they were taken.
  public private(set) var edges: [Edge] = []
  /// The edge by which each node was found first.
  private var first: [Int: Int] = [:]

  mutating func add(_ node: Node) {
    nodes.append(node)
  }

  mutating func add(_ step: Step, from: Int, to: Int, isNew: Bool) {
    if isNew { first[to] = edges.count }
    edges.append(Edge(from: from, step: step, to: to))
  }

  /// A schedule that leads to a state.
  public func path(to node: Int) -> [Step] {
    var steps: [Step] = []
    var node = node
    while let index = first[node] {
      steps.append(edges[index].step)
      node = edges[index].from
    }
    return steps.reversed()
  }
}
