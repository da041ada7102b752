import Foundation
import Synchronization
import Testing

/// One test at a time that runs in a process of its own.
///
/// Explorations need the main actor, and so does nearly every other test; in a process of its own, one uses another core.
/// Swift Testing blocks a thread of the concurrency pool for each such process, of which the pool has one for each core:
/// where all are blocked, every other test waits.
package struct ProcessTurn: TestTrait, TestScoping {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  /// Whether an exploration can have the turn: not with the trait Network, where its process would inherit the sockets of
  /// other tests and keep them open.
  package static var isForExplorations: Bool {
    #if Network
      false
    #else
      true
    #endif
  }

  /// Whether more is explored than there is time for in each run of the suite, as `.ci/run --all` does.
  package static var exploresMore: Bool { requestedDepth != nil }

  /// Whether what takes minutes is explored too: with a depth of 1,000 steps and more.
  package static var exploresForMinutes: Bool { (requestedDepth ?? 0) >= 1_000 }

  /// Whether what takes hours is explored too: with a depth of 10,000 steps and more.
  package static var exploresForHours: Bool { (requestedDepth ?? 0) >= 10_000 }

  private static var requestedDepth: Int? {
    ProcessInfo.processInfo.environment["FOCAL_EXPLORATION_DEPTH"].flatMap { Int($0) }
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await Self.take(function)
  }

  /// Waits until no other test has the turn, and does some work before the test that has waited longest gets it.
  package static func take<Success>(_ work: () async throws -> Success) async rethrows -> Success {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        defer { if state.isTaken { state.waiting.append(continuation) } else { state.isTaken = true } }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
    defer { end() }
    return try await work()
  }

  private static func end() {
    let next = state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() as CheckedContinuation<Void, Never>? }
      state.isTaken = false
      return nil
    }
    next?.resume()
  }
}

extension Trait where Self == ProcessTurn {
  /// Runs the test while no other test with this trait runs.
  package static var ownProcess: ProcessTurn { ProcessTurn() }
}
