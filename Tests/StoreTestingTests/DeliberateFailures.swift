import Foundation
import StoreTesting
import Testing
import XCTest

/// Whether this process was started by ``RunnerTests``, to fail.
let isToFail = ProcessInfo.processInfo.environment["FOCAL_FAIL_DELIBERATELY"] != nil

/// Fails in the runner Swift Testing, but only in the process that ``RunnerTests`` starts.
@MainActor
struct DeliberateSwiftTestingFailures {
  @Test func inTheTest() async { await failIfAsked() }
  @Test func inADetachedTask() async { await Task.detached { await failIfAsked() }.value }
}

/// Fails in the runner XCTest, but only in the process that ``RunnerTests`` starts.
final class DeliberateXCTestFailures: XCTestCase {
  @MainActor func testInTheTest() async { await failIfAsked() }
  func testInADetachedTask() async { await Task.detached { await failIfAsked() }.value }
}

@MainActor
private func failIfAsked() async {
  let store = LightStore()
  await expectStates(of: store, \.state, isToFail ? ["off", "on"] : ["off", "waiting", "on"]) { await store.toggle() }
}
