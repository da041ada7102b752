/// Compares what two actions that overlap end with, with what they end with one after the other.
extension GraphChecks {
  /// How many states are looked at for all pairs of actions.
  private static let maximumOfPairs = 50_000
  /// How many answers two actions that overlap get.
  private static let maximumOfAnswers = 6

  /// One of two runs that overlap.
  fileprivate struct Half: Hashable {
    let action: String
    /// Its place among the running actions, until it returns.
    var place: Int?
    /// Whether it has waited for a call, and whether its start and its answers have changed what is shown.
    let waits: Bool
    let changesAtStart: Bool
    var changes = false

    /// Whether the schedule may be one without it.
    var canBeLeftOut: Bool { !changes && (waits || !changesAtStart) }
  }

  fileprivate struct Pair: Hashable {
    var node: Int
    var runs: [Half]
    var answers: [Answer] = []
    /// The failure that each call has got, and, without a name, the one with which the runs have returned; `nil` stands
    /// for success.
    var failures: [String: Answer?] = [:]
  }

  func lookForOverlaps() {
    for start in idle {
      if let found, nodes[start].depth + 3 >= length(found) { return }
      let first = steps[start].compactMap { step in
        step.newRun == nil || isIdle(step.to)
          ? nil : half(step).map { (pair: Pair(node: step.to, runs: [$0]), way: [step]) }
      }
      search(from: first, key: \.pair) { _ in
        isWithin(Self.maximumOfPairs, visits, of: "all pairs of actions")
      } following: { pair, way in
        guard pair.runs.count == 2, isIdle(pair.node) else {
          return steps[pair.node].compactMap { step in next(pair, step).map { ($0, way + [step]) } }
        }
        guard let explanation = explanation(pair, start) else { return [] }
        note(.overlap, start, way, explanation)
        return nil
      }
    }
  }

  /// The run that a step starts.
  private func half(_ step: Taken) -> Half? {
    step.started.map { action in
      Half(
        action: action, place: step.newRun, waits: step.newRun != nil,
        changesAtStart: data(step.node) != data(step.to))
    }
  }

  private func next(_ pair: Pair, _ step: Taken) -> Pair? {
    var next = pair
    next.node = step.to
    for run in next.runs.indices { next.runs[run].place = next.runs[run].place.flatMap(step.place) }
    if let second = half(step) {
      guard pair.runs.count == 1 else { return nil }
      next.runs.append(second)
      return next
    }
    guard let answer = step.answer, let answered = step.answered, !answered.call.isStream,
      let run = pair.runs.firstIndex(where: { $0.place == answered.run }),
      pair.answers.count < Self.maximumOfAnswers
    else { return nil }
    // What is shown of a failure beside a success, or beside another failure, can depend on the order.
    let failure = failures.contains(answer) ? answer : nil
    for name in [answer.call] + (next.runs[run].place == nil ? [""] : []) where step.outcome != nil {
      if let earlier = next.failures.updateValue(failure, forKey: name), earlier != failure { return nil }
    }
    next.answers = (pair.answers + [answer]).sorted()
    // Of a run that returns before the other starts, nothing overlaps.
    guard pair.runs.count == 2 else { return isIdle(step.to) ? nil : next }
    // What the other one ends, such as a cancelled search, has no end of its own.
    guard pair.runs[1 - run].place == nil || next.runs[1 - run].place != nil else { return nil }
    if data(pair.node) != data(step.to) { next.runs[run].changes = true }
    return next
  }

  /// Says how two runs have ended where they end otherwise one after the other.
  private func explanation(_ pair: Pair, _ start: Int) -> String? {
    let (first, second) = (pair.runs[0], pair.runs[1])
    // Where the first one changes nothing any more, the second one was taken alone.
    guard first.changes else { return nil }
    var ends: [Int] = []
    if second.canBeLeftOut {
      guard let alone = self.ends(start, first.action, pair.answers) else { return nil }
      ends = alone.map(\.node)
    }
    var inTurn: [Int] = []
    // Where they make other calls one after the other, as while a retry goes on, they are not to be compared.
    var isComparable = false
    for (one, other) in [(first, second), (second, first)] {
      guard let ends = self.ends(start, one.action, pair.answers) else { return nil }
      for end in ends {
        guard let others = self.ends(end.node, other.action, end.pool) else { return nil }
        inTurn += others.map(\.node)
        isComparable = isComparable || end.isOfPool && others.contains { $0.isOfPool && $0.pool.isEmpty }
      }
    }
    guard isComparable, !(ends + inTurn).contains(where: { data($0) == data(pair.node) }) else { return nil }
    var texts: [String] = []
    for end in inTurn {
      let text = text(end, comparedWith: [pair.node])
      if !texts.contains(text) { texts.append(text) }
    }
    return """
      “\(first.action)” and “\(second.action)” end with \(text(pair.node, comparedWith: inTurn)), and one after the other \
      with \(texts.prefix(3).joined(separator: " or with "))
      """
  }
}
