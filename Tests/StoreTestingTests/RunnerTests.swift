import Foundation
import Testing

/// A failure must reach the runner that runs: each is started here, with tests that fail.
struct RunnerTests {
  #if os(Linux)
    @Test(arguments: ["inTheTest", "inADetachedTask"])
    func `a failure reaches Swift Testing`(test: String) async throws {
      let run = try await run([
        "--testing-library", "swift-testing", "--filter", "DeliberateSwiftTestingFailures/\(test)",
      ])
      #expect(run.status != 0)
      #expect(run.output.contains("LightStore’s String was expected to have 2 values and had 3 values"))
      #expect(run.output.contains("DeliberateFailures.swift:25"))
    }

    @Test(arguments: ["testInTheTest", "testInADetachedTask"])
    func `a failure reaches XCTest`(test: String) async throws {
      let run = try await run(["StoreTestingTests.DeliberateXCTestFailures/\(test)"])
      #expect(run.status != 0)
      #expect(run.output.contains("LightStore’s String was expected to have 2 values and had 3 values"))
      #expect(run.output.contains("DeliberateFailures.swift:25: error: DeliberateXCTestFailures.\(test)"))
      #expect(run.output.contains("Executed 1 test, with 1 failure"))
    }

    @Test func `a depth that is no number is a failure`() async throws {
      let run = try await run(
        ["--testing-library", "swift-testing", "--filter", "GuideTests"],
        ["FOCAL_EXPLORATION_DEPTH": "deep"])
      #expect(run.status != 0)
      #expect(run.output.contains("FOCAL_EXPLORATION_DEPTH is a number of steps, and not “deep”."))
    }

    /// Runs the tests of this process in a process of its own, which is told to fail.
    private func run(
      _ arguments: [String], _ environment: [String: String] = ["FOCAL_FAIL_DELIBERATELY": "1"]
    ) async throws -> (status: Int32, output: String) {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
  #endif
}
