/// Reads off the states and steps of an exploration what is wrong in any model.
@MainActor
final class GraphChecks {
  typealias Way = [(node: Int, choice: Int)]

  /// A schedule that a check objects to: the steps after the way to a state.
  struct Finding {
    let start: Int
    let way: Way
    /// The steps that can then be repeated without end.
    var loop: Way = []
    let explanation: String
  }

  /// An answer to a call, without its parameters.
  struct Answer: Hashable {
    let call: String
    let label: String
  }

  /// A state in which a run that nothing overlapped has come to rest.
  struct End {
    let node: Int
    let way: Way
    /// The answers of the pool that it did not get.
    let pool: [Answer]
    let got: [Answer]
    /// Whether it got nothing but answers of the pool.
    let isOfPool: Bool
    let successes: Int
    let failures: Int
    let endsWithFailure: Bool
  }

  /// How many states are looked at for one run, and for all pairs of runs that overlap.
  private let maximumOfRun: Int
  static let maximumOfPairs = 50_000
  /// How many answers two runs that overlap get.
  static let maximumOfAnswers = 6

  let nodes: [GraphNode]
  private let answers: AnswerGraph
  private let isSame: (StateIdentity, StateIdentity) -> Bool
  /// The states at rest, the nearest first.
  let idle: [Int]
  private let growing: Set<Int>
  private var dataNumbers: [[Int]: Int] = [:]
  private var dataOfNodes: [Int]
  private var ends: [EndKey: [End]?] = [:]
  /// How many states were looked at.
  var visits = 0
  /// The runs that had too many states to look at.
  private var cutShort: Set<EndKey> = []
  /// Whether the check has stopped at a limit of its own.
  private(set) var isCutShort = false

  private struct EndKey: Hashable {
    let start: Int
    let action: String
    let pool: [Answer]
  }

  /// `isSame` tells whether two states store the same, the test's server too.
  init(
    _ nodes: [GraphNode], _ answers: AnswerGraph, maximumOfRun: Int,
    isSame: @escaping (StateIdentity, StateIdentity) -> Bool
  ) {
    self.nodes = nodes
    self.maximumOfRun = maximumOfRun
    self.answers = answers
    self.isSame = isSame
    dataOfNodes = nodes.map { _ in 0 }
    idle = nodes.indices.filter { nodes[$0].checked?.isIdle == true && nodes[$0].depth < .max }
      .sorted { (nodes[$0].depth, $0) < (nodes[$1].depth, $1) }
    let count = nodes.map { $0.checked?.properties.count ?? 0 }.max() ?? 0
    growing = Set(
      (0..<count).filter { index in
        nodes.allSatisfy { node in
          guard let from = Self.number(index, node) else { return false }
          return node.edges.allSatisfy { edge in
            edge.isViolation || edge.step.isKill || Self.number(index, nodes[edge.to]).map { $0 >= from } == true
          }
        }
      })
  }

  private static func number(_ index: Int, _ node: GraphNode) -> Int? {
    guard let properties = node.checked?.properties, index < properties.count else { return nil }
    return properties[index].number
  }

  func finding(of check: Check) -> Finding? {
    isCutShort = false
    return switch check {
    case .stuck: nil
    case .loading: loading()
    case .error: error()
    case .doubleTap: doubleTap()
    case .overlap: overlap()
    case .cancellation: cancellation()
    case .lostAnswer: lostAnswer()
    case .deadEnd: deadEnd()
    case .kill: kill()
    case .retry: retry()
    }
  }

  /// Whether a search may go on.
  func isWithin(_ maximum: Int, _ count: Int) -> Bool {
    if count < maximum { return true }
    isCutShort = true
    return false
  }

  // MARK: What a state shows

  /// Whether a play shows what a state shows, without counters.
  func isShown(_ state: CheckedState, in node: Int) -> Bool {
    zip(state.properties, properties(node)).enumerated().allSatisfy { index, property in
      growing.contains(index) || property.0.words == property.1.words
    }
  }

  private func properties(_ node: Int) -> [CheckedState.Property] { nodes[node].checked?.properties ?? [] }

  /// The number of what a state shows, without counters and without what says that something is under way.
  func data(_ node: Int) -> Int {
    if dataOfNodes[node] > 0 { return dataOfNodes[node] }
    var key = nodes[node].checked?.pattern ?? []
    for (index, property) in properties(node).enumerated() where !growing.contains(index) && !property.isActivity {
      key += [-1, index] + property.words
    }
    let number = dataNumbers[key] ?? dataNumbers.count + 1
    dataNumbers[key] = number
    dataOfNodes[node] = number
    return number
  }

  /// The properties by which a state differs from some of the others.
  func text(_ node: Int, comparedWith others: [Int]) -> String {
    let own = properties(node)
    let texts = own.indices.filter { index in
      others.contains { other in
        let other = properties(other)
        return other.count <= index || other[index].words != own[index].words
      } && !growing.contains(index)
    }.map { "\(own[$0].name) \(own[$0].text)" }
    return texts.isEmpty ? "the same identifiers in other places" : texts.joined(separator: ", ")
  }

  // MARK: Runs

  /// The steps of a state, each with its number.
  func steps(_ node: Int) -> [(choice: Int, edge: GraphNode.Edge)] {
    nodes[node].edges.enumerated().compactMap { choice, edge in
      edge.isViolation || edge.indices == nil ? nil : (choice, edge)
    }
  }

  /// The place of the caller whose call a step answers, and the call.
  func answered(_ node: Int, _ choice: Int) -> (caller: Int, call: CheckedState.Call)? {
    guard case .answer(let call, _) = nodes[node].choices[choice].kind,
      nodes[node].numbering.callers.indices.contains(call), let caller = nodes[node].numbering.callers[call],
      let calls = nodes[node].checked?.calls, call < calls.count
    else { return nil }
    return (caller, calls[call])
  }

  func answer(_ edge: GraphNode.Edge) -> Answer? {
    guard case .answer(let call, _, let label) = edge.step.usual else { return nil }
    return Answer(call: call, label: label)
  }

  private func isStart(_ edge: GraphNode.Edge, of action: String? = nil) -> Bool {
    guard case .start(let started) = edge.step.usual else { return false }
    return action.map { $0 == started } ?? true
  }

  func started(_ edge: GraphNode.Edge) -> String? {
    if case .start(let action) = edge.step.usual { action } else { nil }
  }

  /// The place of the run that a step has started, unless it returned at once.
  func newRun(_ edge: GraphNode.Edge) -> Int? {
    guard let action = started(edge) else { return nil }
    return edge.origins.indices.last { place in
      edge.origins[place] == nil && nodes[edge.to].numbering.runs[place].name == action
    }
  }

  func place(_ run: Int, after edge: GraphNode.Edge) -> Int? { edge.origins.firstIndex(of: run) }

  func isIdle(_ node: Int) -> Bool { nodes[node].checked?.isIdle == true }

  private func actions(_ node: Int) -> [String] {
    var actions: [String] = []
    for (_, edge) in steps(node) {
      if let action = started(edge), !actions.contains(action) { actions.append(action) }
    }
    return actions
  }

  /// The ends of an action that starts at rest and that nothing overlaps; `nil` where not all are known.
  ///
  /// Its calls get the answers of the pool where there are any for them, else each.
  func ends(_ start: Int, _ action: String, _ pool: [Answer] = []) -> [End]? {
    let key = EndKey(start: start, action: action, pool: pool)
    if cutShort.contains(key) { isCutShort = true }
    if let known = ends[key] { return known }
    let found = findEnds(start, action, pool)
    ends[key] = .some(found)
    return found
  }

  /// What decides the ends of a run, apart from how often it got the same answer.
  private struct RunState: Hashable {
    let node: Int
    let place: Int
    let pool: [Answer]
    let got: Set<Answer>
    let isOfPool: Bool
    let hasFailed: Bool
    let endsWithFailure: Bool
  }

  private func findEnds(_ start: Int, _ action: String, _ pool: [Answer]) -> [End]? {
    guard !nodes[start].isUnfinished else { return nil }
    var ends: [End] = []
    var open: [(end: End, place: Int?)] = []
    for (choice, edge) in steps(start) where isStart(edge, of: action) {
      let end = End(
        node: edge.to, way: [(start, choice)], pool: pool, got: [], isOfPool: true, successes: 0, failures: 0,
        endsWithFailure: false)
      open.append((end, newRun(edge)))
    }
    var seen: Set<RunState> = []
    var next = 0
    while next < open.count {
      guard isWithin(maximumOfRun, open.count) else {
        cutShort.insert(EndKey(start: start, action: action, pool: pool))
        return nil
      }
      let (end, place) = open[next]
      next += 1
      visits += 1
      guard let place, !isIdle(end.node) else {
        if isIdle(end.node) { ends.append(end) }
        continue
      }
      let state = RunState(
        node: end.node, place: place, pool: end.pool, got: pool.isEmpty ? Set(end.got) : [],
        isOfPool: end.isOfPool, hasFailed: end.failures > 0, endsWithFailure: end.endsWithFailure)
      guard seen.insert(state).inserted else { continue }
      guard !nodes[end.node].isUnfinished else { return nil }
      let own = steps(end.node).filter { answered(end.node, $0.choice)?.caller == place }
      for (choice, edge) in own {
        guard let answer = answer(edge) else { continue }
        var pool = end.pool
        let index = pool.firstIndex(of: answer)
        if let index {
          pool.remove(at: index)
        } else if own.contains(where: { other in
          self.answer(other.edge).map { $0.call == answer.call && pool.contains($0) } == true
        }) {
          continue
        }
        let outcome = edge.outcome
        open.append(
          (
            End(
              node: edge.to, way: end.way + [(end.node, choice)], pool: pool, got: end.got + [answer],
              isOfPool: end.isOfPool && index != nil,
              successes: end.successes + (outcome == .succeeded ? 1 : 0),
              failures: end.failures + (outcome == .failed ? 1 : 0),
              endsWithFailure: outcome.map { $0 == .failed } ?? end.endsWithFailure),
            self.place(place, after: edge)
          ))
      }
    }
    return ends
  }

  /// The ends of an action that got nothing but successes.
  private func successfulEnds(_ start: Int, _ action: String) -> [End] {
    (ends(start, action) ?? []).filter { $0.failures == 0 }
  }

  /// The shorter of two findings.
  func shorter(_ finding: Finding?, _ other: Finding) -> Finding {
    guard let finding else { return other }
    return length(other) < length(finding) ? other : finding
  }

  func length(_ finding: Finding) -> Int { nodes[finding.start].depth + finding.way.count + finding.loop.count }

  // MARK: At rest

  private struct Shown: Hashable {
    let property: Int
    let words: [Int]
  }

  private func loading() -> Finding? {
    let busy = idle.filter { properties($0).contains(where: \.isActivity) }
    guard !busy.isEmpty else { return nil }
    // What is shown from the start, what each success of an action leaves, and what an answer leaves that ends its action,
    // such as `isFollowing`, is no activity.
    var meant = Set(properties(0).enumerated().map { Shown(property: $0.offset, words: $0.element.words) })
    for node in nodes.indices where !isIdle(node) {
      for (_, edge) in steps(node) where isIdle(edge.to) && edge.outcome == .succeeded {
        for (index, property) in properties(edge.to).enumerated()
        where property.isActivity && properties(node)[index].words != property.words {
          meant.insert(Shown(property: index, words: property.words))
        }
      }
    }
    for start in idle {
      for action in actions(start) {
        let ends = successfulEnds(start, action)
        guard let first = ends.first else { continue }
        for (index, property) in properties(first.node).enumerated() where property.isActivity {
          let isLeft = ends.allSatisfy { properties($0.node)[index].words == property.words }
          if isLeft, properties(start)[index].words != property.words {
            meant.insert(Shown(property: index, words: property.words))
          }
        }
      }
    }
    for node in busy where nodes[node].numbering.runs.isEmpty {
      for (index, property) in properties(node).enumerated() where property.isActivity {
        if meant.contains(Shown(property: index, words: property.words)) { continue }
        return Finding(
          start: node, way: [], explanation: "\(Check.loading.rawValue), but \(property.name) is \(property.text)")
      }
    }
    return nil
  }

  private func error() -> Finding? {
    var found: Finding?
    for start in idle {
      for action in actions(start) {
        let successes = successfulEnds(start, action).filter { $0.successes > 0 }
        guard !successes.isEmpty else { continue }
        for failed in ends(start, action) ?? [] where failed.endsWithFailure {
          let shown = properties(failed.node)
          for (index, property) in shown.enumerated() where property.isError {
            guard properties(start)[index].words != property.words,
              successes.allSatisfy({ properties($0.node)[index].words != property.words })
            else { continue }
            for end in successfulEnds(failed.node, action)
            where end.got.contains(where: { $0.call == failed.got.last?.call })
              && properties(end.node)[index].words == property.words
            {
              found = shorter(
                found,
                Finding(
                  start: start, way: failed.way + end.way,
                  explanation: """
                    \(Check.error.rawValue), but “\(action)” failed, then succeeded, and \(property.name) is still \
                    \(property.text)
                    """))
            }
          }
        }
      }
    }
    return found
  }

  // MARK: Two runs

  private func doubleTap() -> Finding? {
    var found: Finding?
    for start in idle {
      for (first, one) in steps(start) {
        guard let action = started(one), let earlier = newRun(one) else { continue }
        for (second, two) in steps(one.to) where isStart(two, of: action) {
          guard let own = newRun(two), let other = place(earlier, after: two),
            let call = repeatedCall(two.to, other, own), isHarmful(call, start, action, after: two, other, own)
          else { continue }
          found = shorter(
            found,
            Finding(
              start: start, way: [(start, first), (one.to, second)],
              explanation: "\(Check.doubleTap.rawValue), but “\(call.name)” is called twice"))
        }
      }
    }
    return found
  }

  /// The call that two runs have both made.
  private func repeatedCall(_ node: Int, _ one: Int, _ other: Int) -> CheckedState.Call? {
    guard let calls = nodes[node].checked?.calls else { return nil }
    let callers = nodes[node].numbering.callers
    let own = zip(calls, callers).filter { $0.1 == other }.map(\.0)
    return own.first { call in
      !call.isSleep && !call.isStream
        && zip(calls, callers).contains { $0.1 == one && $0.0.name == call.name && $0.0.words == call.words }
    }
  }

  /// Whether two runs that make the same call do more than one of them; where no server of the test shows it, whether the
  /// call asks for something to be done.
  private func isHarmful(
    _ call: CheckedState.Call, _ start: Int, _ action: String, after edge: GraphNode.Edge, _ one: Int, _ other: Int
  ) -> Bool {
    guard call.isServed else { return call.isCommand }
    let once = successfulEnds(start, action).filter { $0.successes > 0 }
    guard !once.isEmpty else { return call.isCommand }
    return successfulRests(from: edge.to).contains { twice in
      !once.contains { isSame(nodes[$0.node].identity, nodes[twice].identity) }
    }
  }

  /// The states at rest after which nothing but successes come.
  private func successfulRests(from node: Int) -> [Int] {
    rests(from: node) { $0.outcome != .failed } ?? []
  }

  /// The states at rest that answers lead to; `nil` where not all are known.
  private func rests(
    from node: Int, where isTaken: (GraphNode.Edge) -> Bool = { _ in true }, seen: ((Int) -> Void)? = nil
  ) -> [Int]? {
    var open = [node]
    var known: Set<Int> = [node]
    var rests: [Int] = []
    while let node = open.popLast() {
      seen?(node)
      if isIdle(node) {
        rests.append(node)
        continue
      }
      guard !nodes[node].isUnfinished, isWithin(maximumOfRun, known.count) else { return nil }
      for (_, edge) in steps(node) where answer(edge) != nil && isTaken(edge) && known.insert(edge.to).inserted {
        open.append(edge.to)
      }
    }
    return rests
  }

  // MARK: Cancellations, losses and kills

  private func cancellation() -> Finding? {
    var found: Finding?
    for start in idle {
      for (choice, edge) in steps(start) {
        guard let action = started(edge), var place = newRun(edge) else { continue }
        var node = edge.to
        var way: Way = [(start, choice)]
        // Along the successes of its calls.
        while way.count < 10 {
          let steps = steps(node)
          if let cancel = steps.first(where: { self.cancels($0.edge, action) && isIdle($0.edge.to) }) {
            let answers = steps.filter { answered(node, $0.choice)?.caller == place }
            let failures = answers.filter { $0.edge.outcome == .failed && isIdle($0.edge.to) }
            let successes = answers.filter { $0.edge.outcome == .succeeded }
            let shown = data(cancel.edge.to)
            if failures.contains(where: { data($0.edge.to) == shown }), shown != data(start), shown != data(node),
              !successes.isEmpty, !successes.contains(where: { data($0.edge.to) == shown })
            {
              found = shorter(
                found,
                Finding(
                  start: start, way: way + [(node, cancel.choice)],
                  explanation: """
                    \(Check.cancellation.rawValue), but “\(action)” ends with \
                    \(text(cancel.edge.to, comparedWith: [node, start]))
                    """))
            }
          }
          guard
            let next = steps.first(where: { step in
              step.edge.outcome != .failed && answered(node, step.choice)?.caller == place && !isIdle(step.edge.to)
            }), let after = self.place(place, after: next.edge)
          else { break }
          way.append((node, next.choice))
          (node, place) = (next.edge.to, after)
        }
      }
    }
    return found
  }

  private func cancels(_ edge: GraphNode.Edge, _ action: String) -> Bool {
    if case .cancel(action, 0) = edge.step.usual { true } else { false }
  }

  private func lostAnswer() -> Finding? {
    var found: Finding?
    for start in idle {
      for action in actions(start) {
        let ends = ends(start, action) ?? []
        for lost in ends where lost.endsWithFailure {
          guard let index = lost.got.lastIndex(where: \.isLoss), index == lost.got.count - 1, index > 0,
            !lost.got[..<index].contains(where: \.isLoss)
          else { continue }
          let first = Array(lost.got[..<index])
          let arrival = Answer(call: lost.got[index].call, label: Answer.arrives)
          let arrived = ends.filter { $0.got.starts(with: first + [arrival]) && $0.failures == lost.failures - 1 }
          guard !arrived.isEmpty, let again = self.ends(lost.node, action, first + [arrival]) else { continue }
          let repeated = again.filter { $0.got.contains(arrival) && $0.got.contains(first[index - 1]) }
          guard !repeated.isEmpty else { continue }
          let isAsArrived = repeated.contains { end in
            arrived.contains { isSame(nodes[$0.node].identity, nodes[end.node].identity) }
          }
          guard !isAsArrived else { continue }
          let differs = text(repeated[0].node, comparedWith: [arrived[0].node])
          let what =
            data(repeated[0].node) == data(arrived[0].node) ? "what is kept differs" : "it ends with \(differs)"
          found = shorter(
            found,
            Finding(
              start: start, way: lost.way + repeated[0].way,
              explanation: "\(Check.lostAnswer.rawValue), but \(what)"))
        }
      }
    }
    return found
  }

  private func deadEnd() -> Finding? {
    var before = nodes.map { _ in [Int]() }
    var (actions, calls): ([String: [Int]], [String: [Int]]) = ([:], [:])
    for node in nodes.indices {
      for (choice, edge) in steps(node) where !edge.step.isKill {
        before[edge.to].append(node)
        if edge.outcome == .succeeded, let (caller, call) = answered(node, choice) {
          actions[nodes[node].numbering.runs[caller].name, default: []].append(node)
          calls[call.name, default: []].append(node)
        }
      }
    }
    let unfinished = nodes.indices.filter { node in
      nodes[node].isUnfinished || nodes[node].edges.contains { !$0.isViolation && $0.indices == nil }
    }
    func canLead(to ends: [Int]) -> [Bool] {
      var canLead = nodes.map { _ in false }
      var open = ends + unfinished
      for node in open { canLead[node] = true }
      while let node = open.popLast() {
        for earlier in before[node] where !canLead[earlier] {
          canLead[earlier] = true
          open.append(earlier)
        }
      }
      return canLead
    }
    let callsThatSucceed = calls.mapValues(canLead)
    var found: Finding?
    for (action, succeeding) in actions.sorted(by: { $0.key < $1.key }) {
      let canSucceed = canLead(to: succeeding)
      guard canSucceed.contains(false) else { continue }
      for start in idle where canSucceed[start] {
        guard let way = wayToFailure(start, action, canSucceed), let last = way.last,
          let call = answered(last.node, last.choice)?.call.name
        else { continue }
        // By another action, such as one that plays what the next one has failed to load.
        if callsThatSucceed[call]?[nodes[last.node].edges[last.choice].to] == true { continue }
        found = shorter(
          found,
          Finding(
            start: start, way: way,
            explanation: "\(Check.deadEnd.rawValue), but whatever follows, “\(action)” never does"))
      }
    }
    return found
  }

  /// The way from a state at rest to where an action has failed, is offered again, and no other run of it has run.
  private func wayToFailure(_ start: Int, _ action: String, _ canSucceed: [Bool]) -> Way? {
    var open: [(node: Int, place: Int, way: Way)] = []
    for (choice, edge) in steps(start) where isStart(edge, of: action) {
      if let place = newRun(edge) { open.append((edge.to, place, [(start, choice)])) }
    }
    var seen = Set(open.map { [$0.node, $0.place] })
    var next = 0
    while next < open.count, isWithin(maximumOfRun, open.count) {
      let (node, place, way) = open[next]
      next += 1
      for (choice, edge) in steps(node) where answer(edge) != nil || started(edge).map({ $0 != action }) == true {
        // What another action ends by itself, such as a sign-out, or its own success is meant to end.
        let isOwnSuccess = edge.outcome == .succeeded && answered(node, choice)?.caller == place
        if answer(edge) == nil || isOwnSuccess, canSucceed[node], !canSucceed[edge.to] { continue }
        let way = way + [(node, choice)]
        if let after = self.place(place, after: edge) {
          if seen.insert([edge.to, after]).inserted { open.append((edge.to, after, way)) }
        } else if edge.outcome == .failed, isIdle(edge.to), !canSucceed[edge.to], actions(edge.to).contains(action) {
          return way
        }
      }
    }
    return nil
  }

  private func kill() -> Finding? {
    var found: Finding?
    for start in idle {
      for (choice, edge) in steps(start) {
        guard let action = started(edge), newRun(edge) != nil, !isIdle(edge.to) else { continue }
        let (before, shown) = (properties(start), properties(edge.to))
        let changed = shown.indices.filter { index in
          index < before.count && before[index].words != shown[index].words
        }
        guard !changed.isEmpty, let ends = ends(start, action) else { continue }
        for (killing, kill) in steps(edge.to) where kill.step.usual.isWholeKill {
          for index in changed {
            guard everything(after: kill, shows: before[index].words, at: index) else { continue }
            let isKept = ends.contains { end in
              properties(end.node)[index].words == shown[index].words
                && steps(end.node).contains { step in
                  step.edge.step.usual == kill.step.usual
                    && everything(after: step.edge, shows: shown[index].words, at: index)
                }
            }
            guard isKept else { continue }
            found = shorter(
              found,
              Finding(
                start: start, way: [(start, choice), (edge.to, killing)],
                explanation: """
                  \(Check.kill.rawValue), but \(shown[index].name) is \(before[index].text) again, not \
                  \(shown[index].text)
                  """))
          }
        }
      }
    }
    return found
  }

  /// Whether a property has a value after a kill, until everything that the launch sets going has come to rest.
  private func everything(after kill: GraphNode.Edge, shows words: [Int], at index: Int) -> Bool {
    var isShown = true
    let rests = rests(
      from: kill.to,
      seen: { node in
        if self.properties(node)[index].words != words { isShown = false }
      })
    return isShown && rests?.isEmpty == false
  }

  // MARK: Loops

  private func retry() -> Finding? {
    let finished = nodes.indices.filter { !nodes[$0].isUnfinished && !isIdle($0) && nodes[$0].depth < .max }
      .sorted { (nodes[$0].depth, $0) < (nodes[$1].depth, $1) }
    var found: Finding?
    for loop in answers.fairLoops(through: finished) {
      var way: Way = []
      var node = loop.start
      for answer in loop.answers {
        way.append((node, answer.choice))
        node = answer.to
      }
      let calls = way.compactMap { answered($0.node, $0.choice)?.call }
      let outcomes = way.compactMap { nodes[$0.node].edges[$0.choice].outcome }
      // What goes on with pauses as long as its calls succeed, such as a clock, is meant to.
      let pauses = calls.contains(where: \.isSleep)
      guard !pauses || outcomes.contains(.failed) && !outcomes.contains(.succeeded),
        let call = calls.first(where: { !$0.isSleep })
      else { continue }
      found = shorter(
        found,
        Finding(
          start: loop.start, way: [], loop: way,
          explanation: "\(Check.retry.rawValue), but “\(call.name)” is called without end"))
    }
    return found
  }
}

extension GraphChecks.Answer: Comparable {
  static let arrives = "arrives"

  var isLoss: Bool { ControlledDependencies.request(answeredBy: call) != nil && label == ControlledDependencies.lost }

  static func < (left: Self, right: Self) -> Bool { (left.call, left.label) < (right.call, right.label) }
}

extension Step {
  /// Whether it kills the process at rest, not in the middle of its writes.
  fileprivate var isWholeKill: Bool {
    switch self {
    case .kill, .killProcess: true
    case .start, .answer, .cancel, .killAfterWrites, .lastFirst: false
    }
  }
}
