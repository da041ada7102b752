import Foundation
import StoreExploring

/// Asserts that a Store keeps its invariants in every schedule of any length, with up to `maximumRunning` actions at
/// once.
///
/// A failure shows the shortest schedule that violates one, as lines of Swift that reproduce it and as a diagram. An
/// exploration that does not end within `maximumSchedules` is a failure too, and so are an inconclusive one and an
/// invariant that never applied. A success prints nothing; print what is returned to see what was covered.
@MainActor
@discardableResult
public func expectComplete<Subject, State: Equatable & SendableMetatype>(
  _ explorer: StoreExplorer<Subject, State>, maximumRunning: Int = 3, maximumSchedules: Int = 100_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Exploration {
  let exploration = await explorer.explore(maximumRunning: maximumRunning, maximumSchedules: maximumSchedules)
  if exploration.outcome != .clean || !exploration.isComplete {
    TestFailure(
      message: exploration.description, fileID: fileID, filePath: filePath, line: line, column: column
    ).report(exploration.violation) { exploration.page(title: $0) }
  }
  return exploration
}

/// Asserts that a Store keeps its invariants in every schedule of up to `depth` steps.
///
/// For a Store whose exploration does not end. It is a failure to reach `maximumSchedules` before the depth; all bounds
/// are 1 or more.
///
/// The environment variable `FOCAL_EXPLORATION_DEPTH` makes such explorations go to that many steps if it is more, in
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
  ) { message, exploration in
    TestFailure(message: message, fileID: fileID, filePath: filePath, line: line, column: column)
      .report(exploration?.violation, page: exploration.map { exploration in { exploration.page(title: $0) } })
  }
}

/// Asserts that two versions of a model cannot be told apart in any schedule, with up to `maximumRunning` actions at once.
///
/// A failure shows the shortest schedule in which what they show, call or return differs, with a column for each.
/// ``/StoreExploring/StoreExplorer/init(comparing:with:returns:)`` says what is compared.
@MainActor
@discardableResult
public func expectSameBehavior<NewSubject, OldSubject, State: Equatable & SendableMetatype>(
  of new: StoreExplorer<NewSubject, State>, as old: StoreExplorer<OldSubject, State>, returns: Bool = true,
  maximumRunning: Int = 3, maximumSchedules: Int = 100_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Exploration {
  await expectComplete(
    StoreExplorer(comparing: old, with: new, returns: returns), maximumRunning: maximumRunning,
    maximumSchedules: maximumSchedules, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Asserts that a Store with a mistake planted on purpose violates an invariant in a schedule of up to `depth` steps,
/// and returns how.
@MainActor
@discardableResult
public func expectViolation<Subject, State: Equatable & SendableMetatype>(
  of invariant: String, _ explorer: StoreExplorer<Subject, State>, depth: Int = .max, maximumRunning: Int = 3,
  maximumSchedules: Int = 100_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Violation? {
  let exploration = await explorer.explore(
    depth: depth, maximumRunning: maximumRunning, maximumSchedules: maximumSchedules)
  if let violation = exploration.violation, violation.invariant == invariant { return violation }
  TestFailure(
    message: "Expected a violation of “\(invariant)”.\n\(exploration)", fileID: fileID, filePath: filePath,
    line: line, column: column
  ).report(nil) { exploration.page(title: $0) }
  return nil
}

/// Asserts that random schedules keep the invariants; a failure shows the shrunk schedule and its seed.
@MainActor
@discardableResult
public func expectClean<Subject, State: Equatable & SendableMetatype>(
  walking explorer: StoreExplorer<Subject, State>, steps: Int = 100, walks: Int = 100, maximumRunning: Int = 3,
  seed: UInt64 = .random(in: 0...UInt64(UInt32.max)),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> RandomWalk {
  let walk = await explorer.walk(steps: steps, walks: walks, maximumRunning: maximumRunning, seed: seed)
  if walk.violation != nil || walk.inconclusiveReason != nil {
    TestFailure(message: walk.description, fileID: fileID, filePath: filePath, line: line, column: column)
      .report(walk.violation)
  }
  return walk
}

/// Asserts the same as `expectClean(_:depth:)`, with the value of the environment variable.
@MainActor
package func expectClean<Subject, State: Equatable & SendableMetatype>(
  _ explorer: StoreExplorer<Subject, State>, depth: Int, maximumRunning: Int, maximumSchedules: Int,
  requestedDepth: String?, onFailure: (String, Exploration?) -> Void
) async -> Exploration {
  let requested = requestedDepth.flatMap { Int($0) }
  if let requestedDepth, requested == nil {
    onFailure("FOCAL_EXPLORATION_DEPTH must be a number of steps, not “\(requestedDepth)”.", nil)
  }
  let exploration = await explorer.explore(
    depth: max(depth, requested ?? depth), maximumRunning: maximumRunning,
    maximumSchedules: requested == nil ? maximumSchedules : .max)
  if exploration.outcome != .clean || exploration.stoppedEarly { onFailure(exploration.description, exploration) }
  return exploration
}
