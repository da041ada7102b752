/// The result of an exploration, with what it did not cover.
public struct Exploration: Equatable, Sendable, CustomStringConvertible {
  /// How an exploration ends.
  public enum Outcome: Equatable, Sendable {
    /// Every invariant held in every schedule that was run.
    case clean
    /// An invariant did not hold.
    case violated(Violation)
    /// The explorer cannot follow the work of the Store, for this reason, and claims nothing.
    case inconclusive(reason: String)
  }

  /// How it ended.
  public internal(set) var outcome = Outcome.clean
  /// The number of schedules that were run.
  public internal(set) var schedules = 0
  /// The number of schedules of each length, from 1.
  public internal(set) var schedulesByDepth: [Int] = []
  /// The number of idle states from which the search did not continue, because an earlier one is equal.
  public internal(set) var mergedIdleStates = 0
  /// The number of states with running actions from which the search did not continue, because an earlier one is equal.
  public internal(set) var mergedRunningStates = 0
  /// Its bounds.
  public let bounds: ExplorationBounds
  /// Whether it stopped at the maximum number of schedules before its depth.
  public internal(set) var stoppedEarly = false
  /// The states and transitions that were found.
  public internal(set) var machine: StateMachine
  var mergesRunningStates = true

  init(bounds: ExplorationBounds, machine: StateMachine) {
    self.bounds = bounds
    self.machine = machine
  }

  /// The outcome, the counts, and what was not covered.
  public var description: String {
    let limits = outcome == .clean ? [merged, notCovered] : []
    return ([verdict, counts] + limits.compactMap { $0 }).joined(separator: "\n")
  }

  /// The number of schedules, the duration, and the schedules per second, in one line.
  public func pace(in time: Duration) -> String {
    let seconds = time / .seconds(1)
    let rate = seconds > 0 ? Int(Double(schedules) / seconds) : schedules
    return "\(schedules) schedules of up to \(schedulesByDepth.count) steps in \(time), \(rate) a second"
  }

  private var verdict: String {
    switch outcome {
    case .clean: "Every invariant held."
    case .violated(let violation): violation.description
    case .inconclusive(let reason):
      """
      Inconclusive, because the explorer cannot tell when the Store is idle: \(reason). An action must return when its \
      work is done, and its work must stay on the main actor.
      """
    }
  }

  private var counts: String {
    """
    Explored: \(Self.count(schedules, "schedule")) (by length: \
    \(schedulesByDepth.map(String.init).joined(separator: ", "))), \(Self.count(machine.states.count, "state")), \
    \(Self.count(machine.transitions.count, "transition")).
    """
  }

  private var merged: String? {
    guard mergedIdleStates + mergedRunningStates > 0 else { return nil }
    let running =
      mergesRunningStates
      ? "\(mergedRunningStates) with running actions"
      : "none with running actions, because an invariant reads their history"
    return "Merged with an equal state: \(mergedIdleStates) idle, \(running)."
  }

  private var notCovered: String {
    let bound = "more than \(bounds.depth) steps, more than \(bounds.maximumRunning) actions at once"
    guard stoppedEarly else { return "Not covered: \(bound)." }
    return """
      Not covered: \(bound), and the remaining schedules of \(schedulesByDepth.count) steps or more beyond the maximum \
      of \(bounds.maximumSchedules) schedules.
      """
  }

  private static func count(_ count: Int, _ noun: String) -> String {
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
}

/// A violated invariant, with the shortest schedule that leads to it.
public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the invariant.
  public let invariant: String
  /// The schedule.
  public let steps: [Step]
  /// The names of the states since the Store was last idle.
  public let states: [String]
  /// The labels of the actions that have not returned.
  public let running: [String]
  /// The names of the pending calls.
  public let calls: [String]

  /// The invariant, and the schedule as lines of Swift that reproduce it in a test.
  public var description: String {
    """
    Violated after \(steps.count == 1 ? "1 step" : "\(steps.count) steps"): \(invariant).

    #expect(try await explorer.replay([
    \(steps.map { "  \($0.swift)," }.joined(separator: "\n"))
    ]) == nil)

    States: \(states.joined(separator: " → ")). Running actions: \(Self.list(running)). Pending calls: \(Self.list(calls)).
    """
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }
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
