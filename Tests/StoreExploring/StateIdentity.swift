import Foundation

/// What tells a state apart from others, in numbers.
struct StateIdentity: Hashable {
  /// The fingerprint without identifiers.
  private(set) var fingerprint: Int
  /// What an action can keep of the fingerprint.
  var kept: Kept
  /// The identifiers of the fingerprint.
  var identifiers: [Int]
  /// Those of them that an action can keep.
  var keptIdentifiers: [Int]
  /// The numbers of the properties that the identifiers belong to.
  private(set) var owners: [Int]
  /// Whether some of them stand in an order that says nothing.
  let isAmbiguous: Bool
  /// What each running action has seen, the oldest action first.
  var trails: [Trail] = []

  /// What an action can keep of the fingerprint, or its number.
  enum Kept: Hashable {
    /// All of the fingerprint of this number.
    case number(Int)
    /// What the test has named, or the number of that.
    case values([AnyHashable])
    case named(Int)

    /// Whether the test has named it.
    var isNamed: Bool {
      switch self {
      case .number: false
      case .values, .named: true
      }
    }
  }

  /// What a running action has seen: the fingerprints at which it went on, and the answers that it got.
  ///
  /// Its local values follow from that.
  struct Trail: Codable, Hashable {
    private enum CodingKeys: CodingKey { case run, history, identifiers, lastIdentifiers, lastStep }

    /// The number of its action; in a state that is stored, its index.
    fileprivate(set) var run: Int
    /// The fingerprints without identifiers, and the steps.
    let history: Int
    /// The identifiers before and after each of these steps.
    fileprivate(set) var identifiers: [Int]
    /// The identifiers after the last of these steps.
    fileprivate(set) var lastIdentifiers: [Int]
    /// The number of the step in which the action went on last.
    fileprivate(set) var lastStep: Int
    /// What it remembers where that is less than the whole history.
    var memory: Shared<Memory>?

    /// The identifiers of the states in which it went on.
    var seen: [Int] {
      guard let memory = memory?.value else { return identifiers }
      return ([memory.start, memory.last] + memory.calls.map(\.moment))
        .flatMap { $0.identifiers.joined().map(\.identifier) }
    }
  }

  /// What an action is taken to remember: its start, where it is now, and at which steps it made each pending call.
  struct Memory: Hashable {
    fileprivate(set) var start: Moment
    fileprivate(set) var last: Moment
    /// The pending calls, the oldest first.
    fileprivate(set) var calls: [Call]

    fileprivate mutating func share(in values: inout SharedValues) {
      start.share(in: &values)
      last.share(in: &values)
      for index in calls.indices { calls[index].moment.share(in: &values) }
      values.share(&calls)
    }
  }

  /// A pending call, by number, and when it was made.
  struct Call: Hashable {
    let number: Int
    fileprivate(set) var moment: Moment
  }

  struct Seen: Hashable {
    let identifier: Int
    let owner: Int
  }

  /// The last steps before a point in the work of an action.
  struct Moment: Hashable {
    /// The steps with what is kept of the fingerprint before each, the oldest first.
    fileprivate(set) var steps: [Int]
    /// The identifiers before and after each of these steps, with their properties.
    fileprivate(set) var identifiers: [[Seen]]
    /// All steps, with whole fingerprints.
    let whole: Int

    fileprivate mutating func share(in values: inout SharedValues) {
      values.share(&steps)
      values.share(&identifiers)
    }
  }

  /// The same state with the order and numbers of another play in it, whose actions correspond to those at `indices`.
  func renumbered(as other: StateIdentity, _ indices: [Int]) -> StateIdentity {
    var identity = self
    identity.kept = other.kept
    identity.trails = zip(other.trails, indices).map { trail, index in
      Trail(
        run: trail.run, history: trails[index].history, identifiers: trails[index].identifiers,
        lastIdentifiers: trails[index].lastIdentifiers, lastStep: trail.lastStep, memory: trails[index].memory)
    }
    return identity
  }

  /// The same state whose running actions have these numbers.
  func numbered(_ runs: [Int]) -> StateIdentity {
    var identity = self
    for (index, run) in zip(trails.indices, runs) { identity.trails[index].run = run }
    return identity
  }

  /// The same state in which two running actions have changed places.
  func swapping(_ one: Int, _ other: Int) -> StateIdentity {
    var identity = self
    identity.trails.swapAt(one, other)
    return identity
  }

  /// The same state with identifiers that are the same in every process: their places, from -1 down; those that are
  /// replaced have the number 0.
  var portable: StateIdentity {
    renamed(identifiers.map { -1 - (identifiers.firstIndex(of: $0) ?? 0) })
  }

  /// The same state without what only its play knows, and the number of its last step there.
  func ofAnyPlay(isFirst: Bool) -> (identity: StateIdentity, length: Int) {
    var identity = portable
    let steps = Set(trails.map(\.lastStep)).sorted()
    for index in trails.indices { identity.trails[index].lastStep = steps.firstIndex(of: trails[index].lastStep) ?? 0 }
    return (identity, isFirst ? 0 : max(1, steps.count))
  }

  mutating func share(in values: inout SharedValues) {
    values.share(&identifiers)
    values.share(&keptIdentifiers)
    values.share(&owners)
    for index in trails.indices {
      values.share(&trails[index].identifiers)
      values.share(&trails[index].lastIdentifiers)
      guard var memory = trails[index].memory?.value else { continue }
      memory.share(in: &values)
      trails[index].memory = values.shared(Shared(memory))
    }
  }

  /// The same state with another fingerprint.
  func with(fingerprint: Int) -> StateIdentity {
    var identity = self
    identity.fingerprint = fingerprint
    if case .number = kept { identity.kept = .number(fingerprint) }
    return identity
  }

  /// The same state with the identifiers of another play in it; those that are replaced have the number 0.
  func renamed(_ identifiers: [Int]) -> StateIdentity {
    let names = Dictionary(zip(self.identifiers, identifiers)) { first, _ in first }
    var identity = self
    identity.identifiers = identifiers
    identity.keptIdentifiers = keptIdentifiers.map { names[$0] ?? 0 }
    identity.trails = trails.map { trail in
      Trail(
        run: trail.run, history: trail.history, identifiers: trail.identifiers.map { names[$0] ?? 0 },
        lastIdentifiers: trail.lastIdentifiers.map { names[$0] ?? 0 }, lastStep: trail.lastStep)
    }
    return identity
  }

  /// Whether an identifier that the action has seen last is replaced.
  func isStale(_ trail: Trail) -> Bool {
    !trail.lastIdentifiers.allSatisfy(identifiers.contains)
  }
}

/// What identifiers are called in what running actions have seen, and in what their calls are about: by where they occur
/// in equal states.
///
/// One that is replaced does not come back into the state, so that all that actions have seen are alike, unless it was seen
/// to happen: then one that a call is about can.
private struct IdentifierPlaces {
  /// The identifiers of the state.
  private let present: [Int]
  private let comeBack: Bool
  /// The others that one action is about only, by action, in their order.
  private var own: [[Int: Int]] = []
  /// The others that several actions are about; first these have numbers that no place has.
  private var shared: [Int: Int] = [:]

  init(_ present: [Int], called: [[Int]], seen: [[Int]]?) {
    self.present = present
    comeBack = seen != nil
    let absent = Set(called.joined()).subtracting(present)
    guard !absent.isEmpty else { return }
    let others = called.indices.map { index in ((seen?[index] ?? []) + called[index]).filter(absent.contains) }
    let counts = Dictionary(others.flatMap { Set($0).map { ($0, 1) } }) { $0 + $1 }
    own = others.map { others in
      var places: [Int: Int] = [:]
      for identifier in others where counts[identifier] == 1 && places[identifier] == nil {
        places[identifier] = -10 - places.count
      }
      return places
    }
    for (identifier, count) in counts where count > 1 { shared[identifier] = .min + identifier }
  }

  /// The place of what an action has seen.
  func place(of identifier: Int, seenBy action: Int) -> Int {
    comeBack ? place(of: identifier, inCallsOf: action) : present.firstIndex(of: identifier) ?? -1
  }

  func place(of identifier: Int, inCallsOf action: Int) -> Int {
    if let place = present.firstIndex(of: identifier) { return place }
    return shared[identifier] ?? (own.isEmpty ? nil : own[action][identifier]) ?? -1
  }

  /// Gives those that several actions are about places by where they occur, and returns whether there are any.
  mutating func distinguish(in trails: [[Int]]) -> Bool {
    guard !shared.isEmpty else { return false }
    let numbers = Set(shared.values)
    let masked = trails.map { $0.map { numbers.contains($0) ? .min : $0 } }
    let sorted = masked.sorted { $0.lexicographicallyPrecedes($1) }
    var occurrences: [Int: [[Int]]] = [:]
    for (trail, masked) in zip(trails, masked) {
      let rank = sorted.firstIndex(of: masked) ?? 0
      for (position, number) in trail.enumerated() where numbers.contains(number) {
        occurrences[number, default: []].append([rank, position])
      }
    }
    let order = numbers.map { number in
      let occurrences = occurrences[number, default: []].sorted { $0.lexicographicallyPrecedes($1) }
      return occurrences.joined() + [number]
    }.sorted { $0.lexicographicallyPrecedes($1) }
    let places = Dictionary(zip(order.compactMap(\.last), order.indices)) { first, _ in first }
    shared = shared.mapValues { present.count + (places[$0] ?? 0) }
    return true
  }
}

/// What a state is called: two digests of what tells it apart, which are the same in every process where its numbers are.
///
/// Two states of which both digests are equal would be taken for one; of ten million, that is one chance in 10²⁴.
struct StateKey: Codable, Hashable {
  let first: Int
  let second: Int

  init(of words: [Int]) {
    (first, second) = (Digest(of: words, seed: 1).value, Digest(of: words, seed: 2).value)
  }
}

/// What is taken to be so where an exploration does not end without, and checked on the way.
struct Assumptions: Equatable {
  /// The properties that actions can keep in local values; `nil` stands for all of them.
  var kept: Set<String>?
  /// How many of its last steps an action remembers; `nil` stands for all of them.
  var steps: Int?
  /// The counters that are only compared for equality.
  var counters: Set<String> = []
  /// Whether an action only returns once every identifier that it has seen is replaced.
  var returnsWhenStale = false

  static let none = Assumptions()
}

/// Gives equal states equal numbers.
///
/// What a running action does next depends on the subject and on the trail of the action. Two states are equal if their
/// fingerprints and trails are, after each identifier is replaced by the position at which it occurs in the fingerprint.
/// An identifier that does not occur there any more never will: all of these are alike.
@MainActor
final class StateIdentities {
  /// What is equal in one play; counts are only compared with those of the same property.
  private struct Identifier: Hashable {
    let property: String?
    let value: AnyHashable
  }

  private struct History: Hashable {
    let earlier: Int
    let fingerprint: Int
    let step: Int
    let call: Int
  }

  /// The values at one position of the fingerprints.
  private struct Part {
    let label: String
    var numbers = PortableNumbers<AnyHashable?>()
    var last: (value: (any Equatable)?, number: Int) = (nil, 0)
    /// The numbers of what was read, where it was.
    var readings = PortableNumbers<[Int]>()
    var lastReading: (words: [Int], number: Int) = ([], 0)
    /// Whether it was always a whole number.
    var isInteger = true
    var count: Int { numbers.count + readings.count }
  }

  /// The labels of the actions that keep nothing from one answer to the next, and of those that do until they are stale.
  private let forgetful: Set<String>
  let uselessWhenStale: Set<String>
  /// The properties that no fingerprint could read.
  private(set) var leftOut: [String] = []
  /// The properties in which the time of day was seen.
  private(set) var readTimes: [String] = []
  private var parts: [Part] = []
  private var fingerprints = PortableNumbers<[Int]>()
  private var kept = PortableNumbers<[AnyHashable]>()
  private var identifiers: [Identifier: Int] = [:]
  private var memories = PortableNumbers<[AnyHashable]>()
  private var steps = PortableNumbers<String>()
  private var histories = PortableNumbers<History>()
  private var states = DistinctValues<StateKey>()

  private let judged: JudgedSteps
  /// Whether it matters which action was started last.
  private let areDoubleTapsJudged: Bool
  private let assumptions: Assumptions
  /// The numbers of the values of each fingerprint, and the part of them that actions can keep.
  private var vectors: [[Int]] = [[]]
  private var keptVectors: [[Int]: Int] = [:]
  private var keptNumbers: [Int: Int] = [:]
  /// The first one stands for none.
  private var wholeHistories = DistinctValues([History(earlier: 0, fingerprint: 0, step: 0, call: 0)])

  /// Whether equal states have equal keys in every process.
  private let isPortable: Bool
  /// The keys of the states.
  var keys: Table<StateKey> { states.all }

  init<Subject>(
    _ actions: [StoreAction<Subject>], _ assumptions: Assumptions, _ judged: JudgedSteps, isPortable: Bool
  ) {
    self.assumptions = assumptions
    self.isPortable = isPortable
    self.judged = judged
    areDoubleTapsJudged = judged.doubleTaps
    forgetful = Set(actions.filter { $0.locals == .forgotten }.map(\.name))
    uselessWhenStale = Set(actions.filter { $0.locals == .uselessWhenStale }.map(\.name))
  }

  /// What has the most different values, and so keeps an exploration from ending.
  var mostVaried: [String] {
    var counts = [
      ("what the invariants remember", memories.count), ("what running actions have seen", histories.count),
    ]
    counts += parts.map { ("“\($0.label)”", $0.count) }
    return counts.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(3).filter { $0.1 > 1 }
      .map { "\($0.0) with \($0.1) values" }
  }

  /// Begins to number identifiers anew: those of two plays are never compared by their numbers.
  func beginPlay() {
    identifiers.removeAll(keepingCapacity: true)
  }

  func idle(_ fingerprint: StateFingerprint) -> StateIdentity {
    for property in fingerprint.reading.leftOut + fingerprint.reading.objects where !leftOut.contains(property) {
      leftOut.append(property)
    }
    let number = number(fingerprint)
    var identifiers: [Int] = []
    var kept: [Int] = []
    var owners: [Int] = []
    for (index, property) in fingerprint.reading.properties.enumerated() {
      for identifier in fingerprint.reading.identifiers[identifiers.count..<property.identifierEnd] {
        let known = self.identifiers.count
        identifiers.append(numberOf(identifier, in: property.label))
        owners.append(index)
        if self.identifiers.count > known { noteTime(identifier, in: property.label) }
      }
    }
    for (index, value) in fingerprint.values.enumerated() {
      guard let identifier = value.identifier else { continue }
      identifiers.append(numberOf(identifier, in: value.label))
      if value.isKeptIdentifier { kept.append(identifiers[identifiers.count - 1]) }
      owners.append(fingerprint.reading.properties.count + index)
    }
    if !assumptions.counters.isEmpty {
      for (index, property) in fingerprint.reading.properties.enumerated()
      where assumptions.counters.contains(property.label) {
        let counter = Identifier(property: property.label, value: fingerprint.reading.words[property.end - 1])
        identifiers.append(Self.number(counter, &self.identifiers))
        owners.append(index)
      }
    }
    return StateIdentity(
      fingerprint: number, kept: fingerprint.kept.map { .values($0) } ?? .number(number), identifiers: identifiers,
      keptIdentifiers: fingerprint.areIdentifiersKept ? identifiers : kept, owners: owners,
      isAmbiguous: fingerprint.reading.isAmbiguous)
  }

  private func numberOf(_ identifier: AnyHashable, in property: String? = nil) -> Int {
    let isCounting = identifier.base is any CountingIdentifier
    return Self.number(Identifier(property: isCounting ? property : nil, value: identifier), &identifiers)
  }

  private func noteTime(_ identifier: AnyHashable, in property: String) {
    guard let date = identifier.base as? Date, abs(date.timeIntervalSinceNow) < 86_400 else { return }
    if !readTimes.contains(property) { readTimes.append(property) }
  }

  /// The state after a launch.
  func first(_ fingerprint: StateFingerprint, on run: ScheduleRun) -> StateIdentity {
    var first = idle(fingerprint)
    first.trails = run.trackedActions.map { action in
      let start = History(earlier: 0, fingerprint: 0, step: 0, call: 0)
      return trail(of: action, after: nil, [first], start, 0, on: run)
    }
    return first
  }

  /// A state that was found before, with the identifiers of another subject in it, or `nil` if the fingerprint differs.
  ///
  /// A task, for one, is never equal to that of another subject.
  func repeated(_ known: StateIdentity, _ fingerprint: StateFingerprint) -> StateIdentity? {
    let now = idle(fingerprint)
    return now.fingerprint == known.fingerprint ? known.renamed(now.identifiers) : nil
  }

  func next(
    _ last: StateIdentity, _ step: Step, _ number: Int, on run: ScheduleRun, _ fingerprint: StateFingerprint
  ) -> StateIdentity {
    var next = idle(fingerprint)
    if !judged.identifiersComeBack {
      let new = next.identifiers.filter { !last.identifiers.contains($0) }
      if last.trails.contains(where: { trail in new.contains(where: trail.seen.contains) }) {
        judged.identifiersComeBack = true
      }
    }
    let actions = run.trackedActions
    guard !actions.isEmpty else { return next }
    let isKill = step.isKill
    let step = self.number(ofStep: step.usual.label)
    let keptNumber = self.number(of: last.kept)
    next.trails = actions.map { action in
      let earlier = last.trails.first { $0.run == action.number }
      if let earlier, !run.lastEvents.contains(where: { $0.run?.number == action.number }) { return earlier }
      let kept = forgetful.contains(action.name) ? nil : earlier
      let history = History(
        earlier: kept?.history ?? 0, fingerprint: keptNumber, step: step, call: run.lastAnsweredCall)
      // A new process sees nothing of the one before it but what is left.
      let seen = earlier == nil && isKill && last.kept.isNamed ? [next] : [last, next]
      return trail(of: action, after: kept, seen, history, number, on: run)
    }
    return next
  }

  /// The trail of an action that goes on in a step; `seen` are the states that it sees then, of which there is one at least.
  private func trail(
    of action: ActionRun, after earlier: StateIdentity.Trail?, _ seen: [StateIdentity], _ step: History, _ number: Int,
    on run: ScheduleRun
  ) -> StateIdentity.Trail {
    let lastIdentifiers = seen[seen.count - 1].identifiers
    guard assumptions.kept == nil else {
      return StateIdentity.Trail(
        run: action.number, history: 0, identifiers: [], lastIdentifiers: lastIdentifiers, lastStep: number,
        memory: Shared(memory(of: action, earlier?.memory?.value, seen, step, on: run)))
    }
    return StateIdentity.Trail(
      run: action.number, history: self.number(step),
      identifiers: (earlier?.identifiers ?? []) + seen.flatMap(\.keptIdentifiers), lastIdentifiers: lastIdentifiers,
      lastStep: number)
  }

  /// What an action remembers after such a step.
  private func memory(
    of action: ActionRun, _ earlier: StateIdentity.Memory?, _ seen: [StateIdentity], _ step: History,
    on run: ScheduleRun
  ) -> StateIdentity.Memory {
    let number = self.number(
      History(earlier: 0, fingerprint: step.fingerprint, step: step.step, call: step.call))
    let identifiers = seen.flatMap { identity in
      zip(identity.identifiers, identity.owners).map { StateIdentity.Seen(identifier: $0, owner: $1) }
    }
    func moment(after earlier: StateIdentity.Moment?) -> StateIdentity.Moment {
      let whole = History(
        earlier: earlier?.whole ?? 0, fingerprint: seen[0].fingerprint, step: step.step, call: step.call)
      let earlierSteps = (assumptions.steps ?? .max) - 1
      return StateIdentity.Moment(
        steps: (earlier?.steps ?? []).suffix(earlierSteps) + [number],
        identifiers: (earlier?.identifiers ?? []).suffix(earlierSteps) + [identifiers],
        whole: Int(wholeHistories.number(of: whole)))
    }
    // What goes on without an answer of its own has waited since it went on last.
    let answered = earlier?.calls.first { $0.number == run.lastAnsweredNumber }?.moment ?? earlier?.last
    let calls = run.numbersOfCalls(by: action).map { call in
      StateIdentity.Call(
        number: call, moment: earlier?.calls.first { $0.number == call }?.moment ?? moment(after: answered))
    }
    return StateIdentity.Memory(
      start: earlier?.start ?? moment(after: nil), last: moment(after: earlier?.last), calls: calls)
  }

  /// Returns the number of a known state.
  func find(_ identity: StateIdentity, _ run: ScheduleRun, memories: [AnyHashable]) -> (number: Int, order: [Int])? {
    let (key, order, _) = key(
      of: identity, run, number(memories, &self.memories) { self.digest(of: memories.map(\.base)) })
    return states.known(key).map { (Int($0), order) }
  }

  /// Returns the number of a state, whether no equal one was there, its actions in an order that is the same in equal
  /// states, and of each action the first one that goes on alike.
  func insert(
    _ identity: StateIdentity, _ run: ScheduleRun, memories: [AnyHashable]
  ) -> (number: Int, isNew: Bool, order: [Int], alike: [Int]) {
    let (key, order, alike) = key(
      of: identity, run, number(memories, &self.memories) { self.digest(of: memories.map(\.base)) })
    let known = states.count
    let number = insert(key)
    return (number, number == known, order, alike)
  }

  /// Adds a state, such as one that another process has found, unless it is there, and returns its number.
  @discardableResult
  func insert(_ key: StateKey) -> Int { Int(states.number(of: key)) }

  private func key(
    of identity: StateIdentity, _ run: ScheduleRun, _ memory: Int
  ) -> (key: StateKey, order: [Int], alike: [Int]) {
    let present = identity.identifiers
    var words = [identity.fingerprint, memory] + present.map { present.firstIndex(of: $0) ?? 0 }
    guard !identity.trails.isEmpty else { return (StateKey(of: words), [], []) }
    let (actions, runs) = (run.details, run.trackedActions)
    let calls = runs.indices.map { run.calls(by: $0) { numberOf($0) } }
    let keeps = assumptions.kept.map { kept in parts.map { kept.contains($0.label) } } ?? []
    // Which of several waiting actions goes on first can depend on their order, which of several pending calls is
    // answered first does not.
    let waiting = identity.trails.indices.filter { !actions[$0].isSuspended }
      .sorted { (identity.trails[$0].lastStep, $0) < (identity.trails[$1].lastStep, $1) }
    func remembered(by index: Int, _ places: IdentifierPlaces) -> [Int] {
      let trail = identity.trails[index]
      let action = runs[index]
      let about = calls[index].map { call in
        [-3] + call.words + [-3] + call.identifiers.map { places.place(of: $0, inCallsOf: index) }
      }
      // What a call is about follows from whole fingerprints, too.
      let isTold = trail.memory != nil || identity.kept.isNamed
      // Of a killed process, only the calls go on that its server still has; what one without parameters is about, only
      // its action knows.
      if actions[index].isKilled, isTold, calls[index].allSatisfy({ !$0.words.isEmpty }) {
        return [-4] + ([action.name, action.process ?? ""] + actions[index].calls).map(number(ofStep:)) + about.joined()
      }
      let isUselessWhenStale = assumptions.returnsWhenStale || uselessWhenStale.contains(action.name)
      if isUselessWhenStale, identity.isStale(trail), !actions[index].isKilled {
        let name = number(ofStep: action.name)
        return [-3, name, areDoubleTapsJudged && actions[index].isJustStarted ? 1 : 0, action.isCancelled ? 1 : 0]
          + actions[index].calls.map(number(ofStep:))
      }
      let phase = actions[index].isKilled ? 2 : areDoubleTapsJudged && actions[index].isJustStarted ? 1 : 0
      guard let memory = trail.memory?.value else {
        return [trail.history, waiting.firstIndex(of: index) ?? -1, phase] + actions[index].sleeps
          + trail.identifiers.map { places.place(of: $0, seenBy: index) } + (isTold ? Array(about.joined()) : [])
      }
      func key(_ moment: StateIdentity.Moment) -> [Int] {
        [-2] + moment.steps
          + moment.identifiers.flatMap { seen -> [Int] in
            let identifiers = seen.filter { keeps[$0.owner] }.map { places.place(of: $0.identifier, seenBy: index) }
            // Mostly it matters which were there, and not in which property, before or after.
            return [-2] + (assumptions.steps == 1 ? Set(identifiers).sorted() : identifiers)
          }
      }
      var remembered = [waiting.firstIndex(of: index) ?? -1, phase] + actions[index].sleeps + key(memory.start)
      if !actions[index].isSuspended { remembered += key(memory.last) }
      for (call, about) in zip(calls[index], about) {
        remembered += key(memory.calls.first { $0.number == call.number }?.moment ?? memory.last) + about
      }
      return remembered
    }
    var places = IdentifierPlaces(
      present, called: calls.map { $0.flatMap(\.identifiers) },
      seen: judged.identifiersComeBack ? identity.trails.map(\.seen) : nil)
    var trails = runs.indices.map { remembered(by: $0, places) }
    if places.distinguish(in: trails) { trails = runs.indices.map { remembered(by: $0, places) } }
    let order = trails.indices.sorted { (left, right) in
      trails[left] == trails[right] ? left < right : trails[left].lexicographicallyPrecedes(trails[right])
    }
    for index in order {
      words.append(-2)
      words += trails[index]
    }
    return (StateKey(of: words), order, trails.map { trails.firstIndex(of: $0) ?? 0 })
  }

  /// The same state as it is stored, and the number of its last step; in it, looking up the number of what is kept costs
  /// nothing.
  func stored(_ identity: StateIdentity, length: Int) -> (identity: StateIdentity, length: Int) {
    var numbered = identity
    numbered.kept = self.numbered(identity.kept)
    return assumptions == .none ? numbered.ofAnyPlay(isFirst: length == 0) : (numbered, length)
  }

  private func numbered(_ kept: StateIdentity.Kept) -> StateIdentity.Kept {
    switch kept {
    case .number, .named: kept
    case .values: .named(number(of: kept))
    }
  }

  /// The number of what actions are taken to keep of a fingerprint.
  private func keptNumber(of fingerprint: Int) -> Int {
    if let number = keptNumbers[fingerprint] { return number }
    let values = zip(parts, vectors[fingerprint]).filter { assumptions.kept?.contains($0.0.label) == true }.map(\.1)
    let number = Self.number(values, &keptVectors)
    keptNumbers[fingerprint] = number
    return number
  }

  private func number(of kept: StateIdentity.Kept) -> Int {
    switch kept {
    case .number(let number): assumptions.kept == nil ? number : keptNumber(of: number)
    case .values(let values): -number(values, &self.kept) { self.digest(of: values.map(\.base)) }
    case .named(let number): number
    }
  }

  private func number(_ fingerprint: StateFingerprint) -> Int {
    var numbers: [Int] = []
    numbers.reserveCapacity(fingerprint.reading.properties.count + fingerprint.values.count)
    var start = 0
    for property in fingerprint.reading.properties {
      numbers.append(self.number(property, fingerprint.reading.words[start..<property.end], numbers.count))
      start = property.end
    }
    for value in fingerprint.values {
      let index = numbers.count
      if index == parts.count { parts.append(Part(label: value.label)) }
      // Most values are equal to the last one, and a comparison costs less than a hash.
      if parts[index].last.value?.isEqual(to: value.value) != true {
        parts[index].last = (
          value.value as? any Equatable,
          self.number(value.hashable, &parts[index].numbers) { self.digest(of: [value.value]) }
        )
      }
      numbers.append(parts[index].last.number)
    }
    let number = self.number(numbers, &fingerprints) { Digest(of: numbers) }
    if number == vectors.count { vectors.append(numbers) }
    return number
  }

  private func number(_ property: SubjectReading.Property, _ words: ArraySlice<Int>, _ index: Int) -> Int {
    if index == parts.count { parts.append(Part(label: property.label)) }
    if assumptions.counters.contains(property.label) { return 0 }
    if parts[index].lastReading.words.elementsEqual(words), parts[index].lastReading.number != 0 {
      return parts[index].lastReading.number
    }
    parts[index].isInteger = parts[index].isInteger && property.isInteger
    let words = Array(words)
    let number = -self.number(words, &parts[index].readings) { Digest(of: words) }
    parts[index].lastReading = (words, number)
    return number
  }

  /// The numbers of the values of a fingerprint.
  func values(_ identity: StateIdentity) -> [Int] { vectors[identity.fingerprint] }

  /// The properties in which two states differ.
  func changedParts(_ one: StateIdentity, _ other: StateIdentity) -> Set<Int> {
    let (left, right) = (vectors[one.fingerprint], vectors[other.fingerprint])
    func identifiers(_ identity: StateIdentity, of part: Int) -> [Int] {
      zip(identity.identifiers, identity.owners).filter { $1 == part }.map(\.0)
    }
    return Set(
      left.indices.filter { part in
        part >= right.count || left[part] != right[part] || identifiers(one, of: part) != identifiers(other, of: part)
      })
  }

  /// Whether two fingerprints are equal apart from some properties and from identifiers.
  func isEqual(_ one: StateIdentity, _ other: StateIdentity, ignoring ignored: Set<Int>) -> Bool {
    let (left, right) = (vectors[one.fingerprint], vectors[other.fingerprint])
    return left.count == right.count && left.indices.allSatisfy { ignored.contains($0) || left[$0] == right[$0] }
  }

  /// The whole numbers that no step makes smaller.
  func growingParts(_ steps: [(from: StateIdentity, to: StateIdentity)]) -> Set<Int> {
    Set(
      parts.indices.filter { index in
        guard parts[index].isInteger, parts[index].numbers.count == 0 else { return false }
        if assumptions.counters.contains(parts[index].label) { return true }
        var values: [Int: Int] = [:]
        for (words, number) in parts[index].readings.numbers { values[-number] = words.last }
        return steps.allSatisfy { step in
          let (from, to) = (vectors[step.from.fingerprint], vectors[step.to.fingerprint])
          guard index < from.count, index < to.count else { return false }
          return values[from[index], default: 0] <= values[to[index], default: 0]
        }
      })
  }

  /// The counters among the parts: whole numbers of many values that no step makes smaller, and that grow while an action
  /// waits which has seen the value before.
  func counters(_ steps: [(from: StateIdentity, to: StateIdentity, isWaiting: Bool)]) -> Set<String> {
    Set(
      parts.indices.filter { index in
        guard parts[index].isInteger, parts[index].readings.count > 3, parts[index].numbers.count == 0 else {
          return false
        }
        var values: [Int: Int] = [:]
        for (words, number) in parts[index].readings.numbers { values[-number] = words.last }
        var growsWhileWaiting = false
        for step in steps {
          let vectors = (from: vectors[step.from.fingerprint], to: vectors[step.to.fingerprint])
          guard index < vectors.from.count, index < vectors.to.count else { return false }
          let (from, to) = (values[vectors.from[index], default: 0], values[vectors.to[index], default: 0])
          guard from <= to else { return false }
          growsWhileWaiting = growsWhileWaiting || from < to && step.isWaiting
        }
        return growsWhileWaiting
      }.map { parts[$0].label })
  }

  /// The properties in which what actions have seen differs between two states that are taken for equal, the one with
  /// the fewest values first.
  func differences(_ one: StateIdentity, _ other: StateIdentity) -> [String] {
    var indices: Set<Int> = []
    func compare(_ left: StateIdentity.Moment, _ right: StateIdentity.Moment) {
      let seen = zip([left, right], [one, other]).map { moment, identity in
        Set(
          moment.identifiers.joined().map { seen in
            StateIdentity.Seen(
              identifier: identity.identifiers.firstIndex(of: seen.identifier) ?? -1, owner: seen.owner)
          })
      }
      for difference in seen[0].symmetricDifference(seen[1]) {
        indices.insert(difference.owner)
      }
      var (left, right) = (left.whole, right.whole)
      var steps = assumptions.steps ?? .max
      while left != right, left > 0, right > 0, steps > 0 {
        steps -= 1
        let (one, other) = (wholeHistories.all[left], wholeHistories.all[right])
        let (values, others) = (vectors[one.fingerprint], vectors[other.fingerprint])
        for index in values.indices where index < others.count && values[index] != others[index] {
          indices.insert(index)
        }
        (left, right) = (one.earlier, other.earlier)
      }
    }
    for (left, right) in zip(one.trails, other.trails) {
      guard let left = left.memory?.value, let right = right.memory?.value else { continue }
      compare(left.start, right.start)
      if left.calls.isEmpty { compare(left.last, right.last) }
      for (left, right) in zip(left.calls, right.calls) { compare(left.moment, right.moment) }
    }
    return indices.sorted { parts[$0].count < parts[$1].count }.map { parts[$0].label }
  }

  private func number(ofStep label: String) -> Int { number(label, &steps) { Digest(of: label) } }

  private func number(_ history: History) -> Int {
    number(history, &histories) {
      Digest(of: [history.earlier, history.fingerprint, history.step, history.call])
    }
  }

  /// The digest of values of any types, in which sets are in order.
  private func digest(of values: [Any]) -> Digest {
    // What is read of them here says nothing about identifiers.
    let reading = FixedIdentifiers.$current.withValue(nil) { SubjectReader.reading(values: values) }
    var digest = Digest(of: reading.words)
    for identifier in reading.identifiers { digest.add(Digest(describing: identifier.base).value) }
    return digest
  }

  private func number<Value>(_ value: Value, _ numbers: inout PortableNumbers<Value>, _ digest: () -> Digest) -> Int {
    numbers.number(of: value, isPortable: isPortable, digest: digest)
  }

  private static func number<Value: Hashable>(_ value: Value, _ numbers: inout [Value: Int]) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = numbers.count + 1
    return numbers.count
  }
}
