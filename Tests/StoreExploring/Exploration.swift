/// The result of an exploration, with what it did not cover.
public struct Exploration: Equatable, Sendable, CustomStringConvertible {
  /// How an exploration ends.
  public enum Outcome: Equatable, Sendable {
    /// Every invariant held in every schedule that was run, and applied in at least one state.
    case clean
    /// An invariant did not hold, or an action was stuck.
    case violated(Violation)
    /// These invariants never applied, or never held where they must hold sometimes.
    case neverApplied([String])
    /// No invariant was violated, but these are judged only when no state is left.
    case notJudged([String])
    /// The explorer cannot follow the work of the Store, for this reason, and claims nothing.
    case inconclusive(reason: String)
  }

  /// How often an invariant applied.
  public struct Application: Equatable, Sendable {
    /// The name of the invariant.
    public let invariant: String
    /// The number of states in which it was checked, or in which it held if it must hold sometimes.
    public internal(set) var states: Int
  }

  /// How it ended.
  public internal(set) var outcome = Outcome.clean
  /// The number of schedules that were run, or whose end others have shown.
  public internal(set) var schedules = 0
  /// The number of schedules of each length, from 1.
  public internal(set) var schedulesByDepth: [Int] = []
  /// The number of schedules that led to a state that was found before.
  public internal(set) var mergedStates = 0
  /// Its bounds.
  public internal(set) var bounds: ExplorationBounds
  /// Whether it stopped at the maximum number of schedules before its depth.
  public internal(set) var stoppedEarly = false
  /// The states of the Store and transitions that were found.
  public internal(set) var machine: StateMachine
  /// How often each invariant applied.
  public internal(set) var applications: [Application]
  /// The states of the subject and its running actions that were told apart.
  public internal(set) var graph = ExplorationGraph()
  /// The length up to which every schedule is covered.
  public internal(set) var coveredLength = 0
  /// The number of states from which the search did not continue, because they are as deep as the bound.
  package internal(set) var openStates = 0
  /// The number of steps that were not taken, because others show what they lead to.
  public internal(set) var deducedSteps = 0
  /// A step that was taken, and led to something else than others had shown.
  var wronglyDeduced: String?
  /// The properties that could not be read, so that states which differ in nothing else are taken for equal.
  public internal(set) var leftOut: [String] = []
  /// The actions that waited for something which no step brings, such as a request to a real server.
  ///
  /// What else could have come meanwhile was not tried.
  public internal(set) var outside: [String] = []
  /// The properties that store the time of day, which no schedule changes.
  public internal(set) var readTimes: [String] = []
  var variety: [String] = []
  var assumptions = Assumptions.none
  /// What was tried where it did not end, and does.
  public internal(set) var levers: [String]?

  init(bounds: ExplorationBounds, machine: StateMachine, applications: [Application]) {
    self.bounds = bounds
    self.machine = machine
    self.applications = applications
  }

  /// Counts a schedule of the current length, and how often each invariant applied after its last step.
  mutating func count(_ applied: [Int]) {
    schedules += 1
    schedulesByDepth[schedulesByDepth.count - 1] += 1
    for (index, count) in applied.enumerated() { applications[index].states += count }
  }

  /// Ends without a violation.
  @MainActor
  mutating func end(openStates: Int, _ identities: StateIdentities, obligations: [String]) {
    self.openStates = openStates
    if openStates > 0 { variety = identities.mostVaried }
    let vacuous = applications.filter { $0.states == 0 }.map(\.invariant)
    if !vacuous.isEmpty { outcome = .neverApplied(vacuous) }
    if stoppedEarly || openStates > 0, !obligations.isEmpty { outcome = .notJudged(obligations) }
  }

  /// The violation that was found, or `nil`.
  public var violation: Violation? {
    if case .violated(let violation) = outcome { violation } else { nil }
  }

  /// Whether it stopped before it found anything.
  var isUndecided: Bool {
    switch outcome {
    // What has not applied yet may do so in the states that are left.
    case .clean, .notJudged, .neverApplied: stoppedEarly
    case .violated, .inconclusive: false
    }
  }

  /// Whether every state within the bounds was found, and none was violated.
  var hasFoundEveryState: Bool {
    switch outcome {
    case .clean, .notJudged, .neverApplied: !stoppedEarly && leftOut.isEmpty && outside.isEmpty
    case .violated, .inconclusive: false
    }
  }

  /// Whether no new state was left, so that schedules of every length are covered.
  public var isComplete: Bool {
    if case .notJudged = outcome { return false }
    return hasFoundEveryState && openStates == 0
  }

  /// The outcome, what was covered and what not, and the counts.
  public var description: String {
    switch outcome {
    case .violated, .inconclusive: "\(verdict)\n\(counts)"
    case .clean, .neverApplied, .notJudged:
      [verdict, coverage, assumed, reduced, times, unchanged, counts, applied].compactMap(\.self)
        .joined(separator: "\n")
    }
  }

  private var verdict: String {
    switch outcome {
    case .clean: "Every invariant held."
    case .violated(let violation): violation.description
    case .neverApplied(let names):
      "Every invariant held, but \(names.map { "“\($0)”" }.joined(separator: ", ")) never applied."
    case .notJudged(let names):
      "No violation was found, but \(names.map { "“\($0)”" }.joined(separator: ", ")) is judged when no state is left."
    case .inconclusive(let reason):
      """
      Inconclusive: \(reason).
      """
    }
  }

  private var counts: String {
    """
    Explored: \(Self.count(schedules, "schedule")) of up to \(Self.count(schedulesByDepth.count, "step")) (by length: \
    \(lengths)); \(Self.count(machine.states.count, "state")) of the \
    Store, \(graph.nodes.count) with what runs in them; \(Self.count(machine.transitions.count, "transition")).
    """
  }

  private var lengths: String {
    let counts = schedulesByDepth.map(String.init)
    guard counts.count > Self.shownLengths else { return counts.joined(separator: ", ") }
    return counts.prefix(Self.shownLengths).joined(separator: ", ") + ", and so on"
  }

  private static var shownLengths: Int { 20 }

  /// What the exploration could not see or decide.
  private var unseen: [String] {
    leftOut.map { "\($0) cannot be read: ignore it in a fingerprint, and add what it holds" }
      + outside.map { "“\($0)” waited for something outside of the schedule: pass it in as a call" }
  }

  private static func left(_ count: Int, _ noun: String) -> String {
    "\(Self.count(count, noun)) \(count == 1 ? "was" : "were") left"
  }

  /// What is covered, and what was left.
  package var extent: String {
    let running = "up to \(Self.count(bounds.maximumRunning, "action")) at once"
    if isComplete { return "Complete: all schedules of any length are covered, with \(running)." }
    let reason =
      if stoppedEarly {
        """
        the maximum of \(Self.count(bounds.maximumSchedules, "schedule")) was reached, and \
        \(Self.left(openStates, "state"))
        """
      } else if openStates > 0 {
        "\(Self.left(openStates, "new state")) at that length"
      } else {
        "no state was left, but \(unseen.joined(separator: "; "))"
      }
    let covered = "schedules of up to \(Self.count(coveredLength, "step")) are covered"
    return "Not complete: \(covered), with \(running); \(reason)."
  }

  private var coverage: String {
    guard !isComplete else { return extent }
    let growing = variety.isEmpty ? "" : " What differs most: \(variety.joined(separator: ", "))."
    let ends =
      switch levers {
      case nil: ""
      case []:
        """
         Neither fewer actions at once nor one action less let it end within \(Self.count(bounds.tried, "schedule")): \
        bound what grows, with “when:” or “atMost:”.
        """
      case let levers?: " It ends \(levers.joined(separator: ", or "))."
      }
    return "\(extent)\(growing)\(ends)"
  }

  /// What was taken to be so, and checked.
  private var assumed: String? {
    guard let kept = assumptions.kept else { return nil }
    let counters = assumptions.counters.sorted().map { "“\($0)” is only compared" }
    let calls = assumptions.steps.map { $0 == 1 ? "its last call" : "its last \($0) calls" } ?? "its calls"
    let properties = kept.isEmpty ? " alone" : " and \(kept.sorted().map { "“\($0)”" }.joined(separator: ", "))"
    let locals = "an action remembers \(calls)\(properties)"
    return "Assumed and checked: \((counters + [locals]).joined(separator: "; "))."
  }

  private var reduced: String? {
    if let wronglyDeduced {
      return """
        Nothing was left out: “\(wronglyDeduced)” has led to something else than the same step of an action that waits \
        alike, or after which the same survives.
        """
    }
    guard deducedSteps > 0 else { return nil }
    return "Reduced and checked: \(Self.count(deducedSteps, "step")) need not be taken, as others show what follows."
  }

  private var times: String? {
    guard !readTimes.isEmpty else { return nil }
    return """
      Not followed: the time of day in \(readTimes.map { "“\($0)”" }.joined(separator: ", ")). Where it decides anything, \
      pass the time in.
      """
  }

  private var unchanged: String? {
    guard isComplete, graph.nodes.count == 1, !graph.edges.isEmpty else { return nil }
    return "No action has changed anything that the subject stores, unlike a global variable or one of a closure."
  }

  private var applied: String? {
    guard !applications.isEmpty else { return nil }
    return "Applied: \(applications.map { "\($0.invariant) (\($0.states))" }.joined(separator: ", "))."
  }

  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

/// The bounds of an exploration.
public struct ExplorationBounds: Equatable, Sendable {
  /// The maximum length of a schedule.
  public let depth: Int
  /// The maximum number of actions that run at once.
  public let maximumRunning: Int
  /// The maximum number of schedules.
  public let maximumSchedules: Int
  /// Whether steps are left out whose end others have shown.
  public var isReduced = true

  /// The number of schedules in which something is tried that would let an exploration end.
  var tried: Int { max(maximumSchedules / 10, min(maximumSchedules, 1_000)) }
}

/// A step that is not possible when its turn comes.
public struct ImpossibleStep: Error, Equatable, Sendable, CustomStringConvertible {
  /// The index of the step in the schedule.
  public let index: Int
  /// The step.
  public let step: Step
  /// The possible steps.
  public let possible: [Step]

  /// The step and the possible ones.
  public var description: String {
    "Step \(index + 1), \(step.swift), is not possible. Possible: \(possible.map(\.swift).joined(separator: ", "))."
  }
}
