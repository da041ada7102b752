/// What schedules have seen of an exploration, such as those that a test suite replays.
public struct ScheduleCoverage: Equatable, Sendable, CustomStringConvertible {
  /// How many of what was explored the schedules have seen.
  public struct Count: Equatable, Sendable, CustomStringConvertible {
    /// The number of those that were seen.
    public let seen: Int
    /// The number of those that were explored.
    public let all: Int

    /// Both numbers, and the share in percent, rounded down.
    public var description: String { "\(seen) of \(all) (\(all == 0 ? 100 : 100 * seen / all) %)" }
  }

  /// The numbers of the states that were seen, among the nodes of the graph.
  public private(set) var seenStates: Set<Int> = [0]
  /// The numbers of the steps that were seen, among the edges of the graph.
  public private(set) var seenSteps: Set<Int> = []
  /// The place of the first step of each schedule that leads out of what was explored.
  public private(set) var leaving: [Leaving] = []

  /// A step that was not explored.
  public struct Leaving: Equatable, Sendable {
    /// The number of the schedule, from 0.
    public let schedule: Int
    /// The index of the step in the schedule.
    public let index: Int
    /// The step.
    public let step: Step
  }

  private let graph: ExplorationGraph
  private let isComplete: Bool
  /// The numbers of the edges that lead from each node.
  private let edges: [[Int]]

  init(of schedules: [[Step]], in exploration: Exploration) {
    graph = exploration.graph
    isComplete = exploration.isComplete
    var edges = graph.nodes.map { _ in [Int]() }
    for (index, edge) in graph.edges.enumerated() { edges[edge.from].append(index) }
    self.edges = edges
    guard !graph.nodes.isEmpty else {
      seenStates = []
      return
    }
    for (number, schedule) in schedules.enumerated() {
      var position = GraphPosition(graph)
      for (index, step) in schedule.enumerated() {
        func edge(_ step: Step) -> Int? {
          edges[position.node].first { position.step(exploration.graph.edges[$0]) == step }
        }
        // Where it leads to the same, only the usual order of tasks is in the graph.
        guard let edge = edge(step) ?? edge(step.usual) else {
          leaving.append(Leaving(schedule: number, index: index, step: step))
          break
        }
        see(edge)
        position.take(graph.edges[edge])
      }
    }
  }

  private mutating func see(_ edge: Int) {
    seenSteps.insert(edge)
    seenStates.insert(graph.edges[edge].to)
  }

  /// The states of the subject and its running actions.
  public var states: Count { Count(seen: seenStates.count, all: graph.nodes.count) }

  /// The steps from one state to the next.
  public var steps: Count { Count(seen: seenSteps.count, all: graph.edges.count) }

  /// The answers to calls, by the name of the call and the label.
  public var answers: Count {
    count { edge in
      if case .answer(let call, _, let label) = edge.step.usual { [[call, label]] } else { [] }
    }
  }

  /// The pairs of actions of which one was started while the other ran.
  public var overlaps: Count {
    count { edge in
      guard case .start(let action) = edge.step.usual else { return [] }
      return graph.nodes[edge.from].running.map { [$0, action].sorted() }
    }
  }

  private func count(_ names: (ExplorationGraph.Edge) -> [[String]]) -> Count {
    Count(
      seen: Set(seenSteps.flatMap { names(graph.edges[$0]) }).count, all: Set(graph.edges.flatMap(names)).count)
  }

  /// Returns up to `maximum` schedules of steps that were not seen, those that are reached first.
  ///
  /// Each goes the shortest way to such a step, and on as long as it meets others, up to 8 steps. Without a maximum they
  /// see all that is missing.
  public func missing(atMost maximum: Int = .max) -> [[Step]] {
    var coverage = self
    return coverage.addMissing(atMost: maximum)
  }

  private mutating func addMissing(atMost maximum: Int) -> [[Step]] {
    var missing: [[Step]] = []
    while missing.count < maximum, let next = nearestMissing() {
      var way = graph.way(to: graph.edges[next].from) + [next]
      see(next)
      while way.count < 8, let edge = missingStep(after: way[way.count - 1]) {
        way.append(edge)
        see(edge)
      }
      missing.append(graph.schedule(way))
    }
    return missing.sorted { $0.count < $1.count }
  }

  /// An edge that was not seen, to a state that was not seen either if there is one.
  private func missingStep(after edge: Int) -> Int? {
    let missing = edges[graph.edges[edge].to].filter { !seenSteps.contains($0) }
    return missing.first { !seenStates.contains(graph.edges[$0].to) } ?? missing.first
  }

  /// The first edge that was not seen; edges are in the order of the length of their ways.
  private func nearestMissing() -> Int? {
    graph.edges.indices.first { !seenSteps.contains($0) }
  }

  /// The numbers, and a few schedules of what is missing, to paste into a test.
  public var description: String {
    let counts =
      "States \(states), steps \(steps), answers \(answers), pairs of overlapping actions \(overlaps)."
    var withMissing = self
    let missing = withMissing.addMissing(atMost: Self.shownSchedules)
    let left = graph.edges.count - withMissing.seenSteps.count
    return
      ([counts] + (isComplete ? [] : ["The exploration is not complete: more can be reachable."])
      + leaving.map { leaving in
        "Schedule \(leaving.schedule + 1) leaves what was explored at step \(leaving.index + 1), \(leaving.step.swift)."
      }
      + missing.map { steps in
        "\ntry await explorer.replay([\n\(steps.map { "  \($0.swift),\n" }.joined())])"
      } + (left == 0 ? [] : ["\nThese leave \(Exploration.count(left, "step")) out."])).joined(separator: "\n")
  }

  private static var shownSchedules: Int { 5 }
}

extension Exploration {
  /// Walks schedules over the graph, and returns what they have seen of it.
  public func coverage(of schedules: [[Step]]) -> ScheduleCoverage {
    ScheduleCoverage(of: schedules, in: self)
  }
}
