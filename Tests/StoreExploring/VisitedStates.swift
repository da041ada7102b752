extension StoreExplorer {
  /// Takes the subject to each state of a graph that was explored, by the schedule that led to it first, and calls `visit`
  /// there: to draw what each state shows, or to compare that with a picture.
  ///
  /// A schedule is taken once for all the states that it leads to. The states come in no order; the first one is the
  /// initial state.
  ///
  /// - Throws: What `visit` throws, and ``ImpossibleStep`` where a step that was explored is not possible again.
  public func visitStates(
    of graph: ExplorationGraph,
    _ visit: @MainActor (_ subject: Subject, _ node: Int, _ steps: [Step]) async throws -> Void
  ) async throws {
    let paths = graph.nodes.indices.map { graph.path(to: $0) }
    let nodes = Dictionary(paths.enumerated().map { ($1, $0) }) { first, _ in first }
    var isVisited = paths.map { _ in false }
    let live = await LiveSchedule(self)
    for (node, path) in paths.enumerated().sorted(by: { $0.element.count > $1.element.count }) where !isVisited[node] {
      if !live.steps.isEmpty { try await live.goBack(to: 0) }
      for count in 0...path.count {
        if count > 0 { try await live.take(path[count - 1]) }
        let steps = Array(path.prefix(count))
        guard let reached = nodes[steps], !isVisited[reached] else { continue }
        isVisited[reached] = true
        try await visit(live.subject, reached, steps)
      }
    }
  }
}
