extension StoreExplorer {
  /// A violation with the sentence that says what decides it.
  func explained(_ violation: Violation) async -> Violation {
    var (explained, explanation) = (violation, Explanation(self))
    explained.reason = await explanation.reason(of: violation)
    return explained
  }
}

/// What decides a violation.
struct Reason: Equatable, Sendable, CustomStringConvertible {
  /// The sentence without its end.
  let words: String
  /// Where the call is made that it names last.
  let site: CallSite?
  /// The types of the model.
  let models: Set<String>

  /// The sentence; to find a line takes longer than to find the reason.
  var description: String {
    "\(words)\(site?.place(inTypes: models).map { ", awaited \($0)" } ?? "")."
  }

  static func == (left: Reason, right: Reason) -> Bool { left.words == right.words }
}

/// Finds the least change of a violating schedule with which every invariant holds, by running each.
@MainActor
private struct Explanation<Subject, State: Equatable & SendableMetatype> {
  /// A change of the schedule, in words, and the steps that it is about.
  private struct Change {
    let words: String
    let steps: [PlacedStep]
  }

  /// The number of steps that are taken at most.
  private static var maximumSteps: Int { 10_000 }
  /// The time in which work outside of the main actor must have gone on, in milliseconds.
  private static var patience: Int { 50 }

  private let explorer: StoreExplorer<Subject, State>
  private let findings = Inconclusive()
  private var steps: [PlacedStep] = []
  private var models: Set<String> = []
  /// The invariant that says what must come and does not, if that is violated.
  private var due: Int?
  /// Whether the violation is that an action never returns.
  private var isStuck = false
  private var taken = 0

  init(_ explorer: StoreExplorer<Subject, State>) {
    self.explorer = explorer
  }

  /// Returns `nil` where the schedule alone does not lead to the violation.
  mutating func reason(of violation: Violation) async -> Reason? {
    guard await repeatSteps(of: violation), let last = steps.last else { return nil }
    let change = await change(last)
    let call = call(change?.steps ?? [], last)
    let parts = [change.map { "It holds \($0.words)" }, call.map(words)].compactMap(\.self)
    guard let first = parts.first?.prefix(1) else { return nil }
    return Reason(
      words: first.uppercased() + parts.joined(separator: "; ").dropFirst(), site: call?.call?.site, models: models)
  }

  // MARK: Runs

  private func begin(recordsSites: Bool = false) async -> Replay<Subject, State> {
    Replay(
      await explorer.begin(findings, patience: min(explorer.patience, Self.patience), recordsSites: recordsSites))
  }

  /// Runs the schedule itself, to record who takes each step, and where each call is made.
  private mutating func repeatSteps(of violation: Violation) async -> Bool {
    let replay = await begin(recordsSites: true)
    defer { replay.play.run.end() }
    models = CallSite.types(in: replay.play.subject)
    let repeated = violation.steps + (violation.loop ?? []).map(\.step)
    for (key, step) in repeated.enumerated() where replay.play.violation == nil {
      guard let choice = replay.play.run.choice(of: step) else { return false }
      steps.append(await replay.take(choice, key: key))
    }
    guard findings.reason == nil else { return false }
    if let found = replay.play.violation { return found.invariant == violation.invariant }
    due = replay.play.due.first { explorer.invariants[$0].name == violation.invariant }
    isStuck = due == nil && replay.play.run.waiting != nil
    return due != nil || isStuck
  }

  /// Whether all steps are possible, or all up to one, and no invariant is violated.
  private mutating func holds(_ steps: [PlacedStep], canEndEarly: Bool = false) async -> Bool {
    guard taken + steps.count <= Self.maximumSteps else { return false }
    let replay = await begin()
    defer { replay.play.run.end() }
    for step in steps where replay.play.violation == nil {
      taken += 1
      guard let choice = replay.choice(of: step) else {
        // What is no longer due needs no more steps.
        guard canEndEarly || due != nil else { return false }
        break
      }
      await replay.take(choice, key: step.key)
    }
    let isDue = replay.play.due.contains { $0 == due }
    let waits = isStuck && replay.play.run.waiting != nil
    return replay.play.violation == nil && !isDue && !waits && findings.reason == nil
  }

  // MARK: Changes, the most telling first

  private mutating func change(_ last: PlacedStep) async -> Change? {
    if let race = await race(last) { return race }
    if let order = await usualOrder() { return order }
    if let tap = await withoutRun(steps.filter(\.isSecondTap)) { return tap }
    if let answer = await otherAnswer(steps.filter { $0.label == ControlledDependencies.lost }, canEndEarly: true) {
      return answer
    }
    if let event = await withoutEvent() { return event }
    if let event = await withoutEvent(canEndEarly: true) { return event }
    let others = steps.filter { $0.isStart && $0.run != last.run }
    if let run = await withoutRun(others.filter { $0.call == nil }) { return run }
    let answers = steps.reversed()
    if let answer = await otherAnswer(answers.filter { $0.run == last.run } + answers.filter { $0.run != last.run }) {
      return answer
    }
    if let run = await withoutRun(others) { return run }
    return await inserted()
  }

  /// Moves a step over one or more others, the last one of which is of another run: one of the two is an answer.
  private mutating func race(_ last: PlacedStep) async -> Change? {
    for distance in steps.indices.dropFirst() {
      let pairs = (0..<steps.count - distance).reversed().map { (first: steps[$0], second: steps[$0 + distance]) }
        .filter { $0.first.run != $0.second.run && ($0.first.isAnswer || $0.second.isAnswer) }
      let isOfLast = { (pair: (first: PlacedStep, second: PlacedStep)) in
        pair.first.run == last.run || pair.second.run == last.run
      }
      for (first, second) in pairs.filter(isOfLast) + pairs.filter({ !isOfLast($0) }) {
        var later = steps
        later.insert(later.remove(at: first.key), at: second.key)
        if await holds(later) {
          return Change(words: "if \(name(first)) comes after \(name(second, after: first))", steps: [first, second])
        }
        guard distance > 1 else { continue }
        var earlier = steps
        earlier.insert(earlier.remove(at: second.key), at: first.key)
        if await holds(earlier) {
          return Change(words: "if \(name(second)) comes before \(name(first, after: second))", steps: [first, second])
        }
      }
    }
    return nil
  }

  /// Lets the tasks that a step makes ready at once go on in the order in which they became ready.
  private mutating func usualOrder() async -> Change? {
    for step in steps.reversed() where step.isLastFirst {
      var changed = steps
      changed[step.key].isLastFirst = false
      if await holds(changed) {
        return Change(words: "if the tasks of \(name(step)) go on in the other order", steps: [step])
      }
    }
    return nil
  }

  private mutating func otherAnswer(_ candidates: [PlacedStep], canEndEarly: Bool = false) async -> Change? {
    for step in candidates {
      guard case .answer(let call, _, let label) = step.move.step else { continue }
      var others: [String] = []
      for other in step.otherLabels {
        var changed = steps
        changed[step.key].move.step = .answer(call, with: other)
        if await holds(changed, canEndEarly: canEndEarly) { others.append("“\(other)”") }
      }
      guard !others.isEmpty else { continue }
      let calls = steps.filter { $0.isAnswer && $0.call?.name == step.call?.name }
      let ordinal = Self.ordinal(calls.firstIndex { $0.key == step.key }, of: calls.count)
      if let request = ControlledDependencies.request(answeredBy: call) {
        let other = label == ControlledDependencies.lost ? "arrives" : "is lost"
        let words = "if \(ordinal.isEmpty ? "the " : ordinal)answer to “\(request)” \(other)"
        return Change(words: words, steps: [step])
      }
      let words = "if \(ordinal)“\(call)” answers \(others.prefix(3).joined(separator: " or ")) instead of “\(label)”"
      return Change(words: words, steps: [step])
    }
    return nil
  }

  /// Leaves out what is done to the model from outside.
  private mutating func withoutEvent(canEndEarly: Bool = false) async -> Change? {
    for step in steps.reversed() where step.isKill || step.isCancellation {
      guard await holds(steps.filter { $0.key != step.key }, canEndEarly: canEndEarly) else { continue }
      guard case .cancel(let action, _) = step.move.step else {
        return Change(words: "without \(name(step))", steps: [step])
      }
      return Change(words: "if “\(action)” is not cancelled", steps: [step])
    }
    return nil
  }

  /// Leaves out an action with all of its steps.
  private mutating func withoutRun(_ starts: [PlacedStep]) async -> Change? {
    for start in starts.reversed() {
      let others = steps.filter { $0.run != start.run }
      guard !others.isEmpty, await holds(others) else { continue }
      return Change(words: "without \(name(start))", steps: [start])
    }
    return nil
  }

  /// Adds one step, or two.
  private mutating func inserted() async -> Change? {
    var beginnings: [(place: Int, steps: [PlacedStep])] = steps.indices.reversed().map { ($0, []) }
    for _ in 1...2 {
      var longer: [(place: Int, steps: [PlacedStep])] = []
      for (place, added) in beginnings {
        for step in await possibleSteps(after: steps[..<place] + added) {
          let changed = steps[..<place] + added + [step] + steps[place...]
          if await holds(Array(changed)) {
            let names = (added + [step]).map { "“\($0.move.step.label)”" }
            let verb = names.count == 1 ? "comes" : "come"
            let words = "if \(names.joined(separator: " and ")) \(verb) before \(name(steps[place]))"
            return Change(words: words, steps: (added + [step]).reversed())
          }
          longer.append((place, added + [step]))
        }
      }
      beginnings = longer
    }
    return nil
  }

  private mutating func possibleSteps(after steps: ArraySlice<PlacedStep>) async -> [PlacedStep] {
    var possible: [PlacedStep] = []
    var number = 0
    while taken < Self.maximumSteps {
      let replay = await begin(recordsSites: true)
      defer { replay.play.run.end() }
      for step in steps {
        taken += 1
        guard let choice = replay.choice(of: step) else { return [] }
        await replay.take(choice, key: step.key)
      }
      let choices = replay.choices
      guard number < choices.count else { return possible }
      let step = await replay.take(choices[number].choice, key: self.steps.count + steps.count)
      if !step.isKill, !step.isCancellation { possible.append(step) }
      number += 1
    }
    return []
  }

  // MARK: Words

  /// The name of a step, told apart from others of that name, which is not repeated after the one of another step.
  private func name(_ step: PlacedStep, after other: PlacedStep? = nil) -> String {
    let label = step.move.step.label
    let alike = steps.filter { $0.move.step.label == label }
    let ordinal = Self.ordinal(alike.firstIndex { $0.key == step.key }, of: alike.count)
    if label == other?.move.step.label { return String(ordinal.dropLast()) }
    return step.move.step == .kill ? "the \(ordinal.dropFirst(4))kill" : "\(ordinal)“\(label)”"
  }

  private static func ordinal(_ index: Int?, of count: Int) -> String {
    guard let index, count > 1 else { return "" }
    let words = ["first", "second", "third", "fourth", "fifth", "sixth"]
    return "the \(words.indices.contains(index) ? words[index] : "\(index + 1)th") "
  }

  /// The step with the call after which the model went on: the deciding one, of two the one of the action that violates
  /// the invariant, or else the last step; or a step with a call that is not answered.
  private func call(_ deciding: [PlacedStep], _ last: PlacedStep) -> PlacedStep? {
    let taken = deciding.filter { $0.key < steps.count }
    let first = taken.count == 1 ? taken : taken.filter { $0.run == last.run }
    let answers = (first + [last] + taken).filter { $0.call?.isOver == true }
    return answers.first ?? (deciding + [last] + steps.reversed()).first { $0.call != nil }
  }

  private func words(_ step: PlacedStep) -> String {
    guard let call = step.call else { return "" }
    let verb =
      if step.key >= steps.count { "the call is" } else if call.isOver { "the model went on after" } else {
        "the pending call is"
      }
    let name = ControlledDependencies.request(answeredBy: call.name) ?? call.name
    return "\(verb) “\(name)”"
  }
}

/// A step in whatever place it is taken: it tells its run and its call from others, and not by what else is pending.
private struct Move: Equatable {
  /// The step without the numbers of its call and run.
  var step: Step
  /// The step that started the run, for an answer or a cancellation.
  var run: Int?
  /// The number of the call among those of that name that the run has made.
  var occurrence = 0
}

/// A step with its place in the violating schedule.
private struct PlacedStep {
  /// A call that a step answers, makes or leaves without an answer.
  struct Call {
    let name: String
    let site: CallSite?
    /// Whether the model goes on after it in this step.
    let isOver: Bool
  }

  /// The place.
  let key: Int
  var move: Move
  var isLastFirst: Bool
  let call: Call?
  /// The other answers that the call could have got.
  let otherLabels: [String]
  /// Whether it starts an action that is running.
  let isSecondTap: Bool

  /// The step that started its run.
  var run: Int? { isStart ? key : move.run }
  var label: String? { if case .answer(_, _, let label) = move.step { label } else { nil } }
  var isAnswer: Bool { label != nil }
  var isStart: Bool { if case .start = move.step { true } else { false } }
  var isCancellation: Bool { if case .cancel = move.step { true } else { false } }
  var isKill: Bool { !isStart && !isAnswer && !isCancellation }
}

/// A schedule whose steps are taken in another order than before.
@MainActor
private final class Replay<Subject, State: Equatable & SendableMetatype> {
  private struct Call {
    let name: String
    let process: String?
    let run: Int
    let occurrence: Int
    let site: CallSite?
  }

  let play: SchedulePlay<Subject, State>
  /// The step that started each run, by its number.
  private var starts: [Int: Int] = [:]
  private var calls: [Int: Call] = [:]
  /// The call after which the model has gone on in the last step.
  private var lastAnswered: Call?

  init(_ play: SchedulePlay<Subject, State>) {
    self.play = play
    noteCalls()
  }

  var choices: [(choice: Choice, move: Move)] {
    play.run.enabled.choices(maximumRunning: .max).map { ($0, move($0)) }
  }

  func choice(of step: PlacedStep) -> Choice? {
    var choice = choices.first { $0.move == step.move }?.choice
    choice?.isLastFirst = step.isLastFirst
    return choice
  }

  private func move(_ choice: Choice) -> Move {
    switch (choice.kind, play.run.step(choice).usual) {
    case (.answer, .answer(let name, _, let label)):
      let call = answered(choice)
      return Move(step: .answer(name, with: label), run: call?.run, occurrence: call?.occurrence ?? 0)
    case (.cancel(let index), .cancel(let name, _)):
      return Move(step: .cancel(name), run: run(play.run.trackedActions[index].number))
    case (_, let step): return Move(step: step)
    }
  }

  private func answered(_ choice: Choice) -> Call? {
    guard case .answer(let index, _) = choice.kind else { return nil }
    return calls[play.run.pendingCalls[index].number]
  }

  /// What a launch sets going is started by no step.
  private func run(_ number: Int) -> Int { starts[number] ?? number - 1 }

  @discardableResult
  func take(_ choice: Choice, key: Int) async -> PlacedStep {
    let move = move(choice)
    let otherLabels = choices.compactMap { other in
      if case .answer(_, _, let label) = other.move.step, other.move != move, other.move.run == move.run,
        answered(other.choice)?.name == answered(choice)?.name, other.move.occurrence == move.occurrence
      {
        label
      } else {
        nil
      }
    }
    let pending = play.run.pendingCalls.compactMap { calls[$0.number] }
    let own = answered(choice)
    let isSecondTap = play.run.actions.contains { move.step == .start($0.name) }
    await play.take(choice)
    if let run = play.run.lastEvents.first?.started { starts[run.number] = key }
    let made = noteCalls()
    let (call, isOver): (Call?, Bool) =
      switch choice.kind {
      case .answer: (own, true)
      case .cancel: (pending.last { $0.run == move.run }, true)
      case .start: (made.first { $0.run == key }, false)
      case .kill: (pending.last { move.step == ($0.process.map { .killProcess($0) } ?? .kill) }, false)
      // Between the writes after the last answer.
      case .killAfterWrites: (lastAnswered, true)
      }
    lastAnswered = isOver ? call : nil
    return PlacedStep(
      key: key, move: move, isLastFirst: choice.isLastFirst,
      call: call.map { PlacedStep.Call(name: $0.name, site: $0.site, isOver: isOver) }, otherLabels: otherLabels,
      isSecondTap: isSecondTap)
  }

  @discardableResult
  private func noteCalls() -> [Call] {
    var made: [Call] = []
    for call in play.run.pendingCalls where calls[call.number] == nil {
      let run = run(call.run?.number ?? 0)
      let occurrence = calls.values.count { $0.run == run && $0.name == call.name }
      let new = Call(
        name: call.name, process: call.run?.process, run: run, occurrence: occurrence, site: call.site)
      calls[call.number] = new
      made.append(new)
    }
    return made
  }
}
