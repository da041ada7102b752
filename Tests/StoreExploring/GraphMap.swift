/// The states with steps that were not taken, and the ways to them.
struct GraphMap {
  /// Whether a state has steps that were not taken.
  private(set) var isOpen = Table<Bool>()
  private(set) var openCount = 0
  /// The states that were opened, the oldest first; some are no longer open.
  private var opened = Table<UInt32>()
  private var firstOpened = 0
  /// The last search that came to each state.
  private var visits = Table<UInt32>()
  private var lastVisit: UInt32 = 0
  /// The last search from the first state, and the place of the next one that was not looked at.
  private var fromFirst: [Reached] = []
  private var next = 0

  private struct Reached {
    let node: UInt32
    let before: UInt32
    let edge: UInt32
  }

  mutating func add() {
    isOpen.append(false)
    visits.append(0)
  }

  mutating func setOpen(_ node: Int, _ isOpen: Bool) {
    guard isOpen != self.isOpen[node] else { return }
    openCount += isOpen ? 1 : -1
    self.isOpen[node] = isOpen
    if isOpen { opened.append(UInt32(node)) }
  }

  /// Returns a state with steps that were not taken.
  mutating func firstOpen() -> Int? {
    while firstOpened < opened.count {
      let node = Int(opened[firstOpened])
      if isOpen[node] { return node }
      firstOpened += 1
    }
    (opened, firstOpened) = (Table(), 0)
    return nil
  }

  /// Returns the steps of the shortest way to another state with steps that were not taken.
  mutating func way(from start: Int, visitingAtMost maximum: Int, in nodes: GraphNodes) -> [Int]? {
    let reached = search(from: start, visitingAtMost: maximum, endsAtOpen: true, in: nodes)
    return reached.isEmpty ? nil : steps(toLastOf: reached[...])
  }

  /// Returns the steps of a way from the first state to one with steps that were not taken.
  ///
  /// One search through all states serves many calls: it is repeated when all that it has found have none left.
  mutating func wayFromFirst(in nodes: GraphNodes) -> [Int]? {
    for isRepeated in [false, true] {
      if isRepeated { (fromFirst, next) = (search(from: 0, visitingAtMost: .max, endsAtOpen: false, in: nodes), 0) }
      while next < fromFirst.count {
        if isOpen[Int(fromFirst[next].node)] { return steps(toLastOf: fromFirst[...next]) }
        next += 1
      }
    }
    return nil
  }

  /// Returns states in the order of their distance, each with the place of the one before it; the last one has steps that
  /// were not taken where the search ends there.
  private mutating func search(
    from start: Int, visitingAtMost maximum: Int, endsAtOpen: Bool, in nodes: GraphNodes
  ) -> [Reached] {
    lastVisit += 1
    visits[start] = lastVisit
    var reached = [Reached(node: UInt32(start), before: 0, edge: 0)]
    var next = 0
    while next < reached.count, next < maximum {
      let edges = nodes[Int(reached[next].node)].edges
      for index in edges.indices {
        let end = edges.end(of: index)
        guard visits[end] != lastVisit, edges[index].canBeRepeated else { continue }
        visits[end] = lastVisit
        reached.append(Reached(node: UInt32(end), before: UInt32(next), edge: UInt32(index)))
        if endsAtOpen, isOpen[end] { return reached }
      }
      next += 1
    }
    return endsAtOpen ? [] : reached
  }

  private func steps(toLastOf reached: ArraySlice<Reached>) -> [Int] {
    var steps: [Int] = []
    var index = reached.endIndex - 1
    while index > 0 {
      steps.append(Int(reached[index].edge))
      index = Int(reached[index].before)
    }
    return steps.reversed()
  }
}
