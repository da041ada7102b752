/// Reads off the states and steps of an exploration what is wrong in any model.
@MainActor
final class GraphChecks {
  /// A schedule that a check objects to: the steps after the way to a state.
  struct Finding {
    let start: Int
    let way: [Taken]
    /// The steps that can then be repeated without end.
    let loop: [Taken]
    let explanation: String
  }

  /// A step that a play has taken.
  struct Taken {
    let node: Int
    let choice: Int
    let edge: GraphEdge
    /// The place of the run that it has started, unless that returned at once.
    let newRun: Int?
    /// The call that it has answered, by its place among the pending ones, and the place of its run.
    let answered: (place: Int, call: CheckedState.Call, run: Int)?

    var to: Int { edge.to }
    var outcome: AnswerOutcome? { edge.outcome }
    var started: String? { if case .start(let action) = edge.step.usual { action } else { nil } }
    var answer: Answer? {
      if case .answer(let call, _, let label) = edge.step.usual { Answer(call: call, label: label) } else { nil }
    }

    /// The place of a run after it, unless that has returned.
    func place(of run: Int) -> Int? { edge.origins.firstIndex(of: run) }
  }

  /// An answer to a call, without its parameters.
  struct Answer: Hashable {
    static let arrives = "arrives"

    let call: String
    let label: String

    var isLoss: Bool { ControlledDependencies.request(answeredBy: call) != nil && label == ControlledDependencies.lost }
  }

  /// A run that began at rest and that nothing overlaps, after some of its answers.
  struct Run {
    let node: Int
    /// Its place among the running actions, until it returns.
    let place: Int?
    let way: [Taken]
    /// The answers of the pool that it did not get, and whether it got no others.
    let pool: [Answer]
    let isOfPool: Bool

    var answers: [Answer] { way.compactMap(\.answer) }
    var isFailure: Bool { way.last { $0.outcome != nil }?.outcome == .failed }

    func count(_ outcome: AnswerOutcome) -> Int { way.count { $0.outcome == outcome } }
  }

  private struct RunKey: Hashable {
    let start: Int
    let action: String
    let pool: [Answer]
  }

  /// What decides how a run goes on, apart from how often it got the same answer.
  private struct RunState: Hashable {
    let node: Int
    let place: Int?
    let pool: [Answer]
    let answers: Set<Answer>
    let isOfPool: Bool
    let hasFailed: Bool
    let isFailure: Bool
  }

  /// How many states are looked at for one run.
  private let maximumOfRun: Int
  let nodes: GraphNodes
  /// The steps of each state from which a play can go on.
  let steps: [[Taken]]
  /// The states at rest in which the server has handled every request, the nearest first.
  let idle: [Int]
  /// The answers that never succeed, unlike those of a server of the test.
  let failures: Set<Answer>
  /// The counters: whole numbers that no step makes smaller, or that are assumed to be only compared.
  private let growing: Set<Int>
  private let answers: AnswerGraph
  private let stuck: Int?
  private let isSame: (StateIdentity, StateIdentity) -> Bool
  private var dataNumbers: [[Int]: Int] = [:]
  private var dataOfNodes: [Int: Int] = [:]
  private var knownRuns: [RunKey: (all: [Run]?, ends: [Run]?, limit: String?)] = [:]
  /// How many states were looked at.
  private(set) var visits = 0
  /// The shortest finding of the check.
  private(set) var found: Finding?
  /// The limit at which the check has stopped.
  private(set) var limit: String?

  /// `stuck` is a state with an action that never returns, `counters` are properties, and `isSame` tells whether two states
  /// store the same, the test's server too.
  init(
    _ nodes: GraphNodes, _ answers: AnswerGraph, stuck: Int?, counters: Set<String>, maximumOfRun: Int,
    isSame: @escaping (StateIdentity, StateIdentity) -> Bool
  ) {
    (self.nodes, self.answers, self.stuck, self.maximumOfRun) = (nodes, answers, stuck, maximumOfRun)
    self.isSame = isSame
    let steps = nodes.indices.map { node in
      nodes[node].edges.indices.compactMap { Taken(node, $0, in: nodes) }
    }
    self.steps = steps
    idle = nodes.indices.filter { nodes[$0].checked?.isQuiet == true && nodes[$0].depth < .max }
      .sorted { (nodes[$0].depth, $0) < (nodes[$1].depth, $1) }
    func labels(_ outcome: AnswerOutcome) -> Set<Answer> {
      Set(steps.joined().filter { $0.outcome == outcome }.compactMap(\.answer))
    }
    failures = labels(.failed).subtracting(labels(.succeeded))
    let numbers = nodes.map { $0.checked?.properties.map(\.number) ?? [] }
    growing = Set(
      (nodes.first?.checked?.properties ?? []).indices.filter { index in
        if counters.contains(nodes[0].checked?.properties[index].name ?? "") { return true }
        return numbers.allSatisfy { index < $0.count && $0[index] != nil }
          && steps.joined().allSatisfy { step in
            step.edge.step.isKill || (numbers[step.node][index] ?? 0) <= (numbers[step.to][index] ?? 0)
          }
      })
  }

  func finding(of check: Check) -> Finding? {
    (found, limit, visits) = (nil, nil, 0)
    switch check {
    case .stuck: lookForStuckAction()
    case .loading: lookForLoading()
    case .error: lookForErrors()
    case .doubleTap: lookForDoubleTaps()
    case .overlap: lookForOverlaps()
    case .cancellation: lookForCancellations()
    case .lostAnswer: lookForLostAnswers()
    case .deadEnd: lookForDeadEnds()
    case .kill: lookForKills()
    case .retry: lookForRetries()
    }
    return found
  }

  /// Notes a finding, unless a shorter one is known.
  func note(_ check: Check, _ start: Int, _ way: [Taken], loop: [Taken] = [], _ explanation: String) {
    let finding = Finding(start: start, way: way, loop: loop, explanation: "\(check.rawValue), but \(explanation)")
    if found.map({ length(finding) < length($0) }) ?? true { found = finding }
  }

  func length(_ finding: Finding) -> Int { nodes[finding.start].depth + finding.way.count + finding.loop.count }

  /// Whether a search may go on.
  func isWithin(_ maximum: Int, _ count: Int, of actions: String) -> Bool {
    if count < maximum { return true }
    limit = "it stops after \(Exploration.count(maximum, "state")) of \(actions)"
    return false
  }

  /// Goes from some elements to those that follow, the nearest first and each once; returns whether it came to the end,
  /// where neither a limit was reached nor `following` has returned `nil`.
  @discardableResult
  func search<Element, Key: Hashable>(
    from first: [Element], key: (Element) -> Key, isWithin: (_ count: Int) -> Bool, following: (Element) -> [Element]?
  ) -> Bool {
    var open = first
    var known = Set(first.map(key))
    var next = 0
    while next < open.count {
      guard isWithin(open.count), let following = following(open[next]) else { return false }
      visits += 1
      next += 1
      open += following.filter { known.insert(key($0)).inserted }
    }
    return true
  }

  private func isWithinRun(_ count: Int) -> Bool { isWithin(maximumOfRun, count, of: "an action") }

  // MARK: What a state shows

  /// Whether a play shows what a state shows, without counters.
  func isShown(_ state: CheckedState, in node: Int) -> Bool {
    zip(state.properties, properties(node)).enumerated().allSatisfy { index, property in
      growing.contains(index) || property.0.words == property.1.words
    }
  }

  func isIdle(_ node: Int) -> Bool { nodes[node].checked?.isIdle == true }

  private func properties(_ node: Int) -> [CheckedState.Property] { nodes[node].checked?.properties ?? [] }

  /// Whether a property has the same value in two states; a counter never differs.
  private func isEqual(_ index: Int, _ one: Int, _ other: Int) -> Bool {
    let (one, other) = (properties(one), properties(other))
    guard index < one.count, index < other.count else { return one.count == other.count }
    return growing.contains(index) || one[index].words == other[index].words
  }

  /// The number of what a state shows, without counters and without what says that something is under way.
  func data(_ node: Int) -> Int {
    if let known = dataOfNodes[node] { return known }
    var key = nodes[node].checked?.pattern ?? []
    for (index, property) in properties(node).enumerated() where !growing.contains(index) && !property.isActivity {
      key += [-1, index] + property.words
    }
    let number = dataNumbers[key] ?? dataNumbers.count
    (dataNumbers[key], dataOfNodes[node]) = (number, number)
    return number
  }

  /// The properties by which a state differs from some of the others.
  func text(_ node: Int, comparedWith others: [Int]) -> String {
    let texts = properties(node).enumerated().filter { index, _ in others.contains { !isEqual(index, node, $0) } }
      .map { "\($1.name) \($1.text)" }
    return texts.isEmpty ? "the same identifiers in other places" : texts.joined(separator: ", ")
  }

  // MARK: Runs

  private func actions(_ node: Int) -> [String] {
    steps[node].compactMap(\.started).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The ends of an action that starts at rest and that nothing overlaps; `nil` where not all are known.
  ///
  /// Its calls get the answers of the pool where there are any for them, else each.
  func ends(_ start: Int, _ action: String, _ pool: [Answer] = []) -> [Run]? { runs(start, action, pool).ends }

  /// The ends of an action that got successes alone.
  private func successes(_ start: Int, _ action: String) -> [Run] {
    (ends(start, action) ?? []).filter { $0.count(.failed) == 0 && $0.count(.succeeded) > 0 }
  }

  /// An action that nothing overlaps, from its start to its ends.
  private func runs(_ start: Int, _ action: String, _ pool: [Answer] = []) -> (all: [Run]?, ends: [Run]?) {
    let key = RunKey(start: start, action: action, pool: pool)
    if let known = knownRuns[key] {
      limit = known.limit ?? limit
      return (known.all, known.ends)
    }
    let earlier = limit
    limit = nil
    let all = findRuns(start, action, pool)
    let ends = all?.filter { isIdle($0.node) }
    knownRuns[key] = (all, ends, limit)
    limit = limit ?? earlier
    return (all, ends)
  }

  private func findRuns(_ start: Int, _ action: String, _ pool: [Answer]) -> [Run]? {
    guard !nodes[start].isUnfinished else { return nil }
    let first = steps[start].filter { $0.started == action }
      .map { Run(node: $0.to, place: $0.newRun, way: [$0], pool: pool, isOfPool: true) }
    var all: [Run] = []
    let isComplete = search(from: first) { run in
      let answers = pool.isEmpty || run.place == nil ? Set(run.answers) : []
      return RunState(
        node: run.node, place: run.place, pool: run.pool, answers: answers, isOfPool: run.isOfPool,
        hasFailed: run.count(.failed) > 0, isFailure: run.isFailure)
    } isWithin: {
      isWithinRun($0)
    } following: { run in
      all.append(run)
      guard let place = run.place, !isIdle(run.node) else { return [] }
      return nodes[run.node].isUnfinished ? nil : following(run, place)
    }
    return isComplete ? all : nil
  }

  private func following(_ run: Run, _ place: Int) -> [Run] {
    let own = steps[run.node].filter { $0.answered?.run == place }
    return own.compactMap { step in
      guard let answer = step.answer else { return nil }
      var pool = run.pool
      let index = pool.firstIndex(of: answer)
      if let index { pool.remove(at: index) }
      let isInPool = own.contains { other in
        other.answer.map { $0.call == answer.call && run.pool.contains($0) } == true
      }
      guard index != nil || !isInPool else { return nil }
      return Run(
        node: step.to, place: step.place(of: place), way: run.way + [step], pool: pool,
        isOfPool: run.isOfPool && index != nil)
    }
  }

  /// The states to which answers lead until all is at rest; `nil` where not all are known.
  private func reached(from node: Int, where isTaken: (Taken) -> Bool = { _ in true }) -> [Int]? {
    var reached: [Int] = []
    let isComplete = search(from: [node], key: \.self, isWithin: isWithinRun) { node in
      reached.append(node)
      guard !isIdle(node) else { return [] }
      return nodes[node].isUnfinished ? nil : steps[node].filter { $0.answer != nil && isTaken($0) }.map(\.to)
    }
    return isComplete ? reached : nil
  }

  // MARK: At rest

  private func lookForStuckAction() {
    guard let stuck, let action = nodes[stuck].waiting else { return }
    note(.stuck, stuck, [], "“\(action)” does not: no step answers what it waits for")
  }

  private struct Shown: Hashable {
    let property: Int
    let words: [Int]
  }

  private func lookForLoading() {
    let activities = nodes.indices.map { node in
      Set(
        properties(node).enumerated().filter(\.element.isActivity)
          .map { Shown(property: $0.offset, words: $0.element.words) })
    }
    let busy = idle.filter { !activities[$0].isEmpty && nodes[$0].numbering.runs.isEmpty }
    guard !busy.isEmpty else { return }
    func new(_ step: Taken) -> Set<Shown> { activities[step.to].subtracting(activities[step.node]) }
    // What is shown from the start, what an action that does not wait shows, what depends on an answer or comes with the
    // last one, and what each success of an action leaves, such as `isFollowing`, is no activity.
    var meant = activities[0]
    var shownWhileWaiting: Set<Shown> = []
    for step in steps.joined() where step.newRun != nil { shownWhileWaiting.formUnion(new(step)) }
    for step in steps.joined() where !new(step).isEmpty {
      if step.started != nil, step.newRun == nil { meant.formUnion(new(step).subtracting(shownWhileWaiting)) }
      guard let answered = step.answered else { continue }
      let others = steps[step.node].filter { $0.answered?.place == answered.place && $0.outcome == .succeeded }
      meant.formUnion(
        new(step).filter { shown in
          step.place(of: answered.run) == nil || others.contains { !activities[$0.to].contains(shown) }
        })
    }
    for start in idle {
      for action in actions(start) {
        let ends = successes(start, action)
        guard let first = ends.first else { continue }
        let left = ends.reduce(activities[first.node]) { $0.intersection(activities[$1.node]) }
        meant.formUnion(left.subtracting(activities[start]))
      }
    }
    for node in busy {
      guard let shown = activities[node].subtracting(meant).map(\.property).min() else { continue }
      let property = properties(node)[shown]
      return note(.loading, node, [], "\(property.name) is \(property.text)")
    }
  }

  private func lookForErrors() {
    for start in idle {
      for action in actions(start) {
        for failed in ends(start, action) ?? [] where failed.isFailure {
          for (index, error) in properties(failed.node).enumerated()
          where error.isError && !isEqual(index, start, failed.node) {
            for end in successes(failed.node, action)
            where isEqual(index, end.node, failed.node)
              && end.answers.contains(where: { $0.call == failed.answers.last?.call })
            {
              note(
                .error, start, failed.way + end.way,
                "“\(action)” failed, then succeeded, and \(error.name) is still \(error.text)")
            }
          }
        }
      }
    }
  }

  // MARK: Double taps, cancellations, losses and kills

  private func lookForDoubleTaps() {
    for start in idle {
      for first in steps[start] {
        guard let action = first.started, let run = first.newRun else { continue }
        for second in steps[first.to] where second.started == action {
          guard let own = second.newRun, let other = second.place(of: run),
            let call = repeatedCall(second.to, other, own), isHarmful(call, start, action, twice: second.to)
          else { continue }
          note(.doubleTap, start, [first, second], "“\(call.name)” is called twice")
        }
      }
    }
  }

  /// The call that two runs have both made.
  private func repeatedCall(_ node: Int, _ one: Int, _ other: Int) -> CheckedState.Call? {
    let calls = zip(nodes[node].checked?.calls ?? [], nodes[node].numbering.callers)
    return calls.first { call, caller in
      caller == other && calls.contains { $1 == one && $0.name == call.name && $0.words == call.words }
    }?.0
  }

  /// Whether two runs that make the same call do more than one of them; where no server of the test shows it, whether the
  /// call asks for something to be done.
  private func isHarmful(_ call: CheckedState.Call, _ start: Int, _ action: String, twice node: Int) -> Bool {
    let once = successes(start, action)
    guard call.isServed, !once.isEmpty else { return call.isCommand }
    return reached(from: node) { $0.outcome != .failed }?.contains { twice in
      isIdle(twice) && !once.contains { isSame(nodes[$0.node].identity, nodes[twice].identity) }
    } == true
  }

  private func lookForCancellations() {
    // What an earlier failure has shown can be shown again.
    for start in idle where !hasFailed(before: start) {
      for action in actions(start) {
        for run in runs(start, action).all ?? [] where run.count(.failed) == 0 {
          let cancel = steps[run.node].first { $0.edge.step.usual == .cancel(action) && isIdle($0.to) }
          let answers = steps[run.node].filter { $0.answered?.run == run.place }
          guard let cancel, answers.contains(where: { $0.outcome == .succeeded }) else { continue }
          func shows(_ node: Int) -> Bool { data(node) == data(cancel.to) }
          guard answers.contains(where: { $0.outcome == .failed && isIdle($0.to) && shows($0.to) }),
            !shows(start), !shows(run.node), !answers.contains(where: { $0.outcome == .succeeded && shows($0.to) })
          else { continue }
          note(
            .cancellation, start, run.way + [cancel],
            "“\(action)” ends with \(text(cancel.to, comparedWith: [run.node, start]))")
        }
      }
    }
  }

  private func hasFailed(before node: Int) -> Bool {
    guard let (parent, choice) = nodes[node].parent else { return false }
    return nodes[parent].edges[choice].outcome == .failed || hasFailed(before: parent)
  }

  private func lookForLostAnswers() {
    for start in idle {
      for action in actions(start) {
        let ends = ends(start, action) ?? []
        for lost in ends where lost.isFailure && lost.answers.firstIndex(where: \.isLoss) == lost.answers.count - 1 {
          let arrival = lost.answers.last.map { Answer(call: $0.call, label: Answer.arrives) }
          guard let arrival, let request = lost.answers.dropLast().last else { continue }
          let first = Array(lost.answers.dropLast()) + [arrival]
          let arrived = ends.filter { $0.answers.starts(with: first) && $0.count(.failed) == lost.count(.failed) - 1 }
          let again = (self.ends(lost.node, action, first) ?? [])
            .filter { $0.answers.contains(arrival) && $0.answers.contains(request) }
          guard let repeated = again.first, let expected = arrived.first else { continue }
          let isAsArrived = again.contains { end in
            arrived.contains { isSame(nodes[$0.node].identity, nodes[end.node].identity) }
          }
          guard !isAsArrived else { continue }
          let differs = text(repeated.node, comparedWith: [expected.node])
          note(
            .lostAnswer, start, lost.way + repeated.way,
            data(repeated.node) == data(expected.node) ? "what is kept differs" : "it ends with \(differs)")
        }
      }
    }
  }

  private func lookForKills() {
    for start in idle {
      for step in steps[start] {
        guard let action = step.started, step.newRun != nil, !isIdle(step.to) else { continue }
        let changed = properties(step.to).indices.filter { !isEqual($0, start, step.to) }
        guard !changed.isEmpty, let ends = ends(start, action) else { continue }
        for kill in steps[step.to] where kill.edge.step.usual.isWholeKill {
          for index in changed where isKept(index, of: start, after: kill) {
            let isKeptAtLast = ends.contains { end in
              isEqual(index, end.node, step.to)
                && steps[end.node].contains { last in
                  last.edge.step.usual == kill.edge.step.usual && isKept(index, of: step.to, after: last)
                }
            }
            guard isKeptAtLast else { continue }
            let (before, shown) = (properties(start)[index], properties(step.to)[index])
            note(.kill, start, [step, kill], "\(shown.name) is \(before.text) again, not \(shown.text)")
          }
        }
      }
    }
  }

  /// Whether a property has the value of a state after a kill, until everything that the launch sets going has come to
  /// rest.
  private func isKept(_ index: Int, of node: Int, after kill: Taken) -> Bool {
    reached(from: kill.to)?.allSatisfy { isEqual(index, $0, node) } == true
  }

  // MARK: Dead ends and loops

  private func lookForDeadEnds() {
    var before = nodes.map { _ in [Int]() }
    var (actions, calls): ([String: [Int]], [String: [Int]]) = ([:], [:])
    for step in steps.joined() where !step.edge.step.isKill {
      before[step.to].append(step.node)
      guard step.outcome == .succeeded, let answered = step.answered else { continue }
      actions[nodes[step.node].numbering.runs[answered.run].name, default: []].append(step.node)
      calls[answered.call.name, default: []].append(step.node)
    }
    // What follows there is not known.
    let unknown = nodes.indices.filter { steps[$0].count < nodes[$0].choices.count }
    func canLead(to ends: [Int]) -> [Bool] {
      var canLead = nodes.map { _ in false }
      var open = ends + unknown
      while let node = open.popLast() {
        if canLead[node] { continue }
        canLead[node] = true
        open += before[node]
      }
      return canLead
    }
    let callsThatSucceed = calls.mapValues(canLead(to:))
    for (action, succeeding) in actions.sorted(by: { $0.key < $1.key }) {
      let canSucceed = canLead(to: succeeding)
      guard canSucceed.contains(false) else { continue }
      for start in idle where canSucceed[start] {
        guard let way = wayToFailure(start, action, canSucceed), let last = way.last, let answered = last.answered
        else { continue }
        // By another action, such as one that plays what the next one has failed to load.
        if callsThatSucceed[answered.call.name]?[last.to] == true { continue }
        note(.deadEnd, start, way, "whatever follows, “\(action)” never does")
      }
    }
  }

  /// The way from a state at rest to where an action has failed, is offered again, and no other run of it has run.
  private func wayToFailure(_ start: Int, _ action: String, _ canSucceed: [Bool]) -> [Taken]? {
    typealias Element = (node: Int, place: Int, way: [Taken])
    let first = steps[start].compactMap { step -> Element? in
      step.started == action ? step.newRun.map { (step.to, $0, [step]) } : nil
    }
    /// Whether the action can fail now and succeed later, as far as is known.
    func canFail(_ node: Int, _ place: Int) -> Bool {
      !search(from: [(node: node, place: place)], key: { [$0.node, $0.place] }, isWithin: isWithinRun) { node, place in
        let own = steps[node].filter { $0.answered?.run == place }
        let fails = own.contains { $0.place(of: place) == nil && $0.outcome == .failed && canSucceed[$0.to] }
        return fails || nodes[node].isUnfinished
          ? nil : own.compactMap { step in step.place(of: place).map { (step.to, $0) } }
      }
    }
    var found: [Taken]?
    search(from: first, key: { [$0.node, $0.place] }, isWithin: isWithinRun) { element in
      var following: [Element] = []
      for step in steps[element.node] where step.answer != nil || step.started.map({ $0 != action }) == true {
        // What another action, such as a sign-out, or its own success ends is meant to end.
        let isMeant = step.answer == nil || step.outcome == .succeeded && step.answered?.run == element.place
        if isMeant, canSucceed[element.node], !canSucceed[step.to] { continue }
        let place = step.place(of: element.place)
        if step.started != nil, let place, canFail(element.node, element.place), !canFail(step.to, place) { continue }
        if let place {
          following.append((step.to, place, element.way + [step]))
        } else if step.outcome == .failed, isIdle(step.to), !canSucceed[step.to], actions(step.to).contains(action) {
          found = element.way + [step]
          return nil
        }
      }
      return following
    }
    return found
  }

  private func lookForRetries() {
    let finished = nodes.indices.filter { !nodes[$0].isUnfinished && !isIdle($0) && nodes[$0].depth < .max }
      .sorted { (nodes[$0].depth, $0) < (nodes[$1].depth, $1) }
    for loop in answers.fairLoops(through: finished) {
      let taken = zip([loop.start] + loop.answers.map(\.to), loop.answers)
        .compactMap { node, answer in steps[node].first { $0.choice == answer.choice } }
      let calls = taken.compactMap(\.answered)
      guard taken.count == loop.answers.count, let repeated = calls.first(where: { !$0.call.isSleep }) else { continue }
      let hasFailed = taken.contains { $0.outcome == .failed }
      let hasSucceeded = taken.contains { $0.outcome == .succeeded }
      // What goes on with pauses as long as its calls succeed, such as a clock, is meant to, and so is what never ends,
      // such as a receiver of messages.
      let isMeant =
        calls.contains(where: \.call.isSleep)
        ? !hasFailed || hasSucceeded : !hasFailed && !ends(calledBy: repeated.run, loop.start)
      if !isMeant { note(.retry, loop.start, [], loop: taken, "“\(repeated.call.name)” is called without end") }
    }
  }

  /// Whether an answer can end an action that nothing overlaps.
  private func ends(calledBy run: Int, _ node: Int) -> Bool {
    let action = nodes[node].numbering.runs[run].name
    return idle.contains { start in ends(start, action)?.contains { !$0.answers.isEmpty } == true }
  }
}

extension GraphChecks.Taken {
  /// A step after which a play can go on, unless it is not one.
  @MainActor
  fileprivate init?(_ node: Int, _ choice: Int, in nodes: GraphNodes) {
    let (from, edge) = (nodes[node], nodes[node].edges[choice])
    guard !edge.isViolation, edge.indices != nil else { return nil }
    (self.node, self.choice, self.edge) = (node, choice, edge)
    newRun =
      if case .start(let action) = edge.step.usual {
        edge.origins.indices.last { edge.origins[$0] == nil && nodes[edge.to].numbering.runs[$0].name == action }
      } else {
        nil
      }
    answered =
      if case .answer(let call, _) = from.choices[choice].kind, let run = from.numbering.callers[call],
        let calls = from.checked?.calls
      {
        (call, calls[call], run)
      } else {
        nil
      }
  }
}

extension GraphChecks.Answer: Comparable {
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
