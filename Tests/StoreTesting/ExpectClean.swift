#if TestKit
  import Foundation
  import StoreExploring

  /// Asserts that a Store keeps its invariants in every schedule of up to `depth` steps.
  ///
  /// A failure shows the shortest schedule that violates one, as lines of Swift that reproduce it. An inconclusive
  /// exploration is a failure too, and so is one that reaches `maximumSchedules` before its depth. All bounds are 1 or
  /// more.
  ///
  /// The environment variable `FOCAL_EXPLORATION_DEPTH` makes every exploration go to that many steps if it is more, in
  /// however many schedules.
  @MainActor
  @discardableResult
  public func expectClean<Subject, State: Equatable & SendableMetatype>(
    _ explorer: StoreExplorer<Subject, State>, depth: Int, maximumRunning: Int = 3, maximumSchedules: Int = 1_000_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Exploration {
    await expectClean(
      explorer, depth: depth, maximumRunning: maximumRunning, maximumSchedules: maximumSchedules,
      requestedDepth: ProcessInfo.processInfo.environment["FOCAL_EXPLORATION_DEPTH"]
    ) { message in
      TestFailure(message: message, fileID: fileID, filePath: filePath, line: line, column: column).report()
    }
  }

  /// Asserts the same, with the value of the environment variable.
  @MainActor
  package func expectClean<Subject, State: Equatable & SendableMetatype>(
    _ explorer: StoreExplorer<Subject, State>, depth: Int, maximumRunning: Int, maximumSchedules: Int,
    requestedDepth: String?, onFailure: (String) -> Void
  ) async -> Exploration {
    let requested = requestedDepth.flatMap { Int($0) }
    if let requestedDepth, requested == nil {
      onFailure("FOCAL_EXPLORATION_DEPTH must be a number of steps, not “\(requestedDepth)”.")
    }
    let exploration = await explorer.explore(
      depth: max(depth, requested ?? depth), maximumRunning: maximumRunning,
      maximumSchedules: requested == nil ? maximumSchedules : .max)
    if exploration.outcome != .clean || exploration.stoppedEarly { onFailure(exploration.description) }
    return exploration
  }
#endif
