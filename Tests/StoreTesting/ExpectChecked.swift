import StoreExploring

/// Asserts that the ready-made checks find nothing in a model.
///
/// A failure shows the shortest schedule of each check that finds something. ``/StoreExploring/Check`` says what they
/// look for; what is meant to be so is left out by name. An inconclusive exploration is a failure too; one that does not
/// end within `maximumSchedules`, or a check that is cut short, is not: print what is returned to see what was covered.
@MainActor
@discardableResult
public func expectChecked<Subject, State: Equatable & SendableMetatype>(
  _ explorer: StoreExplorer<Subject, State>, leavingOut: Set<Check> = [], maximumRunning: Int = 2,
  maximumSchedules: Int = 100_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> CheckReport {
  let report = await explorer.check(
    leavingOut: leavingOut, maximumRunning: maximumRunning, maximumSchedules: maximumSchedules)
  let claims =
    switch report.exploration.outcome {
    case .clean, .neverApplied, .notJudged: true
    case .violated, .inconclusive: false
    }
  if !report.findings.isEmpty || !claims {
    TestFailure(
      message: report.description, fileID: fileID, filePath: filePath, line: line, column: column
    ).report(nil) { report.exploration.page(title: $0) }
  }
  return report
}
