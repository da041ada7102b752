#if TestKit
  import Foundation
  import StoreExploring

  /// Asserts that a Store keeps its invariants in every schedule up to a depth.
  ///
  /// A failure shows the shortest schedule that breaks one, as lines of Swift that reproduce it. An exploration that
  /// cannot claim anything is a failure too, and so is one that stops before its depth.
  ///
  /// The environment variable `FOCAL_EXPLORATION_DEPTH` makes every exploration go deeper, to that many steps, however
  /// many schedules that takes; one that is no number is a failure.
  ///
  /// - Parameters:
  ///   - explorer: The Store, its actions and its invariants.
  ///   - depth: How many steps a schedule has at most, 1 or more.
  ///   - maximumRunning: How many actions run at once at most, 1 or more.
  ///   - maximumSchedules: After how many schedules to stop, 1 or more.
  ///   - fileID: Where the test is.
  ///   - filePath: Where the test is.
  ///   - line: Where the test is.
  ///   - column: Where the test is.
  /// - Returns: What was found, with the counts and the state machine.
  @MainActor
  @discardableResult
  public func expectClean<Subject, State: Equatable & SendableMetatype>(
    _ explorer: StoreExplorer<Subject, State>, depth: Int, maximumRunning: Int = 3, maximumSchedules: Int = 1_000_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Exploration {
    func fail(_ message: String) {
      TestFailure(message: message, fileID: fileID, filePath: filePath, line: line, column: column).report()
    }
    let variable = ProcessInfo.processInfo.environment["FOCAL_EXPLORATION_DEPTH"]
    let asked = variable.flatMap { Int($0) }
    if let variable, asked == nil { fail("FOCAL_EXPLORATION_DEPTH is a number of steps, and not “\(variable)”.") }
    let exploration = await explorer.explore(
      depth: max(depth, asked ?? depth), maximumRunning: maximumRunning,
      maximumSchedules: asked == nil ? maximumSchedules : .max)
    if exploration.outcome != .clean || exploration.stoppedEarly {
      fail(exploration.description)
    }
    return exploration
  }
#endif
