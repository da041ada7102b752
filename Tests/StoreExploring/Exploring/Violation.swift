/// An invariant that does not hold, and the shortest schedule that shows it.
public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
  /// What should hold.
  public let invariant: String
  /// The schedule.
  public let steps: [Step]
  /// The names of the states since all was last quiet.
  public let states: [String]
  /// The labels of the actions that have not returned.
  public let running: [String]
  /// The names of the calls that wait.
  public let calls: [String]

  /// The invariant, and the schedule as lines of Swift that reproduce it in a test.
  public var description: String {
    """
    It does not hold that \(invariant), after \(steps.count == 1 ? "1 step" : "\(steps.count) steps"):

    #expect(try await explorer.replay([
    \(steps.map { "  \($0.swift)," }.joined(separator: "\n"))
    ]) == nil)

    States: \(states.joined(separator: " → ")). Running: \(Self.list(running)). Waiting: \(Self.list(calls)).
    """
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}

/// A step that is not possible when its turn comes.
public struct ImpossibleStep: Error, Equatable, Sendable, CustomStringConvertible {
  /// The place of the step in the schedule, from 0.
  public let index: Int
  /// The step.
  public let step: Step
  /// What is possible instead.
  public let possible: [Step]

  /// The step and what is possible instead.
  public var description: String {
    "Step \(index + 1), \(step.swift), is not possible; these are: \(possible.map(\.swift).joined(separator: ", "))."
  }
}
