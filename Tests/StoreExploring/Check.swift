/// What must hold in any model, and needs no invariant.
public enum Check: String, CaseIterable, Sendable {
  /// An action that neither returns nor waits for a call is stuck.
  case stuck = "an action returns"
  /// At rest, no property such as `isLoading` is true, and no state such as `.loading` is shown.
  case loading = "nothing is loading at rest"
  /// An error that an action has shown is gone when the same action has succeeded.
  case error = "an error does not outlive a success"
  /// The same action, started twice in a row, does not send the same request twice.
  case doubleTap = "a double tap is one request"
  /// Two actions that overlap end as they do one after the other, with the same answers; one that was ignored counts as
  /// left out.
  case overlap = "two actions at once end as one after the other"
  /// A cancelled action does not show what a failed one shows.
  case cancellation = "a cancelled action does not look failed"
  /// A request whose answer was lost, sent again, ends as if the first answer had arrived.
  case lostAnswer = "a retry after a lost answer ends as the first try"
  /// An action that has failed can succeed again, without killing the process.
  case deadEnd = "an action that failed can succeed again"
  /// What an action shows at once, and what is kept when it has ended, is kept when the process is killed before.
  case kill = "what is shown is not lost by a kill"
  /// Whatever is answered, the requests of an action come to an end.
  case retry = "retries end"
}

/// What the ready-made checks have found.
public struct CheckReport: Equatable, Sendable, CustomStringConvertible {
  /// The shortest schedule that a check objects to.
  public struct Finding: Equatable, Sendable {
    /// The check.
    public let check: Check
    /// What it objects to, with the schedule.
    public let violation: Violation
  }

  /// The findings, one for each check that has any.
  public let findings: [Finding]
  /// The checks that have not looked at everything that was explored, and why.
  public let cutShort: [Check: String]
  /// The exploration that was checked, with what it covered.
  public let exploration: Exploration

  /// Each finding with its schedule, and what was covered.
  public var description: String {
    let coverage =
      switch exploration.outcome {
      case .clean, .neverApplied, .notJudged: (findings.isEmpty ? "Nothing was found. " : "") + exploration.extent
      case .violated, .inconclusive: exploration.description
      }
    let open = Check.allCases.compactMap { check in
      cutShort[check].map { "\nNot checked to the end: \(check.rawValue); \($0)." }
    }
    return (findings.map(\.description) + [coverage + open.joined()]).joined(separator: "\n\n")
  }
}

extension CheckReport.Finding: CustomStringConvertible {
  /// What the check objects to, the schedule as lines of Swift that lead there, and as a diagram in plain text.
  public var description: String {
    let loop = violation.loop ?? []
    let end = loop.isEmpty ? "" : ", and then by \(Exploration.count(loop.count, "step")) without end"
    let steps = (violation.trace + loop).map { "  \($0.step.swift),\n" }.joined()
    return """
      Found after \(Exploration.count(violation.steps.count, "step"))\(end): \(violation.invariant).

      _ = try await explorer.replay([
      \(steps)])

      \(SequenceDiagram(violation).text)
      """
  }
}
