/// What tells a state apart from others, in numbers.
struct StateIdentity {
  /// The fingerprint without identifiers.
  let fingerprint: Int
  /// What an action can keep of the fingerprint.
  let kept: Int
  /// The identifiers of the fingerprint.
  let identifiers: [Int]
  /// What each running action has seen, the oldest action first.
  let trails: [Trail]

  /// What a running action has seen: the fingerprints at which it went on, and the answers that it got.
  ///
  /// Its local values follow from that.
  struct Trail {
    let run: Int
    /// The fingerprints without identifiers, and the steps.
    let history: Int
    /// The identifiers before and after each of these steps.
    let identifiers: [Int]
    /// The identifiers after the last of these steps.
    let lastIdentifiers: [Int]
    /// The number of the step in which the action went on last.
    let lastStep: Int
  }

  /// Whether an identifier that the action has seen last is replaced.
  func isStale(_ trail: Trail) -> Bool {
    !trail.lastIdentifiers.allSatisfy(identifiers.contains)
  }
}

/// Gives equal states equal numbers.
///
/// What a running action does next depends on the subject and on the trail of the action. Two states are equal if their
/// fingerprints and trails are, after each identifier is replaced by the position at which it occurs in the fingerprint.
/// An identifier that does not occur there any more never will: all of these are alike.
@MainActor
struct StateIdentities {
  private struct History: Hashable {
    let earlier: Int
    let fingerprint: Int
    let step: Int
    let call: Int
  }

  /// The labels of the actions that keep nothing from one answer to the next, and of those that do until they are stale.
  private let forgetful: Set<String>
  private let uselessWhenStale: Set<String>
  private var fingerprints: [[AnyHashable]: Int] = [:]
  private var kept: [[AnyHashable]: Int] = [:]
  private var identifiers: [AnyHashable: Int] = [:]
  private var memories: [[AnyHashable]: Int] = [:]
  private var steps: [String: Int] = [:]
  private var histories: [History: Int] = [:]
  private var nodes: [[Int]: Int] = [:]
  private var variety: [String: Set<AnyHashable>] = [:]

  init(forgetful: Set<String>, uselessWhenStale: Set<String>) {
    self.forgetful = forgetful
    self.uselessWhenStale = uselessWhenStale
  }

  /// The parts of the fingerprint with the most different values, which are what keeps an exploration from ending.
  var mostVaried: [String] {
    variety.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(3)
      .filter { $0.value.count > 1 }.map { "“\($0.key)” with \($0.value.count) values" }
  }

  mutating func idle(_ fingerprint: StateFingerprint) -> StateIdentity {
    let number = number(fingerprint)
    return StateIdentity(
      fingerprint: number, kept: fingerprint.kept.map { -Self.number($0, &kept) } ?? number,
      identifiers: fingerprint.identifiers.map { Self.number($0, &identifiers) }, trails: [])
  }

  mutating func next(
    _ last: StateIdentity, _ step: Step, _ number: Int, on run: ScheduleRun, _ fingerprint: StateFingerprint
  ) -> StateIdentity {
    let next = idle(fingerprint)
    guard !run.isIdle else { return next }
    let step = Self.number(step.label, &steps)
    let trails = run.actions.map { action in
      let earlier = last.trails.first { $0.run == action.number }
      guard run.lastEvents.contains(where: { $0.run?.number == action.number }) else {
        return earlier
          ?? StateIdentity.Trail(
            run: action.number, history: 0, identifiers: [], lastIdentifiers: next.identifiers, lastStep: number)
      }
      let kept = forgetful.contains(action.name) ? nil : earlier
      let history = History(
        earlier: kept?.history ?? 0, fingerprint: last.kept, step: step, call: run.lastAnsweredCall)
      return StateIdentity.Trail(
        run: action.number, history: Self.number(history, &histories),
        identifiers: (kept?.identifiers ?? []) + last.identifiers + next.identifiers,
        lastIdentifiers: next.identifiers, lastStep: number)
    }
    return StateIdentity(
      fingerprint: next.fingerprint, kept: next.kept, identifiers: next.identifiers, trails: trails)
  }

  /// Returns the number of a state, and whether no equal one was there.
  mutating func insert(
    _ identity: StateIdentity, _ run: ScheduleRun, memories: [AnyHashable]
  ) -> (number: Int, isNew: Bool) {
    let key = key(of: identity, run, Self.number(memories, &self.memories))
    if let node = nodes[key] { return (node, false) }
    nodes[key] = nodes.count
    return (nodes.count - 1, true)
  }

  private mutating func key(of identity: StateIdentity, _ run: ScheduleRun, _ memory: Int) -> [Int] {
    let present = identity.identifiers
    var key = [identity.fingerprint, memory] + present.map { present.firstIndex(of: $0) ?? 0 }
    guard !identity.trails.isEmpty else { return key }
    let actions = run.details
    // Which of several waiting actions goes on first can depend on their order, which of several pending calls is
    // answered first does not.
    let waiting = identity.trails.indices.filter { !actions[$0].isSuspended }
      .sorted { (identity.trails[$0].lastStep, $0) < (identity.trails[$1].lastStep, $1) }
    let trails = identity.trails.indices.map { index -> [Int] in
      let trail = identity.trails[index]
      let run = run.actions[index]
      if uselessWhenStale.contains(run.name), identity.isStale(trail) {
        let name = Self.number(run.name, &steps)
        return [-3, name, actions[index].isJustStarted ? 1 : 0, run.isCancelled ? 1 : 0]
      }
      return [trail.history, waiting.firstIndex(of: index) ?? -1, actions[index].isJustStarted ? 1 : 0]
        + actions[index].sleeps + trail.identifiers.map { present.firstIndex(of: $0) ?? -1 }
    }
    for trail in trails.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      key.append(-2)
      key += trail
    }
    return key
  }

  private mutating func number(_ fingerprint: StateFingerprint) -> Int {
    let count = fingerprints.count
    let number = Self.number(fingerprint.values, &fingerprints)
    if fingerprints.count > count {
      for (label, value) in zip(fingerprint.labels, fingerprint.values) { variety[label, default: []].insert(value) }
    }
    return number
  }

  private static func number<Value: Hashable>(_ value: Value, _ numbers: inout [Value: Int]) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = numbers.count + 1
    return numbers.count
  }
}
