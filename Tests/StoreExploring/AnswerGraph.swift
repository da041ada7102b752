/// The answers that lead from one state to the next, in which loops without end are found.
struct AnswerGraph {
  /// An answer to a pending call.
  struct Answer {
    /// Its number among the steps of its state.
    let choice: Int
    let to: Int
    /// The number of its action, its call with the parameters, and its label, or `nil` where it need not come, such as an element of a stream.
    let kind: Int?
    /// The calls that are pending after it, by number among those before it; new ones are `nil`.
    let calls: [Int?]
  }

  /// The answers of each state.
  let answers: [[Answer]]
  /// The pending calls of each state that are answered at last.
  let awaitedCalls: [[Int]]

  private struct Position: Hashable {
    let node: Int
    var call: Int?
  }

  /// Returns loops through the given states alone, each from a state of it to the same state.
  ///
  /// A loop is fair: each pending call is answered at last, and each answer that is possible again and again comes again
  /// and again. It begins at the first of its states in the order of `nodes`.
  func fairLoops(through nodes: [Int]) -> [(start: Int, answers: [Answer])] {
    var loops: [(Int, [Answer])] = []
    var open = [nodes]
    while let nodes = open.popLast() {
      for component in components(of: nodes) {
        let members = Set(component)
        let kinds = Set(component.flatMap { answers[$0].filter { members.contains($0.to) } }.map(\.kind))
        let fair = component.filter { node in
          answers[node].allSatisfy { $0.kind == nil || kinds.contains($0.kind) }
        }
        guard fair.count == component.count else {
          open.append(fair)
          continue
        }
        if !kinds.isEmpty, let loop = loop(from: component[0], through: members, kinds) {
          loops.append((component[0], loop))
        }
      }
    }
    return loops
  }

  /// A short loop that takes an answer of each kind and answers each call that is pending at its start, unless one is
  /// never answered.
  private func loop(from start: Int, through members: Set<Int>, _ kinds: Set<Int?>) -> [Answer]? {
    var loop: [Answer] = []
    var missing = kinds.subtracting([nil])
    while !missing.isEmpty {
      guard
        let way = way(
          from: Position(node: loop.last?.to ?? start), members, { answer, _ in missing.contains(answer.kind) })
      else { return nil }
      missing.subtract(way.map { $0.kind })
      loop += way
    }
    for call in awaitedCalls[start] {
      guard let carried = Self.number(of: call, after: loop) else { continue }
      let position = Position(node: loop.last?.to ?? start, call: carried)
      guard let way = way(from: position, members, { !$0.calls.contains($1) }) else { return nil }
      loop += way
    }
    if let last = loop.last?.to, last != start {
      loop += way(from: Position(node: last), members) { answer, _ in answer.to == start } ?? []
    }
    return shortened(loop, from: start) { loop in
      kinds.subtracting([nil]).isSubset(of: loop.map(\.kind))
        && awaitedCalls[start].allSatisfy { Self.number(of: $0, after: loop) == nil }
    }
  }

  /// The number of a pending call after some answers, or `nil` if one of them is to it.
  private static func number(of call: Int, after answers: [Answer]) -> Int? {
    answers.reduce(Optional(call)) { call, answer in call.flatMap { answer.calls.firstIndex(of: $0) } }
  }

  /// The loop without those parts of it that are loops themselves and that it does not need.
  private func shortened(_ loop: [Answer], from start: Int, _ isFair: ([Answer]) -> Bool) -> [Answer] {
    let nodes = [start] + loop.map(\.to)
    for length in loop.indices.dropFirst().reversed() {
      for first in 0...(loop.count - length) where nodes[first] == nodes[first + length] {
        let shorter = Array(loop[..<first] + loop[(first + length)...])
        if isFair(shorter) { return shortened(shorter, from: start, isFair) }
      }
    }
    return loop
  }

  /// The shortest way to an answer, which is its last; `isEnd` gets the number of the call that is followed, too.
  private func way(
    from start: Position, _ members: Set<Int>, _ isEnd: (Answer, Int?) -> Bool
  ) -> [Answer]? {
    var reached = [(position: start, parent: -1, answer: Answer?.none)]
    var known: Set<Position> = [start]
    var next = 0
    while next < reached.count {
      let position = reached[next].position
      for answer in answers[position.node] where members.contains(answer.to) {
        if isEnd(answer, position.call) {
          var way = [answer]
          var last = next
          while let answer = reached[last].answer {
            way.append(answer)
            last = reached[last].parent
          }
          return way.reversed()
        }
        let end = Position(node: answer.to, call: position.call.flatMap { answer.calls.firstIndex(of: $0) })
        if known.insert(end).inserted { reached.append((end, next, answer)) }
      }
      next += 1
    }
    return nil
  }

  /// The strongly connected components, by the algorithm of Tarjan; the states of each in the order of `nodes`.
  private func components(of nodes: [Int]) -> [[Int]] {
    let ranks = Dictionary(uniqueKeysWithValues: zip(nodes, nodes.indices))
    var components: [[Int]] = []
    var indices: [Int: Int] = [:]
    var lowest: [Int: Int] = [:]
    var stack: [Int] = []
    var isOnStack: Set<Int> = []
    for root in nodes where indices[root] == nil {
      var path = [(node: root, next: 0)]
      while let (node, next) = path.last {
        if next == 0, indices[node] == nil {
          (indices[node], lowest[node]) = (indices.count, indices.count)
          stack.append(node)
          isOnStack.insert(node)
        }
        if next < answers[node].count {
          path[path.count - 1].next += 1
          let end = answers[node][next].to
          guard ranks[end] != nil else { continue }
          if indices[end] == nil {
            path.append((end, 0))
          } else if isOnStack.contains(end) {
            lowest[node] = min(lowest[node, default: 0], indices[end, default: 0])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.node {
          lowest[parent] = min(lowest[parent, default: 0], lowest[node, default: 0])
        }
        guard lowest[node] == indices[node], let first = stack.lastIndex(of: node) else { continue }
        components.append(stack[first...].sorted { ranks[$0, default: 0] < ranks[$1, default: 0] })
        isOnStack.subtract(stack[first...])
        stack.removeSubrange(first...)
      }
    }
    return components
  }
}
