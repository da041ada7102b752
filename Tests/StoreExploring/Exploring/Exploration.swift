/// What an exploration found, and what it did not cover.
public struct Exploration: Equatable, Sendable, CustomStringConvertible {
  /// How an exploration ends.
  public enum Outcome: Equatable, Sendable {
    /// Every invariant held in every schedule that was run.
    case clean
    /// An invariant did not hold.
    case violated(Violation)
    /// It cannot be known when all is quiet, so nothing is claimed; the reason is a sentence.
    case unknown(reason: String)
  }

  /// How it ended.
  public internal(set) var outcome = Outcome.clean
  /// How many schedules were run, each on a fresh Store.
  public internal(set) var schedules = 0
  /// How many of them had each number of steps, from 1.
  public internal(set) var schedulesByDepth: [Int] = []
  /// How many quiet moments were not gone on from, because an earlier one remembers the same.
  public internal(set) var repeatedMoments = 0
  /// How many moments in which actions ran were not gone on from, because an earlier one is the same for them.
  public internal(set) var repeatedRunningMoments = 0
  /// How many starts were not gone on from, because the Store ignored them.
  public internal(set) var ignoredStarts = 0
  /// The bounds that it kept.
  public let bounds: ExplorationBounds
  /// Whether it stopped before all schedules within its depth were run.
  public internal(set) var stoppedEarly = false
  /// The states and transitions that were seen.
  public internal(set) var machine: StateMachine

  /// The outcome, the counts, what was left out and what was not covered.
  public var description: String {
    let limits = outcome == .clean ? [leftOut, notCovered] : []
    return ([verdict, counts] + limits.compactMap { $0 }).joined(separator: "\n")
  }

  /// How fast it was, in one line.
  ///
  /// - Parameter time: How long it took.
  /// - Returns: The schedules, the seconds, and how many schedules that is a second.
  public func pace(in time: Duration) -> String {
    let seconds = time / .seconds(1)
    let rate = seconds > 0 ? Int(Double(schedules) / seconds) : schedules
    return "\(schedules) schedules of up to \(schedulesByDepth.count) steps in \(time), \(rate) a second"
  }

  private var verdict: String {
    switch outcome {
    case .clean: "Every invariant held."
    case .violated(let violation): violation.description
    case .unknown(let reason):
      """
      It cannot be known when all is quiet, so nothing is claimed: \(reason). An action must return when its work is \
      done, and its work must stay on the main actor.
      """
    }
  }

  private var counts: String {
    """
    Schedules: \(schedules) (by number of steps: \(schedulesByDepth.map(String.init).joined(separator: ", "))). States: \
    \(machine.states.count). Transitions: \(machine.transitions.count).
    """
  }

  private var leftOut: String? {
    guard repeatedMoments + ignoredStarts + repeatedRunningMoments > 0 else { return nil }
    let running =
      repeatedRunningMoments == 0
      ? "" : ", what follows moments that are the same for the running actions (\(repeatedRunningMoments))"
    return """
      Left out: what follows quiet moments that remember the same as an earlier one (\(repeatedMoments))\(running), and \
      what follows starts that were ignored (\(ignoredStarts)).
      """
  }

  private var notCovered: String {
    let bound = "more than \(bounds.depth) steps, more than \(bounds.maximumRunning) actions at once"
    guard stoppedEarly else { return "Not covered: \(bound)." }
    return """
      Not covered: \(bound), and what was left of the schedules of \(schedulesByDepth.count) steps and more when the \
      bound of \(bounds.maximumSchedules) schedules was reached.
      """
  }
}

/// How far an exploration goes.
public struct ExplorationBounds: Equatable, Sendable {
  /// How many steps a schedule has at most.
  public let depth: Int
  /// How many actions run at once at most.
  public let maximumRunning: Int
  /// After how many schedules it stops.
  public let maximumSchedules: Int
}
