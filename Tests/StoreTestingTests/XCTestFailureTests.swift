import StoreTesting
import Synchronization
import XCTest

/// Assertions report their failures to XCTest where it runs the test; here the failures are recorded instead.
final class XCTestFailureTests: XCTestCase {
  private let failures = Mutex<[String]>([])
  private let isRecording = Mutex(false)

  #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
      guard isRecording.withLock({ $0 }) else { return super.record(issue) }
      let line = issue.sourceCodeContext.location?.lineNumber ?? 0
      failures.withLock { $0.append("\(line): \(issue.compactDescription)") }
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      guard isRecording.withLock({ $0 }) else {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      failures.withLock { $0.append("\(lineNumber): \(description)") }
    }
  #endif

  func testAFailureReachesXCTest() async {
    isRecording.withLock { $0 = true }
    await fail()
    assertRecorded()
  }

  func testAFailureInADetachedTaskReachesXCTest() async {
    isRecording.withLock { $0 = true }
    await Task.detached { await fail() }.value
    assertRecorded()
  }

  private func assertRecorded() {
    isRecording.withLock { $0 = false }
    let failures = failures.withLock { $0 }
    XCTAssertEqual(failures.count, 1)
    XCTAssertEqual(failures.first?.hasPrefix("42: "), true, "\(failures)")
    XCTAssertEqual(
      failures.first?.contains("LightStore’s String: expected 2 values, got 3 values"), true, "\(failures)")
  }
}

@MainActor
private func fail() async {
  let store = LightStore()
  await expectStates(of: store, \.state, ["off", "on"], line: 42) { await store.toggle() }
}
