/// Compares what two actions that overlap end with, with what they end with one after the other.
extension GraphChecks {
  /// Two runs that overlap.
  fileprivate struct Pair: Hashable {
    let node: Int
    let actions: [String]
    /// Their places among the running actions, as long as they run.
    var places: [Int?]
    /// Whether each has waited for a call, and whether its start and its answers have changed what is shown.
    var waits: [Bool]
    var changesAtStart: [Bool]
    var changes: [Bool]
    var got: [Answer]
  }

  func overlap() -> Finding? {
    var found: Finding?
    visits = 0
    for start in idle {
      if let found, nodes[start].depth + 3 >= length(found) { break }
      guard isWithin(Self.maximumOfPairs, visits) else { break }
      var open: [(pair: Pair, parent: Int, choice: Int)] = []
      var seen: Set<Pair> = []
      func add(_ pair: Pair, _ parent: Int, _ choice: Int) {
        if seen.insert(pair).inserted { open.append((pair, parent, choice)) }
      }
      func way(_ index: Int) -> Way {
        var way: Way = []
        var index = index
        while index >= 0 {
          let (_, parent, choice) = open[index]
          way.append((parent < 0 ? start : open[parent].pair.node, choice))
          index = parent
        }
        return way.reversed()
      }
      for (choice, edge) in steps(start) {
        guard let action = started(edge), let run = newRun(edge), !isIdle(edge.to) else { continue }
        add(
          Pair(
            node: edge.to, actions: [action], places: [run], waits: [true],
            changesAtStart: [data(start) != data(edge.to)], changes: [false], got: []), -1, choice)
      }
      var next = 0
      search: while next < open.count {
        let pair = open[next].pair
        let index = next
        next += 1
        visits += 1
        guard isWithin(Self.maximumOfPairs, visits) else { break }
        if pair.actions.count == 2, isIdle(pair.node) {
          guard let explanation = explanation(pair, start) else { continue }
          found = shorter(found, Finding(start: start, way: way(index), explanation: explanation))
          break search
        }
        for (choice, edge) in steps(pair.node) {
          if let second = started(edge) {
            guard pair.actions.count == 1 else { continue }
            let run = newRun(edge)
            add(
              Pair(
                node: edge.to, actions: pair.actions + [second],
                places: [pair.places[0].flatMap { place($0, after: edge) }, run], waits: pair.waits + [run != nil],
                changesAtStart: pair.changesAtStart + [data(pair.node) != data(edge.to)], changes: [false, false],
                got: pair.got), index, choice)
          } else if let answer = answer(edge), let caller = answered(pair.node, choice)?.caller,
            let run = pair.places.firstIndex(of: caller)
          {
            // Of a run that returns before the other starts, nothing overlaps.
            guard pair.actions.count == 2 || !isIdle(edge.to), pair.got.count < Self.maximumOfAnswers else { continue }
            // What the other one ends, such as a cancelled search, has no end of its own.
            let other = pair.actions.count == 2 ? pair.places[1 - run] : nil
            guard other.map({ place($0, after: edge) != nil }) ?? true else { continue }
            var after = Pair(
              node: edge.to, actions: pair.actions, places: pair.places.map { $0.flatMap { place($0, after: edge) } },
              waits: pair.waits, changesAtStart: pair.changesAtStart, changes: pair.changes,
              got: (pair.got + [answer]).sorted())
            if pair.actions.count == 2, data(pair.node) != data(edge.to) { after.changes[run] = true }
            add(after, index, choice)
          }
        }
      }
    }
    return found
  }

  /// Says how two runs have ended where they end otherwise one after the other.
  private func explanation(_ pair: Pair, _ start: Int) -> String? {
    // Where the first one changes nothing any more, the second one was taken alone.
    guard pair.changes[0] else { return nil }
    var alone: [Int] = []
    if !pair.changes[1], pair.waits[1] || !pair.changesAtStart[1] {
      guard let ends = ends(start, pair.actions[0], pair.got) else { return nil }
      alone = ends.map(\.node)
    }
    var inTurn: [Int] = []
    // Where they make more calls one after the other, as while a retry goes on, they are not to be compared.
    var isComparable = false
    for first in [0, 1] {
      guard let ends = ends(start, pair.actions[first], pair.got) else { return nil }
      for end in ends {
        guard let others = self.ends(end.node, pair.actions[1 - first], end.pool) else { return nil }
        inTurn += others.map(\.node)
        isComparable = isComparable || end.isOfPool && others.contains(where: \.isOfPool)
      }
    }
    guard isComparable, !(alone + inTurn).contains(where: { data($0) == data(pair.node) }) else { return nil }
    var texts: [String] = []
    for end in inTurn {
      let text = text(end, comparedWith: [pair.node])
      if !texts.contains(text) { texts.append(text) }
    }
    return """
      \(Check.overlap.rawValue), but “\(pair.actions[0])” and “\(pair.actions[1])” end with \
      \(text(pair.node, comparedWith: inTurn)), and one after the other with \
      \(texts.prefix(3).joined(separator: " or with "))
      """
  }
}
